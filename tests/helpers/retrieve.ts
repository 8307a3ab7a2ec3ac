import type { DenseSearch } from '../../src/core/retrieval/dense';
import type { SearchIndex } from '../../src/core/retrieval/index';
import type { Hit } from '../../src/core/retrieval/top-k';
import { pickEntities } from '../../src/core/search/pick-entities';
import { pickReports, unitsOfReport } from '../../src/core/search/pick-reports';
import { readQuestion, type Question } from '../../src/core/search/question';
import {
  rankByWords,
  rankLocalUnits,
  rankUnits,
  unitFilter,
  type UnitFilter,
} from '../../src/core/search/retrieve-units';

/** Text units that meaning alone is asked for. */
const POOL = 100;

/** Retrieval modes that a measurement can compare. */
export type RetrievalMode = 'bm25' | 'dense' | 'basic' | 'local' | 'global';

/** Ids of the k text units that a mode rests its answer on, best first; `bm25` and `dense` (none without vectors) are the yardsticks. */
export function retrieve(
  index: SearchIndex,
  question: string,
  mode: RetrievalMode,
  k: number,
  dense?: DenseSearch,
): readonly string[] {
  const read = readQuestion(index, { question, mode: 'auto' });
  const asked = dense ? { ...read, dense } : read;
  const allow = unitFilter(index);
  const hits = rankedFor(index, asked, mode, allow);
  return hits.slice(0, k).flatMap((slot) => index.unitAt.get(slot)?.id ?? []);
}

function rankedFor(index: SearchIndex, question: Question, mode: RetrievalMode, allow: UnitFilter): readonly number[] {
  const slots = (hits: readonly Hit[]): number[] => hits.map((hit) => hit.id);
  if (mode === 'bm25') return slots(rankByWords(index, question, allow));
  if (mode === 'dense') return slots(question.dense?.units(POOL) ?? []);
  if (mode === 'basic') return slots(rankUnits(index, question, allow).hits);
  if (mode === 'local') return slots(rankLocalUnits(index, question, allow, pickEntities(index, question).rows).hits);
  const reports = pickReports(index, question, { level: 2, allow });
  return [...new Set(reports.flatMap(({ row }) => unitsOfReport(index, row, allow)))];
}
