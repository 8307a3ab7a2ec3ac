import { pairKey } from '../../ids';
import type { EntityRow, RelationshipRow } from '../../tables/tables';

/** How many neighbours entities gained or lost, by id. */
export type DegreeChanges = ReadonlyMap<string, number>;

type Ends = Pick<RelationshipRow, 'source_id' | 'target_id'>;

/** What the exchange of some relationships for others changes of degrees. Either list has all relationships of its pairs. */
export function degreeChanges(before: Iterable<Ends>, after: Iterable<Ends>): DegreeChanges {
  const was = pairsOf(before);
  const is = pairsOf(after);
  const changes = new Map<string, number>();
  const note = ({ source_id, target_id }: Ends, by: number): void => {
    for (const id of new Set([source_id, target_id])) changes.set(id, (changes.get(id) ?? 0) + by);
  };
  for (const [pair, ends] of was) if (!is.has(pair)) note(ends, -1);
  for (const [pair, ends] of is) if (!was.has(pair)) note(ends, 1);
  for (const [id, by] of [...changes]) if (by === 0) changes.delete(id);
  return changes;
}

function pairsOf(rows: Iterable<Ends>): ReadonlyMap<string, Ends> {
  const pairs = new Map<string, Ends>();
  for (const row of rows) pairs.set(pairKey(row.source_id, row.target_id), row);
  return pairs;
}

/** Entities and relationships. */
interface Linked {
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
}

/**
 * Fills `degree`, the number of distinct neighbours, and `combined_degree`, the sum of both ends. `changes` are those since the rows were last
 * filled, and `fresh` the relationships that are new since; without them everything is counted. Rows that are right stay the same objects.
 */
export function withDegrees(
  { entities, relationships }: Linked,
  since?: { readonly changes: DegreeChanges; readonly fresh: ReadonlySet<RelationshipRow> },
): Linked {
  const counted = since ? undefined : countDegrees(relationships);
  const degreeOf = new Map<string, number>();
  const filled = entities.map((row) => {
    const degree = counted ? (counted.get(row.id) ?? 0) : row.degree + (since?.changes.get(row.id) ?? 0);
    degreeOf.set(row.id, degree);
    return degree === row.degree ? row : { ...row, degree };
  });
  const isOff = since
    ? (row: RelationshipRow): boolean =>
        since.changes.has(row.source_id) || since.changes.has(row.target_id) || since.fresh.has(row)
    : () => true;
  const combined = (row: RelationshipRow): RelationshipRow => {
    const sum = (degreeOf.get(row.source_id) ?? 0) + (degreeOf.get(row.target_id) ?? 0);
    return sum === row.combined_degree ? row : { ...row, combined_degree: sum };
  };
  return { entities: filled, relationships: relationships.map((row) => (isOff(row) ? combined(row) : row)) };
}

/** Fills the degrees of entities and relationships, row by row. */
export function degreeLinkers(relationships: readonly Ends[]): {
  readonly entities: (row: EntityRow) => EntityRow;
  readonly relationships: (row: RelationshipRow) => RelationshipRow;
} {
  const degrees = countDegrees(relationships);
  const degreeOf = (id: string): number => degrees.get(id) ?? 0;
  return {
    entities: (row) => ({ ...row, degree: degreeOf(row.id) }),
    relationships: (row) => ({ ...row, combined_degree: degreeOf(row.source_id) + degreeOf(row.target_id) }),
  };
}

function countDegrees(relationships: readonly Ends[]): ReadonlyMap<string, number> {
  return degreeChanges([], relationships);
}
