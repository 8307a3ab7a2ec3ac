import type { Rows } from '../../tables/rows';
import { samePositions, type NumberedRows, type Row } from './row-numbers';

/** For each row of a table, the rows of another that it names; kept from state to state by their numbers there. */
export interface RowLinks<R extends Row> {
  readonly rows: Rows<R>;
  /** The targets of row `i` are `targets[offsets[i]..offsets[i + 1])`, in the order in which it names them. */
  readonly offsets: Int32Array;
  /** Numbers in the other table; -1 for what is not there. */
  readonly targets: Int32Array;
  readonly shared: unknown;
}

/** Resolves the ids in rows. For a row that is the same object as before, only moved targets are looked up again. */
export function linkRows<R extends Row>(
  rows: Rows<R>,
  idsAt: (place: number) => readonly string[],
  named: NumberedRows<Row>,
  before?: RowLinks<R>,
): RowLinks<R> {
  const { numbers, positions, shared } = named;
  const earlier = before?.shared === shared ? before : undefined;
  const same = earlier && samePositions(earlier.rows, rows);
  const offsets = new Int32Array(rows.length + 1);
  for (let at = 0; at < rows.length; at++) {
    const from = same?.[at] ?? -1;
    const count = earlier && from >= 0 ? countAt(earlier.offsets, from) : idsAt(at).length;
    offsets[at + 1] = (offsets[at] ?? 0) + count;
  }
  const targets = new Int32Array(offsets[rows.length] ?? 0).fill(-1);
  if (earlier && same) copyRuns(same, earlier, offsets, targets);
  for (let at = 0; at < rows.length; at++) {
    const start = offsets[at] ?? 0;
    let ids: readonly string[] | undefined;
    for (let place = start; place < (offsets[at + 1] ?? 0); place++) {
      // What was there and is not looked up again is the most.
      if ((positions[targets[place] ?? -1] ?? -1) >= 0) continue;
      ids ??= idsAt(at);
      targets[place] = numbers[named.at.get(ids[place - start] ?? '') ?? -1] ?? -1;
    }
  }
  return { rows, offsets, targets, shared };
}

const countAt = (offsets: Int32Array, row: number): number => (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);

/** Copies the targets of rows that are the same as before, whole runs of them at once. */
function copyRuns(same: Int32Array, earlier: RowLinks<Row>, offsets: Int32Array, targets: Int32Array): void {
  for (let at = 0; at < same.length;) {
    const from = same[at] ?? -1;
    let end = at + 1;
    if (from >= 0) {
      while (end < same.length && same[end] === from + end - at) end++;
      const run = earlier.targets.subarray(earlier.offsets[from], earlier.offsets[from + end - at]);
      targets.set(run, offsets[at]);
    }
    at = end;
  }
}

/** Lists of rows for each row of a table: those of row `i` are `rows[offsets[i]..offsets[i + 1])`. */
interface RowLists {
  readonly offsets: Int32Array;
  readonly rows: Int32Array;
}

/** For each row of the other table, the rows that name it: in the order of the table, or in the one that is given. */
export function namingRows(
  { offsets, targets }: RowLinks<Row>,
  { rows: named, positions }: NumberedRows<Row>,
  order?: Iterable<number>,
): RowLists {
  const starts = new Int32Array(named.length + 1);
  const found = targets.map((number) => positions[number] ?? -1);
  for (let at = 0; at < found.length; at++) {
    const after = (found[at] ?? -1) + 1;
    if (after > 0) starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let row = 0; row < named.length; row++) starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0);
  const next = starts.slice();
  const naming = new Int32Array(starts[named.length] ?? 0);
  for (const from of order ?? offsets.subarray(1).keys()) {
    for (let at = offsets[from] ?? 0; at < (offsets[from + 1] ?? 0); at++) {
      const row = found[at] ?? -1;
      if (row < 0) continue;
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
