import type { RelationshipRow } from '../../tables/tables';
import { pairNumber } from './changed-pairs';
import type { GraphLinks } from './graph-links';
import type { NodeState } from './node-state';

/**
 * The places of earlier relationships that may differ: those that are or were among the strongest of a touched entity, those of entities with
 * another name, and all that a reader stated. Every place, where everything is touched.
 */
export function touchedRelationships(
  { source, target, stated }: GraphLinks,
  state: NodeState,
  touched: ReadonlySet<number> | undefined,
  renamed: ReadonlySet<number>,
): readonly number[] {
  if (!touched) return Array.from(source.keys());
  const candidates = new Set<number>();
  const marks = new Uint8Array(state.records.symbols.keys.size);
  for (const node of touched) {
    marks[node] = MARK.touched;
    const now = state.strongest.get(node);
    const before = state.before.has(node) ? state.before.get(node) : now;
    for (const strongest of new Set([before, now])) {
      for (const other of strongest?.nodes ?? []) candidates.add(pairNumber(node, other));
    }
  }
  for (const node of renamed) marks[node] = MARK.renamed;
  const places: number[] = [];
  for (let at = 0; at < source.length; at++) {
    const [one, other] = [source[at] ?? -1, target[at] ?? -1];
    const mark = Math.max(marks[one] ?? MARK.renamed, marks[other] ?? MARK.renamed);
    if (mark === MARK.renamed || stated[at] === 1) places.push(at);
    else if (mark === MARK.touched && candidates.has(pairNumber(one, other))) places.push(at);
  }
  return places;
}

const MARK = { touched: 1, renamed: 2 } as const;

/** The places of relationships that only co-occurrence found, by the pair at their ends. */
export function appearingByPair(
  places: readonly number[],
  { source, target, stated }: GraphLinks,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const at of places) {
    const [one, other] = [source[at] ?? -1, target[at] ?? -1];
    if (stated[at] === 0 && one >= 0 && other >= 0) found.set(pairNumber(one, other), at);
  }
  return found;
}

/** The rows at some places, by their ids. */
export function rowsById(
  table: readonly RelationshipRow[],
  places: readonly number[],
): ReadonlyMap<string, RelationshipRow> {
  const rows = new Map<string, RelationshipRow>();
  for (const at of places) {
    const row = table[at];
    if (row) rows.set(row.id, row);
  }
  return rows;
}

/** A table with the rows at some places exchanged for others: those of the same id keep their places, and new ones come last. */
export function withRelationships(
  table: readonly RelationshipRow[],
  places: readonly number[],
  fresh: readonly RelationshipRow[],
): { readonly rows: readonly RelationshipRow[]; readonly freshAt: readonly number[] } {
  const isGone = new Uint8Array(table.length);
  for (const at of places) isGone[at] = 1;
  const left = new Map(fresh.map((row) => [row.id, row]));
  const rows: RelationshipRow[] = [];
  const freshAt: number[] = [];
  for (let at = 0, row: RelationshipRow | undefined; (row = table[at]) !== undefined; at++) {
    const other = isGone[at] === 1 ? left.get(row.id) : row;
    if (!other) continue;
    if (isGone[at] === 1) {
      left.delete(row.id);
      freshAt.push(rows.length);
    }
    rows.push(other);
  }
  for (const row of left.values()) freshAt.push(rows.push(row) - 1);
  const isSame = rows.length === table.length && freshAt.every((at) => rows[at] === table[at]);
  return { rows: isSame ? table : rows, freshAt };
}
