import { buildSearchIndex, type SearchIndex, type SearchTables } from '../../../src/core/retrieval/index';
import type { Answer, SearchEvent, SearchRequest } from '../../../src/core/search/events';
import { search } from '../../../src/core/search/search';
import { finish } from '../../../src/core/work';

const clock = { now: () => 0, yield: () => Promise.resolve() };

export const indexOf = (tables: SearchTables): SearchIndex => finish(buildSearchIndex(tables));

export type Asked = Omit<SearchRequest, 'mode'> & Partial<Pick<SearchRequest, 'mode'>>;

/** All events of a question; `stopAfter` aborts once that many have come. */
export async function eventsOf(index: SearchIndex, request: Asked, stopAfter = Infinity): Promise<SearchEvent[]> {
  const controller = new AbortController();
  const events: SearchEvent[] = [];
  for await (const event of search(index, { mode: 'auto', ...request }, { clock, signal: controller.signal })) {
    events.push(event);
    if (events.length >= stopAfter) controller.abort();
  }
  return events;
}

/** The final answer to a question. */
export async function answerTo(index: SearchIndex, request: Asked, stopAfter = Infinity): Promise<Answer> {
  const last = (await eventsOf(index, request, stopAfter)).at(-1);
  if (last?.kind !== 'answer') throw new Error('The stream did not end with an answer.');
  return last.answer;
}

export const wordsOf = (answer: Answer): string => answer.sentences.map(({ text }) => text).join('\n');
