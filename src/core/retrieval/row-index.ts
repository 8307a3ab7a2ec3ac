import { terms } from '../text/terms';
import { createBm25, type Bm25, type Bm25Reader } from './bm25';
import type { Lookup, RowKeeper } from './row-numbers';

/** A lexical index over the rows of a table, by row number. */
export interface RowIndex {
  readonly bm25: Bm25Reader;
  /** Row number of an id. */
  readonly at: Lookup<string, number>;
}

/** Keeps the words of rows; `textOf` gives all that is indexed of a row. */
export function wordKeeper<R extends object>(textOf: (row: R) => string) {
  return {
    create: createBm25,
    keeper: (bm25: Bm25): RowKeeper<R> => ({
      add: (number, row) => bm25.add(number, terms(textOf(row))),
      remove: bm25.remove,
      isCurrent: (_, row, then) => row === then || textOf(row) === textOf(then),
    }),
  };
}
