import type { GraphTables } from '../../../core/ports/interop';

/** Attributes of a node in every graph format, beside its id. */
export interface NodeFacts {
  readonly title: string;
  readonly type: string;
  readonly description: string;
  readonly frequency: number;
  readonly degree: number;
  /** The broadest community that it is in, of those that are there; null where it is in none. */
  readonly community: number | null;
  /** Position on the map; null where that was never drawn. */
  readonly x: number | null;
  readonly y: number | null;
}

/** Attributes of an edge, beside its id and its ends. */
export interface EdgeFacts {
  readonly description: string;
  readonly weight: number;
}

interface GraphNode extends NodeFacts {
  readonly id: string;
}

export interface GraphEdge extends EdgeFacts {
  readonly id: string;
  /** Ids of entities. */
  readonly source: string;
  readonly target: string;
}

/** The tables that a graph is written from. */
export const GRAPH_TABLES = ['entities', 'relationships', 'communities'] as const;

/** Entities as nodes, one by one. */
export function* nodesOf({ entities, communities }: GraphTables): Generator<GraphNode> {
  const community = new Map<string, number>();
  const broadest = communities.reduce((least, { level }) => Math.min(least, level), Infinity);
  for (const row of communities) {
    if (row.level > broadest) continue;
    for (const id of row.entity_ids) community.set(id, row.community);
  }
  for (const { id, title, type, description, frequency, degree, x, y } of entities)
    yield { id, title, type, description, frequency, degree, community: community.get(id) ?? null, x, y };
}

/** Relationships as edges between entities that are there, one by one. */
export function* edgesOf({ entities, relationships }: GraphTables): Generator<GraphEdge> {
  const known = new Set(entities.map(({ id }) => id));
  for (const { id, source_id: source, target_id: target, description, weight } of relationships)
    if (known.has(source) && known.has(target)) yield { id, source, target, description, weight };
}
