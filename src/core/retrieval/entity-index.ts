import type { EntityRow, TextUnitRow } from '../tables/tables';
import {
  conceptKey,
  longestMatches,
  nameKeys,
  type Concept,
  type ConceptPosting,
  type ConceptSource,
} from './concepts';
import { titleKeys } from './passage-index';
import type { RowIndex, SearchTables } from './search-tables';

/** Finds entities by their titles and aliases. */
export interface EntityNames {
  /** Row numbers of the entities of that name, best connected first. */
  withName(key: string): readonly number[];
  /** Names that a text spells out, longest first from the left, without overlap. */
  namesIn(text: string): readonly string[];
}

/** Collects the names of entities; aliases count like titles. */
export function collectNames(entities: readonly EntityRow[]): EntityNames {
  const byName = new Map<string, number[]>();
  entities.forEach((row, at) => {
    for (const key of new Set([row.title, ...row.aliases].flatMap(nameKeys))) {
      if (key.length < 2) continue;
      const list = byName.get(key);
      if (list) list.push(at);
      else byName.set(key, [at]);
    }
  });
  const degree = (at: number): number => entities[at]?.degree ?? 0;
  for (const list of byName.values()) list.sort((a, b) => degree(b) - degree(a) || a - b);
  return {
    withName: (key) => byName.get(key) ?? [],
    namesIn: (text) => longestMatches(text, (key) => byName.has(key)),
  };
}

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
