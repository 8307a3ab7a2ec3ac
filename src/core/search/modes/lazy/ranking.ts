import type { SearchIndex } from '../../../retrieval';
import { documentLeads } from '../../../retrieval/documents/document-leads';
import { rankByWords, rankTextUnits } from '../../../retrieval/text-units';
import { fuseDense } from '../../../vectors/top-k';
import type { Retrieval } from '../../writer/search-run';
import type { PlacedPassage } from './walk';

/** Passages that a walk knows: ten times the largest budget. */
const MOST = 5000;

/** Passages in scope with their communities, the best first: those that match, then how documents begin, then the rest in the order of the table. */
export function placedPassages({ index, question, scope }: Retrieval): readonly PlacedPassage[] {
  const best = rankTextUnits(index, question, scope.unit).hits;
  const byWords = rankByWords(index, question, scope.unit, MOST);
  const more = fuseDense(byWords, question.dense?.units(MOST) ?? [], question.dense?.weight);
  const leads = documentLeads(index, scope.unit, MOST);
  const slots = new Set([...best, ...more, ...leads].map(({ id }) => id));
  for (let slot = 0; slot < index.unitAt.size && slots.size < MOST; slot++) if (scope.unit(slot)) slots.add(slot);
  const documents = new Map(index.tables.documents.map(({ id }, at) => [id, at]));
  return [...slots].slice(0, MOST).map((slot) => ({ slot, paths: pathsOf(index, slot, documents) }));
}

/** Counts the passages in scope, also those beyond what a walk knows. */
export function countPassages({ index, scope }: Pick<Retrieval, 'index' | 'scope'>): number {
  let passages = 0;
  for (let slot = 0; slot < index.unitAt.size; slot++) if (scope.unit(slot)) passages++;
  return passages;
}

/** Communities of the entities in a passage, the broadest first; of one without any its document, as a number below 0. */
function pathsOf(index: SearchIndex, slot: number, documents: ReadonlyMap<string, number>): PlacedPassage['paths'] {
  const unit = index.unitAt.get(slot);
  const all = index.entitiesIn(unit?.id ?? '').map(({ id }) => index.communities.of(id));
  const paths = all.filter(({ length }) => length > 0);
  return paths.length > 0 ? paths : [[-1 - (documents.get(unit?.document_id ?? '') ?? 0)]];
}

/** The passages in scope up to so many places before and after one in its document, the nearest first. */
export function neighboursIn({ index, scope }: Pick<Retrieval, 'index' | 'scope'>, reach: number) {
  return (slot: number): readonly number[] => {
    const unit = index.unitAt.get(slot);
    const units = unit ? index.unitsOf(unit.document_id) : [];
    const at = units.findIndex(({ id }) => id === unit?.id);
    return Array.from({ length: reach }, (_, step) => [at - step - 1, at + step + 1])
      .flat()
      .flatMap((place) => index.slotOf.get(units[place]?.id ?? '') ?? [])
      .filter(scope.unit);
  };
}

/** Concepts that are named with a question. */
const CONCEPTS = 100;

/** Concepts of what is asked, in one line, and the documents whose words these are. */
export interface Concepts {
  readonly names: string;
  readonly documentIds: readonly string[];
}

/** The best connected names of what is asked. */
export function conceptsOf({ index, scope }: Pick<Retrieval, 'index' | 'scope'>): Concepts {
  const entities = index.tables.entities.filter((row) => scope.touches(row.text_unit_ids));
  const best = entities.sort((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1)).slice(0, CONCEPTS);
  return {
    names: best.map(({ title }) => title).join(', '),
    documentIds: scope.documentsOf(best.flatMap((row) => row.text_unit_ids)),
  };
}
