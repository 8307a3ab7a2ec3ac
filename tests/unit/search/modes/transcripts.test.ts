import type { RunMode, SearchRequest } from '../../../../src/core/search/request/search-request';
import { beforeAll, describe, expect, it } from 'vitest';
import { curatedSample } from '../../../../scripts/lib/sample-index';
import { linkTables, searchTables } from '../../../../src/core/index/index-tables';
import type { SearchIndex } from '../../../../src/core/retrieval';
import { askedCall } from '../../../helpers/answering/asked-call';
import { replyIn } from '../../../helpers/answering/manners';
import { indexOf } from '../ask';
import { searched, type Script } from './scripted-asker';
import { transcriptOf } from './transcript';

/**
 * Cases whose calls are kept in files, which `npx vitest run --project 'unit*' tests/unit/search/modes -u` writes anew.
 */
const CASES: Readonly<Record<string, Partial<SearchRequest> & { readonly question: string; readonly mode: RunMode }>> =
  {
    local: { mode: 'local', question: 'Who was Harriet Oakshott and what did she advise about Threlby Dam?' },
    basic: { mode: 'basic', question: 'How much fluorescein was put into Priest Swallow?' },
    global: { mode: 'global', question: 'What are the main themes of these documents?' },
    'global-dynamic': {
      mode: 'global',
      question: 'What was decided about the water of Threlby?',
      parameters: { global: { dynamic: true, most_ratings: 6 } },
    },
    drift: {
      mode: 'drift',
      question: 'Why did the Lady Well turn green?',
      parameters: { drift: { depth: 1, follow_ups: 2 } },
    },
    conversation: {
      mode: 'basic',
      question: 'What did she write?',
      history: [{ question: 'Who is Agnes Hale?', answer: 'The letter was written by Agnes Hale.', documentIds: [] }],
    },
  };

const honest: Script = ({ messages }) => {
  const call = askedCall(messages);
  if (!call) throw new Error('This prompt is none of a search.');
  return replyIn('honest', call);
};

describe('the prompts and contexts of the sample', () => {
  let index: SearchIndex;

  beforeAll(async () => {
    index = indexOf(searchTables(linkTables((await curatedSample()).tables)));
  }, 60_000);

  it.each(Object.keys(CASES))('%s: are sent as they stand in its transcript', async (name) => {
    const asked = CASES[name];
    if (!asked) throw new Error('There is no such case.');
    const { answer } = await searched(index, asked, honest);
    await expect(transcriptOf(asked.question, answer)).toMatchFileSnapshot(`../../../fixtures/transcripts/${name}.md`);
  });
});
