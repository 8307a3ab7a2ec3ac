import type { EntityRow, RelationshipRow } from '../../tables/tables';
import { pairNumber, pairOf } from './changed-pairs';
import { exchanged, type GraphLinks } from './graph-links';

type Ends = Pick<RelationshipRow, 'source_id' | 'target_id'>;

/** Entities and relationships. */
interface Linked {
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
}

/**
 * Fills `degree`, the number of distinct neighbours, and `combined_degree`, the sum of both ends, for all rows. Rows that are right stay the
 * same objects, and so do tables.
 */
export function withDegrees({ entities, relationships }: Linked): Linked {
  const degrees = countDegrees(relationships);
  const degreeOf = (id: string): number => degrees.get(id) ?? 0;
  return {
    entities: mapChanged(entities, (row) => withDegree(row, degreeOf(row.id))),
    relationships: mapChanged(relationships, (row) =>
      withCombined(row, degreeOf(row.source_id) + degreeOf(row.target_id)),
    ),
  };
}

/** What was exchanged since degrees were right: the places of all relationships of some pairs, before and now. */
interface Exchange {
  readonly before: GraphLinks;
  readonly places: readonly number[];
  readonly freshAt: readonly number[];
}

/** Fills the degrees of linked tables, and only where the exchange changes them; everywhere without one. */
export function withFreshDegrees(links: GraphLinks, exchange: Exchange | undefined): GraphLinks {
  if (!exchange) return { ...links, ...withDegrees(links) };
  const changes = degreeChanges(links, exchange);
  const { source, target, places } = links;
  const marks = new Uint8Array(places.length);
  const entities = new Map<number, EntityRow>();
  for (const [number, by] of changes) {
    marks[number] = 1;
    const row = links.entities[places[number] ?? -1];
    if (row) entities.set(places[number] ?? -1, { ...row, degree: row.degree + by });
  }
  const own = { ...links, entities: exchanged(links.entities, entities, []) };
  const degreeOf = (number: number): number => own.entities[places[number] ?? -1]?.degree ?? 0;
  const relationships = new Map<number, RelationshipRow>();
  const fill = (at: number): void => {
    const row = links.relationships[at];
    const sum = degreeOf(source[at] ?? -1) + degreeOf(target[at] ?? -1);
    if (row && row.combined_degree !== sum) relationships.set(at, { ...row, combined_degree: sum });
  };
  for (const at of exchange.freshAt) fill(at);
  for (let at = 0; at < source.length; at++) {
    if (marks[source[at] ?? -1] === 1 || marks[target[at] ?? -1] === 1) fill(at);
  }
  return { ...own, relationships: exchanged(links.relationships, relationships, []) };
}

/** How many neighbours entities gained or lost, by number; those of which it is none are left out. */
function degreeChanges(links: GraphLinks, { before, places, freshAt }: Exchange): ReadonlyMap<number, number> {
  const pairsAt = ({ source, target }: GraphLinks, at: readonly number[]): ReadonlySet<number> =>
    new Set(at.map((place) => pairNumber(source[place] ?? -1, target[place] ?? -1)));
  const [was, is] = [pairsAt(before, places), pairsAt(links, freshAt)];
  const changes = new Map<number, number>();
  const note = (pair: number, by: number): void => {
    for (const number of new Set(pairOf(pair))) changes.set(number, (changes.get(number) ?? 0) + by);
  };
  for (const pair of was) if (!is.has(pair)) note(pair, -1);
  for (const pair of is) if (!was.has(pair)) note(pair, 1);
  for (const [number, by] of [...changes]) if (by === 0) changes.delete(number);
  return changes;
}

const withDegree = (row: EntityRow, degree: number): EntityRow => (row.degree === degree ? row : { ...row, degree });

const withCombined = (row: RelationshipRow, combined_degree: number): RelationshipRow =>
  row.combined_degree === combined_degree ? row : { ...row, combined_degree };

function mapChanged<R>(rows: readonly R[], change: (row: R) => R): readonly R[] {
  const changed = rows.map(change);
  return changed.every((row, at) => row === rows[at]) ? rows : changed;
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

/** The number of distinct neighbours of each entity, by id. */
function countDegrees(relationships: readonly Ends[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const degrees: number[] = [];
  const numberOf = (id: string): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    numbers.set(id, numbers.size);
    return degrees.push(0) - 1;
  };
  const seen = new Set<number>();
  for (const { source_id, target_id } of relationships) {
    const [one, other] = [numberOf(source_id), numberOf(target_id)];
    const pair = Math.min(one, other) * MOST_ENTITIES + Math.max(one, other);
    if (seen.has(pair)) continue;
    seen.add(pair);
    degrees[one] = (degrees[one] ?? 0) + 1;
    if (one !== other) degrees[other] = (degrees[other] ?? 0) + 1;
  }
  return new Map([...numbers].map(([id, number]) => [id, degrees[number] ?? 0]));
}

/** A pair of numbers below this is one whole number. */
const MOST_ENTITIES = 2 ** 26;
