import type { Column } from '../../../../core/tables/schema';
import { TABLES, type TableName, type TableRow } from '../../../../core/tables/tables';

/** Begins an item of a shortened list that stands for items of the earlier row's list: from one place up to another. */
const MARK = '\u0000';
/** Fewer items than this that stayed are written as they are. */
const FEW = 2;

type Lists = Readonly<Record<string, readonly string[]>>;

const GROWING: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TABLES).map(([table, columns]) => {
    const declared: [string, Column][] = Object.entries(columns);
    return [table, declared.flatMap(([name, { grows }]) => (grows ? [name] : []))];
  }),
);

/** A row as it is written to a patch: what a list has in common with the earlier one, at its start and end, is not written. */
export function shortened<N extends TableName>(table: N, row: TableRow<N>, earlier: TableRow<N> | null): TableRow<N> {
  if (!earlier) return row;
  return mapLists(table, row, (list, name) => {
    const before = listOf(earlier, name);
    const most = Math.min(before.length, list.length);
    let start = 0;
    while (start < most && before[start] === list[start]) start++;
    let end = 0;
    while (end < most - start && before[before.length - 1 - end] === list[list.length - 1 - end]) end++;
    const head = start < FEW ? list.slice(0, start) : [spanOf(0, start)];
    const tail = end < FEW ? list.slice(list.length - end) : [spanOf(before.length - end, before.length)];
    return [...head, ...list.slice(start, list.length - end), ...tail];
  });
}

/** A row of a patch with its lists put together from those of the row before it, which may be shortened, too. */
export function lengthened<N extends TableName>(table: N, row: TableRow<N>, before: TableRow<N>): TableRow<N> {
  return mapLists(table, row, (list, name) => {
    if (!list.some(isSpan)) return list;
    const earlier = listOf(before, name);
    return list.flatMap((item) => (isSpan(item) ? part(earlier, ...placesOf(item)) : [item]));
  });
}

/** A row whose earlier row is not there: a shortened list is what is left of it. */
export function unmarked<N extends TableName>(table: N, row: TableRow<N>): TableRow<N> {
  return mapLists(table, row, (list) => (list.some(isSpan) ? list.filter((item) => !isSpan(item)) : list));
}

const isSpan = (item: string): boolean => item.startsWith(MARK);
const spanOf = (from: number, to: number): string => `${MARK}${String(from)}-${String(to)}`;

function placesOf(span: string): readonly [from: number, to: number] {
  const [from, to] = span.slice(MARK.length).split('-').map(Number);
  return [from ?? 0, to ?? 0];
}

/** The items of a list from one place up to another; a span in it counts as the items that it stands for. */
function part(list: readonly string[], from: number, to: number): readonly string[] {
  if (!list.some(isSpan)) return list.slice(from, to);
  const items: string[] = [];
  let at = 0;
  for (const item of list) {
    const [first, last] = isSpan(item) ? placesOf(item) : [0, 1];
    const start = Math.max(first, first + from - at);
    const end = Math.min(last, first + to - at);
    if (start < end) items.push(isSpan(item) ? spanOf(start, end) : item);
    at += last - first;
  }
  return items;
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
