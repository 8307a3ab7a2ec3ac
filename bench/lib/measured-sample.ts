import type { Answer } from '../../src/core/search/answer/answer';
import type { EarlierTurn, SearchMode } from '../../src/core/search/request/search-request';
import { loadGold, type Gold } from '../../scripts/lib/gold';
import { noModelSample } from '../../scripts/lib/sample-index';
import { createMentionFinders } from '../../src/core/extract/find-mentions';
import type { IndexTables } from '../../src/core/tables/tables';
import { linkTables, searchTables } from '../../src/core/index/index-tables';
import { buildSearchIndex, type SearchIndex } from '../../src/core/retrieval/index';
import { search, type SearchEnv } from '../../src/core/search/search';
import { finish } from '../../src/core/work';

interface MeasuredSample {
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

/** Searches without a model, and measures the milliseconds. */
export async function ask(
  index: SearchIndex,
  question: string,
  mode: SearchMode,
  history: readonly EarlierTurn[] = [],
): Promise<{ readonly answer: Answer; readonly milliseconds: number }> {
  const clock = { now: () => performance.now(), yield: async () => undefined };
  const started = performance.now();
  let answer: Answer | undefined;
  const env: SearchEnv = {
    clock,
    claims: [],
    signal: new AbortController().signal,
    dense: () => Promise.resolve(null),
    reranker: () => Promise.resolve(null),
    writer: null,
  };
  await search(index, { question, mode, history }, env, (event) => {
    if (event.kind === 'answer') answer = event.answer;
  });
  if (!answer) throw new Error(`No answer to: ${question}`);
  return { answer, milliseconds: performance.now() - started };
}
