import { conceptKey } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import type { Question } from './question';
import type { UnitRanking } from './retrieve-units';

/** Least share of a name's weight (idf of its words) that must stand in one text unit or its titles. */
export const LEAST_NAME = 0.6;

/** The words of everything a question names: its capitalised phrases and every name of its entities. */
export function namesWithWords(index: SearchIndex, question: Question): readonly (readonly string[])[] {
  const known = question.entities.flatMap((row) => {
    const entity = index.tables.entities[row];
    return entity ? [entity.title, ...entity.aliases] : [];
  });
  const names = new Map([...question.names, ...known].map((name) => [conceptKey(name), name]));
  return [...names.values()].map((name) => [...new Set(terms(name))]).filter((words) => words.length > 0);
}

/** Share of a name's weight that stands in a set of terms, 0 to 1. */
export function shareOfName(index: SearchIndex, words: readonly string[], held: ReadonlySet<string>): number {
  const { bm25 } = index.store.passages;
  let total = 0;
  let found = 0;
  for (const word of words) {
    const weight = bm25.idf(word);
    total += weight;
    if (held.has(word)) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

/** The terms of a text unit and of the titles above it. */
export function termsOfUnit(index: SearchIndex, slot: number): ReadonlySet<string> {
  const unit = index.unitAt.get(slot);
  const title = index.documents.get(unit?.document_id ?? '')?.title ?? '';
  return new Set(terms([title, ...(unit?.heading_path ?? []), unit?.text ?? ''].join('\n')));
}

/** Tells whether a text unit or the titles above it hold something that the question names; one that names nothing passes all. */
export function anchoringNames(index: SearchIndex, question: Question): (slot: number) => boolean {
  const names = namesWithWords(index, question);
  if (names.length === 0) return () => true;
  const known = new Map<number, boolean>();
  return (slot) => {
    const before = known.get(slot);
    if (before !== undefined) return before;
    const held = termsOfUnit(index, slot);
    const found = names.some((words) => shareOfName(index, words, held) >= LEAST_NAME);
    known.set(slot, found);
    return found;
  };
}

/**
 * Tells whether a text unit is about something the question names, or was reached from one that is. A question that
 * names nothing anchors everything.
 */
export function anchoring(index: SearchIndex, question: Question, { via }: UnitRanking): (slot: number) => boolean {
  const namesIt = anchoringNames(index, question);
  return (slot) => namesIt(slot) || namesIt(via.get(slot)?.from ?? -1);
}
