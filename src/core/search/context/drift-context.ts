import type { SearchIndex } from '../../retrieval/index';
import type { Question } from '../request/question';
import { assemble, fillTable, TABLE_FORMS } from './context-table';
import { type BuiltContext, type ContextShares, inSmallRoom } from './context';
import { localContext, type LocalContextChoice } from './local-context';
import { reportEntry, reportsWithin, type RankedReport } from './report-entries';
import type { Scope } from './scope';

/** GraphRAG's 0.9 and 0.1 leave nothing for the graph (0.9). */
export const DRIFT_SHARES: ContextShares = { reports: 0.1, graph: 0.3, sources: 0.6 };

/** What one step of DRIFT looks at: a local context, mostly of passages. */
export function driftStepContext(index: SearchIndex, question: Question, choice: LocalContextChoice): BuiltContext {
  return localContext(index, question, { shares: inSmallRoom(DRIFT_SHARES, choice.tokens), ...choice });
}

/** What the folds of DRIFT’s first reports may hold. */
export interface PrimerChoice {
  /** Estimated tokens of each fold at most. */
  readonly tokens: number;
  /** Parts into which the reports are divided, at most one per report. */
  readonly folds: number;
  readonly scope: Scope;
}

/**
 * The nearest reports, best first, divided into folds of equal size for the primer (GraphRAG B3); the first ones have one more. A fold
 * always shows something: none is made where no report finds room.
 */
export function primerFolds(
  index: SearchIndex,
  ranked: readonly RankedReport[],
  { tokens, folds, scope }: PrimerChoice,
): readonly BuiltContext[] {
  const entries = reportsWithin(index, ranked, scope).flatMap((one) => reportEntry(index, one, scope) ?? []);
  return folded(entries, folds)
    .map((fold) => assemble([fillTable(TABLE_FORMS.Reports, fold, tokens, scope)], tokens))
    .filter(({ text }) => text !== '');
}

/** Neighbours stay together; no part is empty. */
function folded<T>(items: readonly T[], parts: number): readonly (readonly T[])[] {
  const count = Math.min(items.length, Math.max(1, Math.floor(parts)));
  const each = Math.floor(items.length / Math.max(1, count));
  const longer = items.length % Math.max(1, count);
  return Array.from({ length: count }, (_, at) => {
    const start = at * each + Math.min(at, longer);
    return items.slice(start, start + each + (at < longer ? 1 : 0));
  });
}
