import type { SearchIndex } from '../../retrieval/index';
import type { Hit } from '../../retrieval/top-k';
import type { Question } from '../question';
import { rankLocalUnits } from '../retrieve-units';
import type { Scope } from './scope';

/**
 * Text units for a local context: those that the question's words, meaning and entities rank, then the others of the entities, entity by
 * entity, first those in which most of its relationships are read (GraphRAG B1).
 */
export function* localHits(
  index: SearchIndex,
  question: Question,
  scope: Scope,
  { entities, relationships }: { readonly entities: readonly number[]; readonly relationships: readonly number[] },
): Generator<Hit> {
  const given = new Set<number>();
  for (const hit of rankLocalUnits(index, question, scope.unit, entities).hits) {
    given.add(hit.id);
    yield hit;
  }
  for (const row of entities) {
    const entity = index.tables.entities[row];
    if (!entity) continue;
    const counts = relationshipsIn(index, entity.id, relationships);
    const units = [...entity.text_unit_ids].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    for (const id of units) {
      const slot = index.slotOf.get(id);
      if (slot === undefined || given.has(slot) || !scope.unit(slot)) continue;
      given.add(slot);
      yield { id: slot, score: 0 };
    }
  }
}

/** How many of an entity's relationships are read in each text unit. */
function relationshipsIn(index: SearchIndex, id: string, rows: readonly number[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const one = index.tables.relationships[row];
    if (one?.source_id !== id && one?.target_id !== id) continue;
    for (const unit of one.text_unit_ids) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return counts;
}
