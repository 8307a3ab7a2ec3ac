import { terms } from '../text/terms';
import type { Work } from '../work';
import { createBm25, type Bm25 } from './bm25';

/** A lexical index over the rows of a table, by row number. */
export interface RowIndex {
  readonly bm25: Bm25;
  /** Row number of an id. */
  readonly at: ReadonlyMap<string, number>;
}

const ROWS_PER_STEP = 64;

/** Indexes the rows of a table by their words. */
export function* rowIndex<R extends { readonly id: string }>(
  rows: readonly R[],
  textOf: (row: R) => string,
  before: number,
  total: number,
): Work<RowIndex> {
  const bm25 = createBm25();
  const at = new Map<string, number>();
  for (const [number, row] of rows.entries()) {
    at.set(row.id, number);
    bm25.add(number, terms(textOf(row)));
    if (number % ROWS_PER_STEP === 0) yield { done: Math.min(total, before + number), total };
  }
  return { bm25, at };
}
