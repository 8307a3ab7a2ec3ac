import type { Column } from '../../../core/tables/schema';
import { TABLES, type TableName, type TableRow } from '../../../core/tables/tables';

/** Begins the first item of a shortened list; a number follows: so many items of the earlier row's list come before the others. */
const MARK = '\u0000';

type Lists = Readonly<Record<string, readonly string[]>>;

const GROWING: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TABLES).map(([table, columns]) => {
    const declared: [string, Column][] = Object.entries(columns);
    return [table, declared.flatMap(([name, { grows }]) => (grows ? [name] : []))];
  }),
);

/** A row as it is written to a patch: a list that begins as in the earlier row is shortened to what comes after. */
export function shortened<N extends TableName>(table: N, row: TableRow<N>, earlier: TableRow<N> | null): TableRow<N> {
  if (!earlier) return row;
  return mapLists(table, row, (list, name) => {
    const before = listOf(earlier, name);
    let same = 0;
    while (same < before.length && before[same] === list[same]) same++;
    return same < 2 ? list : [MARK + String(same), ...list.slice(same)];
  });
}

/** A row of a patch with its lists put together from those of the row before it, which may be shortened, too. */
export function lengthened<N extends TableName>(table: N, row: TableRow<N>, before: TableRow<N>): TableRow<N> {
  return mapLists(table, row, (list, name) => {
    const count = markOf(list);
    if (count === undefined) return list;
    const earlier = listOf(before, name);
    const came = list.slice(1);
    const older = markOf(earlier);
    if (older === undefined) return [...earlier.slice(0, count), ...came];
    if (count < older) return [MARK + String(count), ...came];
    return [earlier[0] ?? '', ...earlier.slice(1, 1 + count - older), ...came];
  });
}

/** A row whose earlier row is not there: a shortened list is what is left of it. */
export function unmarked<N extends TableName>(table: N, row: TableRow<N>): TableRow<N> {
  return mapLists(table, row, (list) => (markOf(list) === undefined ? list : list.slice(1)));
}

function markOf([first]: readonly string[]): number | undefined {
  return first?.startsWith(MARK) ? Number(first.slice(1)) : undefined;
}

const listOf = (row: object, name: string): readonly string[] => (row as Lists)[name] ?? [];

/** The same row where no list changes. */
function mapLists<N extends TableName>(
  table: N,
  row: TableRow<N>,
  change: (list: readonly string[], name: string) => readonly string[],
): TableRow<N> {
  let next = row;
  for (const name of GROWING.get(table) ?? []) {
    const before = listOf(row, name);
    const after = change(before, name);
    if (after !== before) next = { ...next, [name]: after };
  }
  return next;
}
