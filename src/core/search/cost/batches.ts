import type { SearchIndex } from '../../retrieval/index';
import { batchSizes } from '../context/global-batches';
import type { Scope } from '../context/scope';
import { reportsWithin } from '../context/report-entries';
import { meanReport } from './data-sizes';

/** Which reports the batches would hold, and how much each. */
export interface BatchesChoice {
  /** Estimated tokens of a batch at most. */
  readonly room: number;
  readonly most: number;
  readonly level: number;
  readonly scope: Scope;
  /** Row numbers of the reports in place of the level's. */
  readonly rows?: readonly number[];
}

/** Reports that are packed to see how many batches they make; of more, the number is reckoned from their mean length. */
const PACKED = 200;
/** Part of a batch that is filled: a report that finds no room begins the next. */
const FILLED = 0.8;
/** Tokens of what stands before a report in its row: number, title, weight and rank. */
const BEFORE = 16;

/** How many batches the reports make, and their estimated tokens together. */
export function batchesAbout(
  index: SearchIndex,
  { room, most, level, scope, rows = index.communities.rollUp(level) }: BatchesChoice,
): { readonly batches: number; readonly tokens: number } {
  const within = reportsWithin(
    index,
    rows.map((row) => ({ row, score: 0 })),
    scope,
  );
  if (within.length === 0 || room <= 0) return { batches: 0, tokens: 0 };
  if (within.length <= PACKED) {
    const documents = scope.everything ? {} : { documentIds: [...scope.chosen] };
    const sizes = batchSizes(index, { tokens: room, rows: within.map(({ row }) => row), ...documents });
    const kept = sizes.slice(0, most);
    return { batches: kept.length, tokens: kept.reduce((sum, size) => sum + size, 0) };
  }
  const all = within.length * (meanReport(index) + BEFORE);
  const batches = Math.min(most, Math.ceil(all / (FILLED * room)));
  return { batches, tokens: Math.min(all, batches * room) };
}
