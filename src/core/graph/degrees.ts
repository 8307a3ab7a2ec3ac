import type { EntityRow, RelationshipRow } from '../tables/tables';

/** Fills degree (distinct neighbours) and combined_degree, in place: rows that were just made are copied for nobody. */
export function fillDegrees(entities: readonly EntityRow[], relationships: readonly RelationshipRow[]): void {
  const nodeOf = new Map(entities.map((entity, node) => [entity.id, node]));
  const source = Int32Array.from(relationships, (row) => nodeOf.get(row.source_id) ?? -1);
  const target = Int32Array.from(relationships, (row) => nodeOf.get(row.target_id) ?? -1);
  const degrees = distinctNeighbours(entities.length, source, target);
  for (const [node, entity] of entities.entries()) (entity as { degree: number }).degree = degrees[node] ?? 0;
  for (const [edge, row] of relationships.entries()) {
    (row as { combined_degree: number }).combined_degree =
      (degrees[source[edge] ?? -1] ?? 0) + (degrees[target[edge] ?? -1] ?? 0);
  }
}

/** Per node the number of other ends, those that several edges lead to counted once; −1 is an unknown end. */
function distinctNeighbours(nodes: number, source: Int32Array, target: Int32Array): Int32Array {
  const neighbours: number[][] = Array.from({ length: nodes }, () => []);
  for (const [edge, from] of source.entries()) {
    const to = target[edge] ?? -1;
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  return Int32Array.from(neighbours, (list) => new Set(list).size);
}
