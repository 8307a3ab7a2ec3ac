import { expect, it } from 'vitest';
import { OVERVIEW_VERSION } from '../../../src/core/overview/packed-overview';
import { overviewOf } from '../../../src/core/overview/overview';
import { hashOf } from '../../../src/core/retrieval/lexical/frozen-lists';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { smallWorld } from '../search/small-world';

const TEXTS = [
  'Dr. Edda Marrow kept the lamps at Grey Point from 3 May 1871 on. Her brother Tobias Fenn rowed out with oil every week. On 12 March 1874 the bell was hung.',
  '灰角灯塔的看守人在「港务公司」工作。她每天晚上点灯。1871年5月3日她开始工作。',
  'Die Laterne von Köln brannte am 4. Juli 1899. Frau Anna Weber hielt sie sauber, und niemand sonst durfte hinauf.',
];

it('makes the overview of the same texts that files of this version hold: otherwise raise OVERVIEW_VERSION, and write down both here', () => {
  const documents = TEXTS.map((text, at) => ({
    id: `d${String(at)}`,
    title: `Lamps (${String(1871 + at)})`,
    paragraphs: [text],
  }));
  const entities = [
    { title: 'Edda Marrow', type: 'person', description: 'Keeper of the lamps.' },
    { title: 'Tobias Fenn', type: 'person', description: 'Her brother.' },
  ];
  const overview = finish(overviewOf(indexOf(smallWorld({ documents, entities })), []));
  expect({ version: OVERVIEW_VERSION, overview: hashOf(JSON.stringify(overview)) }).toEqual({
    version: 1,
    overview: 681_127_730,
  });
});
