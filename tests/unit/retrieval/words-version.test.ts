import { expect, it } from 'vitest';
import { hashOf } from '../../../src/core/retrieval/lexical/frozen-lists';
import { imageOf, packImage, WORDS_VERSION } from '../../../src/core/retrieval/indexes/index-image';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { smallWorld } from '../search/small-world';

const TEXTS = [
  "Dr. Edda Marrow's HTTPServer logged 1,250 lamps — naïve façades at St. John's, 3.5 km from Grey Point.",
  '灰角灯塔的看守人在「港务公司」工作。グレイ・ポイントの灯台守は来ない。',
  'Die Straßenbahnfahrer von Köln; les phares d’Ouessant; el niño de la Ría; маяк на мысе.',
];

it('finds the words in the same texts that images of this version hold: otherwise raise WORDS_VERSION, and write down both here', () => {
  const documents = [{ id: 'd', title: 'Lamps (1871)', paragraphs: TEXTS }];
  const entities = [
    { title: 'Edda Marrow', type: 'person', aliases: ['the Keeper'], description: 'Keeper of the lamps.' },
  ];
  const image = packImage(finish(imageOf(indexOf(smallWorld({ documents, entities })))));
  expect({ version: WORDS_VERSION, words: hashOf(String.fromCharCode(...image)) }).toEqual({
    version: 4,
    words: 711718368,
  });
});
