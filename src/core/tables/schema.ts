/** Declares what a table is, so that row types, SQL and Parquet schemas all come from one place. */

/** `int` is a whole number within ±2^53 in rows and BIGINT on disk; `double` is a 64-bit float. */
export type ColumnType = 'string' | 'int' | 'double' | 'string[]' | 'int[]' | 'findings';

export interface Column {
  readonly type: ColumnType;
  /** One sentence for people and for the table browser. */
  readonly doc: string;
  readonly nullable?: true;
  /** Marks a column that Microsoft GraphRAG does not have. */
  readonly own?: true;
  /** Filled from another table when the index is loaded and when a copy is saved; empty otherwise on disk, and never read from there. */
  readonly derived?: true;
  /** Marks strings that are mostly long and seldom looked at: one is decoded when it is asked for, until then its row has its bytes. */
  readonly late?: true;
  /** Marks a list of strings that mostly grows in one place: of a row that changes, only what came is written. */
  readonly grows?: true;
  /** Marks strings that each row has one of its own of. */
  readonly unique?: true;
  /** Format that brought it. A file of an earlier one lacks it: its rows then have its empty value. */
  readonly since?: number;
}

export type Columns = Readonly<Record<string, Column>>;

const NOTHING: readonly never[] = Object.freeze([]);

/** Returns the value for a column that a file does not fill. */
export function emptyValue({ type, nullable }: Column): null | string | number | readonly never[] {
  if (nullable) return null;
  if (type === 'string') return '';
  return type === 'int' || type === 'double' ? 0 : NOTHING;
}

/** One finding of a community report (GraphRAG's `findings` struct, same field order). */
export interface Finding {
  readonly explanation: string;
  readonly summary: string;
}

interface ValueOf {
  string: string;
  int: number;
  double: number;
  'string[]': readonly string[];
  'int[]': readonly number[];
  findings: readonly Finding[];
}

/** The row type of a column declaration. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends { readonly nullable: true }
    ? ValueOf[C[K]['type']] | null
    : ValueOf[C[K]['type']];
};
