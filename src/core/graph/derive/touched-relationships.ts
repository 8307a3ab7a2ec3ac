import { columnRows, rowWriter, type ColumnRows } from '../../tables/column-rows';
import { isSameRow, type Rows } from '../../tables/rows';
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
  table: Rows<RelationshipRow>,
  places: readonly number[],
): ReadonlyMap<string, RelationshipRow> {
  const rows = new Map<string, RelationshipRow>();
  for (const at of places) {
    const row = table.at(at);
    if (row) rows.set(row.id, row);
  }
  return rows;
}

/** A table with the rows at some places exchanged for others: those of the same id keep their places, and new ones come last. */
export function withRelationships(
  table: Rows<RelationshipRow>,
  places: readonly number[],
  fresh: readonly RelationshipRow[],
): { readonly rows: Rows<RelationshipRow>; readonly freshAt: readonly number[] } {
  const before = columnRows('relationships', table);
  const writer = rowWriter('relationships');
  /** By id, the places of rows that may go. */
  const earlier = new Map(places.map((at) => [before.column('id')(at), at]));
  /** By place, the number among the new rows; those that come last have none. */
  const others = new Map<number, number>();
  const kept = new Set<number>();
  const last: number[] = [];
  let written = 0;
  for (const row of fresh) {
    const at = earlier.get(row.id);
    const then = at === undefined ? undefined : before.at(at);
    if (at !== undefined && then && isSameRow(then, row)) kept.add(at);
    else {
      writer.add(row);
      if (at === undefined) last.push(written++);
      else others.set(at, written++);
    }
  }
  if (written === 0 && kept.size === places.length) return { rows: table, freshAt: places };
  return placed(before, { isGone: new Set(places), kept, others, last }, writer.finish());
}

interface Exchange {
  readonly isGone: ReadonlySet<number>;
  readonly kept: ReadonlySet<number>;
  readonly others: ReadonlyMap<number, number>;
  readonly last: readonly number[];
}

function placed(
  before: ColumnRows<RelationshipRow>,
  { isGone, kept, others, last }: Exchange,
  come: ColumnRows<RelationshipRow>,
): { readonly rows: Rows<RelationshipRow>; readonly freshAt: readonly number[] } {
  const rows: number[] = [];
  const freshAt: number[] = [];
  for (let at = 0; at < before.length; at++) {
    const other = others.get(at);
    if (isGone.has(at) && other === undefined && !kept.has(at)) continue;
    if (isGone.has(at)) freshAt.push(rows.length);
    rows.push(other === undefined ? before.identity(at) : come.identity(other));
  }
  for (const at of last) freshAt.push(rows.push(come.identity(at)) - 1);
  return { rows: before.after(Uint32Array.from(rows), come), freshAt };
}
