import type { Answer } from '../../../src/core/search/answer/answer';
import type { SearchRequest } from '../../../src/core/search/request/search-request';
import { buildSearchIndex, type SearchIndex, type SearchTables } from '../../../src/core/retrieval/index';
import type { SearchEvent } from '../../../src/core/search/events';
import { search, type SearchEnv } from '../../../src/core/search/search';
import { finish } from '../../../src/core/work';

const clock = { now: () => 0, yield: () => Promise.resolve() };

export const indexOf = (tables: SearchTables): SearchIndex => finish(buildSearchIndex(tables));

export type Asked = Omit<SearchRequest, 'mode'> & Partial<Pick<SearchRequest, 'mode'>>;

const ALONE: Omit<SearchEnv, 'signal'> = {
  clock,
  claims: [],
  dense: () => Promise.resolve(null),
  reranker: () => Promise.resolve(null),
  writer: null,
};

/** Parts of a search's environment that may differ; it is stopped once so many events have come. */
type Given = Partial<SearchEnv> & { readonly stopAfter?: number };

/** All events of a question that no model answers; `stopAfter` aborts once that many have come. */
export async function eventsOf(
  index: SearchIndex,
  request: Asked,
  { stopAfter = Infinity, ...given }: Given = {},
): Promise<readonly SearchEvent[]> {
  const controller = new AbortController();
  const events: SearchEvent[] = [];
  await search(index, { mode: 'auto', ...request }, { ...ALONE, signal: controller.signal, ...given }, (event) => {
    events.push(event);
    if (events.length >= stopAfter) controller.abort();
  });
  return events;
}

/** The final answer to a question without a model: its evidence. */
export async function answerTo(index: SearchIndex, request: Asked, given: Given = {}): Promise<Answer> {
  const last = (await eventsOf(index, request, given)).at(-1);
  if (last?.kind !== 'answer') throw new Error('The stream did not end with an answer.');
  return last.answer;
}

/** The words of all passages that are shown, a line each. */
export const wordsOf = ({ evidence }: Answer): string => evidence.passages.map(({ text }) => text).join('\n');
