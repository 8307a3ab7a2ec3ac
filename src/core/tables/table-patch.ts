import { identities, type Rows, rowsAt } from './rows';
import type { Column } from './schema';
import { TABLES, type DERIVED_TABLES, type TableOfUse, type TableRow } from './tables';

/** A table whose rows are derived from others. */
export type DerivedTable = (typeof DERIVED_TABLES)[number];

/** Difference of a table from an earlier state of it. Rows are matched by their `id`. */
export interface TablePatch<R> {
  /** Rows that are new or have other values. */
  readonly rows: Rows<R>;
  /** Earlier value of each of these rows, where known; null for a new one. */
  readonly earlier?: readonly (R | null)[];
  /** Ids of the rows that are gone. */
  readonly removed: readonly string[];
}

/** A table of which single rows change. */
type PatchedTable = DerivedTable | TableOfUse;

/** Patches of some tables. */
export type TablePatches = { readonly [N in PatchedTable]?: TablePatch<TableRow<N>> };

/**
 * A table after a patch: a replaced row keeps its position, and new rows come last. An empty patch gives the same array. No patch both
 * has a row and removes it.
 */
export function applyPatch<R extends object>(table: readonly R[], patch: TablePatch<R>): readonly R[] {
  if (patch.rows.length === 0 && patch.removed.length === 0) return table;
  const come = new Map(patch.rows.map((row) => [idOf(row), row]));
  const gone = new Set(patch.removed);
  const kept: R[] = [];
  for (const row of table) {
    const id = idOf(row);
    const other = come.get(id);
    if (other) come.delete(id);
    if (!gone.has(id)) kept.push(other ?? row);
  }
  for (const row of come.values()) kept.push(row);
  return kept;
}

/**
 * The patch from one state of a table to a later one. A row that is the same object is taken as unchanged; of the others the columns that
 * are kept on disk are compared, one by one. Rows that stayed are expected in their earlier order.
 */
export function patchBetween<N extends DerivedTable>(
  name: N,
  before: Rows<TableRow<N>>,
  after: Rows<TableRow<N>>,
): TablePatch<TableRow<N>> {
  if (before === after) return { rows: [], removed: [] };
  const declared: [string, Column][] = Object.entries(TABLES[name]);
  const columns = declared.flatMap(([column, { derived }]) => (derived ? [] : [column]));
  if (before.length === 0) return { rows: after, removed: [] };
  const { left, come } = unpaired(before, after);
  const rows: TableRow<N>[] = [];
  const others: (TableRow<N> | null)[] = [];
  const removed: string[] = [];
  pairRows(left, come, (other, row) => {
    if (!row) {
      if (other) removed.push(idOf(other));
      return;
    }
    if (other && isSame(row, other, columns)) return;
    rows.push(row);
    others.push(other ?? null);
  });
  return { rows, earlier: others, removed };
}

/**
 * Visits rows that left a table and rows that came, those of the same id together. Most are in the same order: only the others are looked up by
 * their ids, and come last.
 */
export function pairRows<R extends object>(
  left: readonly R[],
  come: readonly R[],
  visit: (left: R | undefined, come: R | undefined) => void,
): void {
  const gone = new Map<string, R>();
  const fresh: R[] = [];
  let at = 0;
  for (const row of come) {
    const id = idOf(row);
    const isNext = (place: number): boolean => {
      const other = left[place];
      return other !== undefined && idOf(other) === id;
    };
    let found = at;
    const end = Math.min(left.length, at + LOOK_AHEAD);
    while (found < end && !isNext(found)) found++;
    if (found === end) {
      fresh.push(row);
      continue;
    }
    for (; at < found; at++) noteRow(gone, left[at]);
    visit(left[at++], row);
  }
  for (; at < left.length; at++) noteRow(gone, left[at]);
  for (const row of fresh) {
    const id = idOf(row);
    visit(gone.get(id), row);
    gone.delete(id);
  }
  for (const row of gone.values()) visit(row, undefined);
}

function noteRow<R extends object>(rows: Map<string, R>, row: R | undefined): void {
  if (row) rows.set(idOf(row), row);
}

/** Most removed rows in succession that are skipped. */
const LOOK_AHEAD = 16;

/** The rows of either state of a table that are not the same objects in the other one. Quick where those that stayed are in their earlier order. */
export function unpaired<R extends object>(
  before: Rows<R>,
  after: Rows<R>,
): { readonly left: readonly R[]; readonly come: readonly R[] } {
  const [then, now] = [identities(before), identities(after)];
  const left: number[] = [];
  const come: number[] = [];
  const { length } = before;
  let at = 0;
  const leave = (end: number): void => {
    for (; at < end; at++) left.push(at);
  };
  for (let next = 0; next < after.length; next++) {
    const row = now(next);
    if (then(at) === row) {
      at++;
      continue;
    }
    const end = Math.min(length, at + LOOK_AHEAD);
    let found = at;
    while (found < end && then(found) !== row) found++;
    if (found < end) {
      leave(found);
      at++;
      continue;
    }
    come.push(next);
    const [other, one] = [before.at(at), after.at(next)];
    if (other && one && idOf(other) === idOf(one)) leave(at + 1);
  }
  leave(length);
  const [gone, fresh] = [new Set(left.map(then)), new Set(come.map(now))];
  return {
    left: [
      ...rowsAt(
        before,
        left.filter((place) => !fresh.has(then(place))),
      ),
    ],
    come: [
      ...rowsAt(
        after,
        come.filter((place) => !gone.has(now(place))),
      ),
    ],
  };
}

/** Every patched table has this column. */
const idOf = (row: object): string => (row as { readonly id: string }).id;

function isSame(one: object, other: object, columns: readonly string[]): boolean {
  const [a, b] = [one, other] as readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  for (const name of columns) {
    const [left, right] = [a[name], b[name]];
    if (left !== right && !isSameValue(left, right)) return false;
  }
  return true;
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isSameValue(one, b[at]));
  return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
    ? JSON.stringify(a) === JSON.stringify(b)
    : false;
}
