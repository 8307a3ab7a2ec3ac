import { columnRows, rowWriter } from '../../tables/column-rows';
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

/** A table, and the places of the rows that were exchanged for others or are new. */
interface Exchanged {
  readonly rows: Rows<RelationshipRow>;
  readonly freshAt: readonly number[];
}

/** Exchanges the rows at some places of a table for others: those of the same id keep their places, and new ones come last. */
export interface RelationshipExchange {
  /** Takes a row, of which only the values are kept. No two have the same id. */
  add(row: RelationshipRow): void;
  finish(): Exchanged;
}

export function exchangeRelationships(table: Rows<RelationshipRow>, places: readonly number[]): RelationshipExchange {
  const before = columnRows('relationships', table);
  const writer = rowWriter('relationships');
  const idOf = before.column('id');
  const placeOf = new Map(places.map((at) => [idOf(at), at]));
  /** By place, the number among the new rows; -1 for a row that stays. */
  const others = new Map<number, number>();
  const last: number[] = [];
  let written = 0;
  return {
    add(row) {
      const at = placeOf.get(row.id);
      const then = at === undefined ? undefined : before.at(at);
      const isKept = then && isSameRow(then, row);
      if (!isKept) writer.add(row);
      if (at !== undefined) others.set(at, isKept ? -1 : written++);
      else last.push(written++);
    },
    finish() {
      if (written === 0 && others.size === places.length) return { rows: table, freshAt: places };
      const come = writer.finish();
      const identities: number[] = [];
      const freshAt: number[] = [];
      const isTouched = new Set(places);
      for (let at = 0; at < before.length; at++) {
        const other = others.get(at);
        if (isTouched.has(at)) {
          if (other === undefined) continue;
          freshAt.push(identities.length);
        }
        identities.push(other === undefined || other < 0 ? before.identity(at) : come.identity(other));
      }
      for (const at of last) freshAt.push(identities.push(come.identity(at)) - 1);
      return { rows: before.after(Uint32Array.from(identities), come), freshAt };
    },
  };
}
