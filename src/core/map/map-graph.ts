import { groupBy } from '../arrays';
import { buildGraph } from '../graph/leiden/csr';
import { remembered } from '../memo';
import type { LayoutGraph } from '../ports/layout';
import { columnOf, type Rows } from '../tables/rows';
import type { CommunityRow, EntityRow, RelationshipRow } from '../tables/tables';

/** Tables that the map is drawn from. */
export interface MapTables {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly communities: readonly CommunityRow[];
}

/** The tables as columns. Entities go by their row, communities by their place in `communities`. */
export interface MapGraph extends LayoutGraph {
  /** Parents before children. */
  readonly communities: readonly CommunityRow[];
  /** Place of a community by its number. */
  readonly placeOf: ReadonlyMap<number, number>;
  /** Row of an entity by its id. */
  readonly rowOf: ReadonlyMap<string, number>;
  readonly level: Int32Array;
  /** Number of a community's members among the entities: a hosted index does not have all of them here. */
  readonly members: Int32Array;
  /** Names this state: entities, their communities and the hierarchy. */
  readonly fingerprint: number;
}

/** The graph of these tables, made once for each state of them: about 100 ms for 20,000 entities and 100,000 relationships. */
export const mapGraph: (tables: MapTables) => MapGraph = remembered(makeGraph);

function makeGraph({ entities, relationships, communities: rows }: MapTables): MapGraph {
  const rowOf = new Map(entities.map(({ id }, row) => [id, row]));
  const communities = rows.toSorted((a, b) => a.level - b.level || a.community - b.community);
  const placeOf = new Map(communities.map(({ community }, place) => [community, place]));
  const parent = Int32Array.from(communities, (row) => placeOf.get(row.parent) ?? -1);
  const home = new Int32Array(entities.length).fill(-1);
  for (const [place, { entity_ids }] of communities.entries()) {
    for (const id of entity_ids) {
      const row = rowOf.get(id);
      if (row !== undefined) home[row] = place;
    }
  }
  return {
    communities,
    placeOf,
    rowOf,
    parent,
    home,
    level: Int32Array.from(communities, ({ level }) => level),
    members: countMembers(home, parent),
    ...linksOf(relationships, rowOf),
    fingerprint: fingerprintOf(entities, communities, home, parent),
  };
}

/** Members of each community, those of its parts included; parts come after what they are parts of. */
function countMembers(home: Int32Array, parent: Int32Array): Int32Array {
  const members = new Int32Array(parent.length);
  for (const place of home) if (place >= 0) members[place] = (members[place] ?? 0) + 1;
  for (let place = parent.length - 1; place >= 0; place--) {
    const above = parent[place] ?? -1;
    if (above >= 0) members[above] = (members[above] ?? 0) + (members[place] ?? 0);
  }
  return members;
}

/** The relationships of each pair added up; those of weight 0, of an entity with itself or with an unknown one are left out. */
function linksOf(
  relationships: Rows<RelationshipRow>,
  rowOf: ReadonlyMap<string, number>,
): Pick<LayoutGraph, 'starts' | 'neighbours' | 'weights'> {
  const [source, target] = [new Int32Array(relationships.length), new Int32Array(relationships.length)];
  const weight = new Float64Array(relationships.length);
  let count = 0;
  const [sourceOf, targetOf] = [columnOf(relationships, 'source_id'), columnOf(relationships, 'target_id')];
  const weightOf = columnOf(relationships, 'weight');
  for (let at = 0; at < relationships.length; at++) {
    const [one, other] = [rowOf.get(sourceOf(at) ?? '') ?? -1, rowOf.get(targetOf(at) ?? '') ?? -1];
    const own = weightOf(at) ?? 0;
    if (one < 0 || other < 0 || one === other || !(own > 0 && own < Infinity)) continue;
    source[count] = one;
    target[count] = other;
    weight[count++] = own;
  }
  const [sources, targets] = [source.subarray(0, count), target.subarray(0, count)];
  const { starts, neighbours, weights } = buildGraph(rowOf.size, sources, targets, weight.subarray(0, count));
  return { starts, neighbours, weights: Float32Array.from(weights) };
}

/** FNV-1a over numbers. */
function fingerprintOf(
  entities: readonly EntityRow[],
  communities: readonly CommunityRow[],
  home: Int32Array,
  parent: Int32Array,
): number {
  let hash = 0x811c9dc5;
  const add = (number: number): void => void (hash = Math.imul(hash ^ number, 0x01000193));
  for (const [row, { human_readable_id }] of entities.entries()) {
    add(human_readable_id);
    add(home[row] ?? -1);
  }
  for (const [place, { community }] of communities.entries()) {
    add(community);
    add(parent[place] ?? -1);
  }
  return hash >>> 0;
}

/** Types with the number of entities of each, the commonest first. */
export const entityTypes: (entities: readonly EntityRow[]) => readonly (readonly [string, number])[] = remembered(
  (entities) =>
    [...groupBy(entities, ({ type }) => type)]
      .map(([type, rows]) => [type, rows.length] as const)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
);
