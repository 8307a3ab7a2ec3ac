import { columnOf, type Rows } from '../../tables/rows';
import type { EntityRow, RelationshipRow } from '../../tables/tables';
import { pairNumber, pairOf } from './changed-pairs';
import { exchanged, type GraphLinks } from './graph-links';

type Ends = Pick<RelationshipRow, 'source_id' | 'target_id'>;

/** Entities and relationships. */
interface Linked {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
}

/** Fills `degree`, the number of distinct neighbours, for all entities. Rows that are right stay the same objects, and so does a table. */
export function withDegrees({ entities, relationships }: Linked): readonly EntityRow[] {
  const degrees = countDegrees(relationships);
  const rows = entities.map((row) => {
    const degree = degrees.get(row.id) ?? 0;
    return row.degree === degree ? row : { ...row, degree };
  });
  return rows.every((row, at) => row === entities[at]) ? entities : rows;
}

/** Changed relationships since degrees were right: the places of all relationships of some pairs, before and now. */
interface Exchange {
  readonly before: GraphLinks;
  readonly places: readonly number[];
  readonly freshAt: readonly number[];
}

/** Fills the degrees of linked entities, and only where the exchange changes them; everywhere without one. */
export function withFreshDegrees(links: GraphLinks, exchange: Exchange | undefined): GraphLinks {
  if (!exchange) return { ...links, entities: withDegrees(links) };
  const entities = new Map<number, EntityRow>();
  for (const [number, by] of degreeChanges(links, exchange)) {
    const place = links.places[number] ?? -1;
    const row = links.entities[place];
    if (row) entities.set(place, { ...row, degree: row.degree + by });
  }
  return { ...links, entities: exchanged(links.entities, entities, []) };
}

/** Counts the neighbours that entities gained or lost, by number; those without a change are left out. */
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

/** Fills the degrees of entities and relationships, row by row. */
export function degreeLinkers(relationships: Rows<Ends>): {
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
function countDegrees(relationships: Rows<Ends>): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number => {
    const known = numbers.get(id);
    if (known === undefined) numbers.set(id, numbers.size);
    return known ?? numbers.size - 1;
  };
  const pairs = new Float64Array(relationships.length);
  const [sourceOf, targetOf] = [columnOf(relationships, 'source_id'), columnOf(relationships, 'target_id')];
  for (let at = 0; at < pairs.length; at++) {
    pairs[at] = pairNumber(numberOf(sourceOf(at) ?? ''), numberOf(targetOf(at) ?? ''));
  }
  pairs.sort();
  const degrees = new Int32Array(numbers.size);
  for (let at = 0; at < pairs.length; at++) {
    const pair = pairs[at] ?? 0;
    if (at > 0 && pair === pairs[at - 1]) continue;
    const [one, other] = pairOf(pair);
    degrees[one] = (degrees[one] ?? 0) + 1;
    if (one !== other) degrees[other] = (degrees[other] ?? 0) + 1;
  }
  return new Map([...numbers].map(([id, number]) => [id, degrees[number] ?? 0]));
}
