import type { EntityRow, TextUnitRow } from '../tables/tables';
import type { ConceptPosting, ConceptSource } from './concept-source';
import { conceptKey, type Concept } from './concepts';
import type { EntityNames } from './entity-names';
import type { RowIndex, SearchTables } from './search-tables';
import { titleKeys } from './passage-index';

interface EntityState {
  readonly tables: SearchTables;
  readonly unitAt: ReadonlyMap<number, TextUnitRow>;
  readonly slotOf: ReadonlyMap<string, number>;
  readonly documents: ReadonlyMap<string, { readonly title: string }>;
  readonly entities: RowIndex;
  readonly names: EntityNames;
}

/** The entities of an index as concepts of its text units; a concept's key is the folded title. */
export function entitySource(state: EntityState): ConceptSource {
  const { tables, unitAt, slotOf, names } = state;
  const rowsOf = (unit: TextUnitRow): EntityRow[] =>
    unit.entity_ids.flatMap((id) => tables.entities[state.entities.at.get(id) ?? -1] ?? []);
  const postingsOf = (row: EntityRow): ConceptPosting[] => {
    const keys = new Set([row.title, ...row.aliases].map(conceptKey));
    return row.text_unit_ids.flatMap((id) => {
      const slot = slotOf.get(id);
      const unit = slot === undefined ? undefined : unitAt.get(slot);
      if (slot === undefined || !unit) return [];
      const titles = [state.documents.get(unit.document_id)?.title ?? '', ...unit.heading_path].flatMap(titleKeys);
      return [{ id: slot, about: titles.some((title) => keys.has(title)) }];
    });
  };
  const named = (key: string): EntityRow[] => names.withName(key).flatMap((at) => tables.entities[at] ?? []);
  return {
    conceptsIn: (id) => {
      const unit = unitAt.get(id);
      return unit ? rowsOf(unit).flatMap((row) => mentions(unit.text, row)) : [];
    },
    passages: (key) => named(key).flatMap(postingsOf),
    frequency: (key) => named(key).reduce((sum, row) => sum + row.text_unit_ids.length, 0),
    namesIn: (text) => names.namesIn(text),
  };
}

/** Where an entity's title or an alias first stands in a text. */
function mentions(text: string, row: EntityRow): readonly Concept[] {
  for (const name of [row.title, ...row.aliases]) {
    const start = text.indexOf(name);
    if (start >= 0) return [{ key: conceptKey(row.title), start, end: start + name.length }];
  }
  return [];
}
