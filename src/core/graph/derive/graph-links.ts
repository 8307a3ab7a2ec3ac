import { NO_MODEL } from '../../provenance';
import { columnOf, identities, type Rows } from '../../tables/rows';
import type { EntityRow, RelationshipRow } from '../../tables/tables';

/** Numbers of entities, kept from one state of the tables to the next: an id has the same number for ever. */
export interface EntityNumbers {
  /** The number of an entity; a new one for an entity that is not known yet. */
  of(row: EntityRow): number;
  /** The number of a known id, else −1. */
  find(id: string): number;
}

/** Entities in the order in which they come, or by numbers that they have elsewhere. */
export function entityNumbers(numberOf?: (row: EntityRow) => number): EntityNumbers {
  const known = new Map<string, number>();
  return {
    of(row) {
      const before = known.get(row.id);
      if (before !== undefined) return before;
      const number = numberOf ? numberOf(row) : known.size;
      known.set(row.id, number);
      return number;
    },
    find: (id) => known.get(id) ?? -1,
  };
}

/** Places of entities in their table. */
export interface EntityPlaces {
  readonly entities: readonly EntityRow[];
  readonly given: EntityNumbers;
  /** By place, the number of the entity. */
  readonly numbers: Int32Array;
  /** By number, the place of the entity; −1 for one that is not in the table. */
  readonly places: Int32Array;
}

/** Ends of relationships, as parallel arrays by their place in the table. */
export interface GraphLinks extends EntityPlaces {
  readonly relationships: Rows<RelationshipRow>;
  /** The numbers of both ends; −1 for an entity that was never in the table. */
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float64Array;
  /** 1 for each relationship that a reader stated. */
  readonly stated: Uint8Array;
}

interface Tables {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
}

/** The links of some tables, each made once. */
const made = new WeakMap<readonly EntityRow[], GraphLinks>();

/**
 * The links of two tables: those known, else made from the links of an earlier state. Rows that are the same objects as then are not looked at.
 * `given` are the numbers to use.
 */
export function graphLinks(tables: Tables, before?: GraphLinks, given = before?.given): GraphLinks {
  const known = made.get(tables.entities);
  if (known?.relationships === tables.relationships && (!given || known.given === given)) return known;
  const earlier = before && before.given === given ? before : undefined;
  return linksOf(placesOf(tables.entities, given ?? entityNumbers(), earlier), tables.relationships, earlier);
}

/** Makes links known for the tables that they are of. */
export function keepLinks(links: GraphLinks): GraphLinks {
  made.set(links.entities, links);
  return links;
}

/** The place of each entity, by what is known of an earlier state. */
export function placesOf(
  entities: readonly EntityRow[],
  given: EntityNumbers,
  before?: Pick<EntityPlaces, 'entities' | 'numbers'>,
): EntityPlaces {
  const numbers = new Int32Array(entities.length);
  let highest = -1;
  followRows(before?.entities ?? [], entities, (at, earlier) => {
    const row = entities[at];
    const number = earlier >= 0 ? (before?.numbers[earlier] ?? -1) : row ? given.of(row) : -1;
    numbers[at] = number;
    if (number > highest) highest = number;
  });
  const places = new Int32Array(highest + 1).fill(-1);
  for (let at = 0; at < numbers.length; at++) places[numbers[at] ?? 0] = at;
  return { entities, given, numbers, places };
}

/** The ends of relationships, by what is known of an earlier state. */
export function linksOf(entities: EntityPlaces, relationships: Rows<RelationshipRow>, before?: GraphLinks): GraphLinks {
  const { given } = entities;
  const { length } = relationships;
  const [source, target] = [new Int32Array(length), new Int32Array(length)];
  const [weight, stated] = [new Float64Array(length), new Uint8Array(length)];
  const [sourceOf, targetOf] = [columnOf(relationships, 'source_id'), columnOf(relationships, 'target_id')];
  const [weightOf, methodOf] = [columnOf(relationships, 'weight'), columnOf(relationships, 'method')];
  followRows(before?.relationships ?? [], relationships, (at, earlier) => {
    const isKnown = before !== undefined && earlier >= 0;
    const [one, other] = isKnown ? [before.source[earlier] ?? -1, before.target[earlier] ?? -1] : [-1, -1];
    source[at] = one < 0 ? given.find(sourceOf(at) ?? '') : one;
    target[at] = other < 0 ? given.find(targetOf(at) ?? '') : other;
    weight[at] = isKnown ? (before.weight[earlier] ?? 0) : (weightOf(at) ?? 0);
    stated[at] = isKnown ? (before.stated[earlier] ?? 0) : Number(methodOf(at) !== NO_MODEL);
  });
  return { ...entities, relationships, source, target, weight, stated };
}

/** Most removed rows in succession that are skipped. */
const LOOK_AHEAD = 16;

/** Visits the rows of a table with the place that each, as the same object, had in an earlier state; −1 where that was not found. */
function followRows(
  before: Rows<{ readonly id: string }>,
  after: Rows<{ readonly id: string }>,
  visit: (at: number, earlier: number) => void,
): void {
  const [then, now] = [identities(before), identities(after)];
  const [idThen, idNow] = [columnOf(before, 'id'), columnOf(after, 'id')];
  let next = 0;
  for (let at = 0; at < after.length; at++) {
    const row = now(at);
    if (then(next) === row) {
      visit(at, next++);
      continue;
    }
    let found = next;
    const end = Math.min(before.length, next + LOOK_AHEAD);
    while (found < end && then(found) !== row) found++;
    if (found < end) {
      visit(at, found);
      next = found + 1;
      continue;
    }
    visit(at, -1);
    if (next < before.length && idThen(next) === idNow(at)) next++;
  }
}

/**
 * A table in which rows at some places are exchanged for others, or go where there is no other; new rows come last. The table itself where
 * nothing is different.
 */
export function exchanged<R>(
  table: readonly R[],
  exchanges: ReadonlyMap<number, R | undefined>,
  come: readonly R[],
): readonly R[] {
  let isSame = come.length === 0;
  let isWhole = true;
  const rows: (R | undefined)[] = table.slice();
  for (const [at, row] of exchanges) {
    if (row !== table[at]) isSame = false;
    if (row === undefined) isWhole = false;
    rows[at] = row;
  }
  if (isSame) return table;
  const kept = isWhole ? (rows as R[]) : rows.filter((row) => row !== undefined);
  for (const row of come) kept.push(row);
  return kept;
}
