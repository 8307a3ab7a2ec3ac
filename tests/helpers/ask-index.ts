import { browserClock } from '../../src/adapters/browser-env';
import type { SearchIndex } from '../../src/core/retrieval';
import type { Answer } from '../../src/core/search/answer/answer';
import type { RunMode } from '../../src/core/search/request/search-request';
import { search } from '../../src/core/search/search';

/** Searches an index by itself: nothing is embedded, and no model writes. */
export async function askIndex(index: SearchIndex, question: string, mode: RunMode): Promise<Answer> {
  const answers: Answer[] = [];
  const env = { clock: browserClock(), claims: [], signal: new AbortController().signal, writer: null };
  await search(
    index,
    { question, mode, method: 'evidence' },
    { ...env, dense: async () => null, reranker: async () => null },
    (event) => void (event.kind === 'answer' && answers.push(event.answer)),
  );
  const [answer] = answers;
  if (!answer) throw new Error('There is no answer.');
  return answer;
}
