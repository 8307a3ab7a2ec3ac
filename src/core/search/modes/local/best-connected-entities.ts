import type { EntityPick } from '../../../retrieval/entities';
import type { SearchIndex } from '../../../retrieval/index';
import type { EntityRow } from '../../../tables/tables';
import type { Scope } from '../../context/scope';
import { isName } from '../../request/question';

/**
 * The allowed entities with most relationships in scope, names before other phrases: what GraphRAG's `map_query_to_entities` gives for a
 * question without words.
 */
export function bestConnectedEntities(
  index: SearchIndex,
  most: number,
  scope: Scope,
  allow: (row: number) => boolean,
): EntityPick {
  const degreeOf = degrees(index, scope);
  const ranked = index.tables.entities
    .map((entity, row) => ({ row, isName: isName(index, row), degree: degreeOf(entity) }))
    .filter(({ row }) => allow(row))
    .sort((a, b) => Number(b.isName) - Number(a.isName) || b.degree - a.degree || a.row - b.row);
  const rows = ranked.slice(0, most).map(({ row }) => row);
  return { rows, scores: new Map(rows.map((row) => [row, 0])) };
}

/** Returns a function that counts the relationships of an entity in scope. */
function degrees({ tables }: SearchIndex, scope: Scope): (entity: EntityRow) => number {
  if (scope.everything) return ({ degree }) => degree;
  const counts = new Map<string, number>();
  for (const { source_id: source, target_id: target, text_unit_ids: units } of tables.relationships) {
    if (!scope.touches(units)) continue;
    for (const id of [source, target]) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return ({ id }) => counts.get(id) ?? 0;
}
