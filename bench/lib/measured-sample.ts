import { loadGold, type Gold } from '../../scripts/lib/gold';
import { noModelSample } from '../../scripts/lib/sample-index';
import { createMentionFinders } from '../../src/core/extract/find-mentions';
import { linkTables, searchTables, type IndexTables } from '../../src/core/index/index-tables';
import { buildSearchIndex, type SearchIndex } from '../../src/core/retrieval/index';
import type { Answer, SearchMode } from '../../src/core/search/events';
import { search } from '../../src/core/search/search';
import { finish } from '../../src/core/work';

export interface MeasuredSample {
  readonly gold: Gold;
  readonly tables: IndexTables;
  readonly index: SearchIndex;
}

/** The sample's documents indexed without a model, ready to be asked, beside the gold standard. */
export async function measuredSample(): Promise<MeasuredSample> {
  const [gold, sample] = await Promise.all([loadGold(), noModelSample(createMentionFinders())]);
  const tables = linkTables(sample.tables);
  return { gold, tables, index: finish(buildSearchIndex(searchTables(tables))) };
}

/** The whole answer to a question, with the milliseconds that it took. */
export async function ask(
  index: SearchIndex,
  question: string,
  mode: SearchMode,
): Promise<{ readonly answer: Answer; readonly milliseconds: number }> {
  const clock = { now: () => performance.now(), yield: async () => undefined };
  const started = performance.now();
  for await (const event of search(index, { question, mode }, { clock })) {
    if (event.kind === 'answer') return { answer: event.answer, milliseconds: performance.now() - started };
  }
  throw new Error(`No answer to: ${question}`);
}
