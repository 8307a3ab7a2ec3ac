import type { EntityRow, RelationshipRow } from '../tables/tables';

/** Relationships as typed arrays: those of entity `i` are `edges[offsets[i]..offsets[i + 1])`, both directions. */
export interface Adjacency {
  readonly offsets: Int32Array;
  /** Row numbers in the relationships table. */
  readonly edges: Int32Array;
  /** Row number of the entity at the other end. */
  readonly neighbours: Int32Array;
}

/** Lists each entity's relationships; ends that are not entities are left out. */
export function buildAdjacency(entities: readonly EntityRow[], relationships: readonly RelationshipRow[]): Adjacency {
  const positions = new Map(entities.map((row, at) => [row.id, at]));
  const ends = relationships.map((row) => [positions.get(row.source_id), positions.get(row.target_id)] as const);
  const offsets = new Int32Array(entities.length + 1);
  for (const [source, target] of ends) {
    if (source === undefined || target === undefined) continue;
    offsets[source + 1] = (offsets[source + 1] ?? 0) + 1;
    offsets[target + 1] = (offsets[target + 1] ?? 0) + 1;
  }
  for (let at = 0; at < entities.length; at++) offsets[at + 1] = (offsets[at + 1] ?? 0) + (offsets[at] ?? 0);
  const next = offsets.slice();
  const edges = new Int32Array(offsets[entities.length] ?? 0);
  const neighbours = new Int32Array(edges.length);
  const put = (from: number, to: number, edge: number): void => {
    const at = next[from] ?? 0;
    next[from] = at + 1;
    edges[at] = edge;
    neighbours[at] = to;
  };
  ends.forEach(([source, target], edge) => {
    if (source === undefined || target === undefined) return;
    put(source, target, edge);
    put(target, source, edge);
  });
  return { offsets, edges, neighbours };
}

/** The relationships of an entity, as row numbers. */
export function edgesOf(adjacency: Adjacency, entity: number): Int32Array {
  return adjacency.edges.subarray(adjacency.offsets[entity] ?? 0, adjacency.offsets[entity + 1] ?? 0);
}

/** The neighbours of an entity, as row numbers; one entry per relationship. */
export function neighboursOf(adjacency: Adjacency, entity: number): Int32Array {
  return adjacency.neighbours.subarray(adjacency.offsets[entity] ?? 0, adjacency.offsets[entity + 1] ?? 0);
}
