import { rowAt } from './bm25';
import { samePositions, type NumberedRows, type Row } from './row-numbers';

/** For each row of a table, the rows of another that it names; kept from state to state by their numbers there. */
export interface RowLinks<R extends Row> {
  readonly rows: readonly R[];
  /** The targets of row `i` are `targets[offsets[i]..offsets[i + 1])`, in the order in which it names them. */
  readonly offsets: Int32Array;
  /** Numbers in the other table; -1 for what is not there. */
  readonly targets: Int32Array;
  readonly shared: unknown;
}

/** Looks up what rows name. Of a row that is the same object as before, only what moved is looked up again. */
export function linkRows<R extends Row>(
  rows: readonly R[],
  idsOf: (row: R) => readonly string[],
  named: NumberedRows<Row>,
  before?: RowLinks<R>,
): RowLinks<R> {
  const { numbers, positions, shared } = named;
  const earlier = before?.shared === shared ? before : undefined;
  const same = earlier && samePositions(earlier.rows, rows);
  const offsets = new Int32Array(rows.length + 1);
  const earlierStart = (row: number): number => earlier?.offsets[same?.[row] ?? -1] ?? -1;
  for (const [at, row] of rows.entries()) {
    const start = earlierStart(at);
    const count = start < 0 ? idsOf(row).length : (earlier?.offsets[(same?.[at] ?? -1) + 1] ?? 0) - start;
    offsets[at + 1] = (offsets[at] ?? 0) + count;
  }
  const targets = new Int32Array(offsets[rows.length] ?? 0);
  for (const [at, row] of rows.entries()) {
    const start = earlierStart(at);
    const to = offsets[at] ?? 0;
    for (let next = 0; next < (offsets[at + 1] ?? 0) - to; next++) {
      const number = start < 0 ? -1 : (earlier?.targets[start + next] ?? -1);
      const isThere = (positions[number] ?? -1) >= 0;
      targets[to + next] = isThere ? number : (numbers[named.at.get(idsOf(row)[next] ?? '') ?? -1] ?? -1);
    }
  }
  return { rows, offsets, targets, shared };
}

/** Lists of rows for each row of a table: those of row `i` are `rows[offsets[i]..offsets[i + 1])`. */
export interface RowLists {
  readonly offsets: Int32Array;
  readonly rows: Int32Array;
}

/** For each row of the other table, the rows that name it: in the order of the table, or in the one that is given. */
export function namingRows(
  { offsets, targets, rows }: RowLinks<Row>,
  { rows: named, positions }: NumberedRows<Row>,
  order?: Iterable<number>,
): RowLists {
  const starts = new Int32Array(named.length + 1);
  for (const number of targets) {
    const row = rowAt(positions, number);
    if (row !== undefined) starts[row + 1] = (starts[row + 1] ?? 0) + 1;
  }
  for (let row = 0; row < named.length; row++) starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0);
  const next = starts.slice();
  const naming = new Int32Array(starts[named.length] ?? 0);
  for (const from of order ?? rows.keys()) {
    for (let at = offsets[from] ?? 0; at < (offsets[from + 1] ?? 0); at++) {
      const row = rowAt(positions, targets[at] ?? -1);
      if (row === undefined) continue;
      const place = next[row] ?? 0;
      next[row] = place + 1;
      naming[place] = from;
    }
  }
  return { offsets: starts, rows: naming };
}

/** The list of a row. */
export const listOf = ({ offsets, rows }: RowLists, row: number): Int32Array =>
  rows.subarray(offsets[row] ?? 0, offsets[row + 1] ?? 0);
