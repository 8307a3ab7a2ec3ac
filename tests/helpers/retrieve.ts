import { mapQueryToEntities } from '../../src/core/retrieval/entities';
import type { SearchIndex, RetrievalQuery, DenseSearch } from '../../src/core/retrieval/index';
import { rankReports, unitsOfReport } from '../../src/core/retrieval/reports';
import { rankByWords, rankTextUnits, type UnitFilter } from '../../src/core/retrieval/text-units';
import type { Hit } from '../../src/core/vectors/top-k';
import { unitOfSpan } from '../../src/core/search/evidence/sentences';
import { scopeOf } from '../../src/core/search/context/scope';
import { GRAPHRAG_MODES, RUN_MODES, type RunMode } from '../../src/core/search/request/mode-names';
import { readQuestion, type Question } from '../../src/core/search/request/question';
import { MODES, planSearch } from '../../src/core/search/modes/modes';
import { rankInContext } from '../../src/core/search/modes/contextual/ranking';

/** Text units that meaning alone is asked for. */
const POOL = 100;

/** Retrieval modes that a measurement can compare. DRIFT shows a step the passages of a local context. */
export type RetrievalMode = 'bm25' | 'dense' | 'two fields' | RunMode;

/** Ids of the k text units that a mode shows, best first; `bm25` and `dense` (none without vectors) are the yardsticks. */
export function retrieve(
  index: SearchIndex,
  question: string,
  mode: RetrievalMode,
  k: number,
  dense?: DenseSearch,
): readonly string[] {
  const read = readQuestion(index, { question, mode: 'auto' });
  if (mode === 'raptor-collapsed' || mode === 'raptor-traversal') {
    return unitsShown(index, dense ? { ...read, dense } : read, mode, k).slice(0, k);
  }
  const hits = rankedFor(index, dense ? { ...read, dense } : read, mode, scopeOf(index).unit);
  return hits.slice(0, k).flatMap((slot) => index.unitAt.get(slot)?.id ?? []);
}

/** The mode that Auto takes. */
export function routed(index: SearchIndex, question: string): RetrievalMode {
  const request = { question, mode: 'auto' } as const;
  const { mode } = planSearch(index, request, readQuestion(index, request));
  const compared: readonly string[] = GRAPHRAG_MODES;
  if (!compared.includes(mode)) throw new Error('Auto took a method that no measurement compares.');
  return mode;
}

/** Tokens of what is shown. */
const SHOWN = 12_000;

/** Text units whose words a mode over the tree of summaries shows, in its leaves and behind its summaries, best first. */
function unitsShown(index: SearchIndex, question: Question, mode: RunMode, most: number): readonly string[] {
  const request = { question: question.typed, mode, parameters: { [mode]: { nodes: most, tokens: SHOWN } } };
  const scope = scopeOf(index);
  const contexts = MODES[mode].retrieve({ index, claims: [], request, question, scope, level: 0 }, SHOWN);
  const rows = contexts.flatMap(({ tables }) => tables.flatMap((table) => table.rows.filter(({ used }) => used)));
  const spans = rows
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ premises }) => premises.flatMap((one) => one.spans));
  return [...new Set(spans.flatMap((span) => unitOfSpan(index, span)?.id ?? []))];
}

function rankedFor(
  index: SearchIndex,
  query: RetrievalQuery,
  mode: RetrievalMode,
  allow: UnitFilter,
): readonly number[] {
  const slots = (hits: readonly Hit[]): number[] => hits.map((hit) => hit.id);
  if (mode === 'bm25') return slots(rankByWords(index, query, allow));
  if (mode === 'dense') return slots(query.dense?.units(POOL) ?? []);
  if (mode === 'contextual' || mode === 'two fields') return slots(inContext(index, query, mode));
  if (mode.startsWith('lightrag-')) return shownBy(index, query, mode);
  if (mode === 'basic' || mode === 'lazy') return slots(rankTextUnits(index, query, allow).hits);
  if (mode !== 'global') {
    return slots(rankTextUnits(index, query, allow, mapQueryToEntities(index, query, 10).rows).hits);
  }
  const reports = rankReports(index, query, { level: 2, allow });
  return [...new Set(reports.flatMap(({ row }) => unitsOfReport(index, row, allow)))];
}

/** Estimated tokens of a context, so large that all passages of a mode find room. */
const ROOMY = 200_000;

/** The passages that a mode of LightRAG shows, by the question's own words in place of keywords. */
function shownBy(index: SearchIndex, query: RetrievalQuery, mode: RetrievalMode): readonly number[] {
  const chosen = RUN_MODES.find((name) => name === mode);
  if (!chosen) return [];
  const parameters = { [chosen]: { passages: POOL, entities_share: 10, relationships_share: 10 } };
  const request = { question: query.text, mode: chosen, parameters };
  const question = { ...readQuestion(index, request), ...(query.dense && { dense: query.dense }) };
  const contexts = MODES[chosen].retrieve(
    { index, claims: [], request, level: 0, question, scope: scopeOf(index) },
    ROOMY,
  );
  const sources = contexts.flatMap(({ tables }) => tables.filter(({ dataset }) => dataset === 'Sources'));
  return sources.flatMap(({ rows }) => rows.flatMap(({ row, used }) => (used ? [row] : [])));
}

/** As Contextual ranks, with the words of text and context together or by the better one of the two. */
function inContext(index: SearchIndex, query: RetrievalQuery, mode: 'contextual' | 'two fields'): readonly Hit[] {
  const parameters = { contextual: { fields: mode === 'contextual' ? 'joined' : 'better' } };
  const request = { question: query.text, mode: 'contextual', parameters } as const;
  const question = { ...readQuestion(index, request), ...(query.dense && { dense: query.dense }) };
  return rankInContext({ index, claims: [], request, level: 0, question, scope: scopeOf(index) });
}
