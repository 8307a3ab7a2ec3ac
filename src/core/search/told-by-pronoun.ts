import type { SearchIndex } from '../retrieval/index';
import { findConcepts } from '../retrieval/concepts';
import { terms } from '../text/terms';
import { shareOfName } from './anchoring';
import { sentencesOf, type Candidate } from './candidates';
import { isPerson } from './people';
import { opensWithPronoun } from './pointing';

/** Share of a name that must stand where a pronoun takes it from: "Miss Lorne" for Agnes Lorne. */
export const LEAST_HELD = 0.4;
/** Sentences before it in which a pronoun's name is sought. */
const MOST_BACK = 8;

/**
 * Tells whether a sentence that begins with a pronoun may tell of one of the names: its document is titled by that name or by no other person's, and
 * the nearest sentence before it that spells any name spells this one, or the title does.
 */
export function toldByPronoun(
  index: SearchIndex,
  names: readonly (readonly string[])[],
): (candidate: Candidate) => boolean {
  const before = sentencesUpTo(index);
  const isHeld = (held: ReadonlySet<string>): boolean =>
    names.some((words) => shareOfName(index, words, held) >= LEAST_HELD);
  return (candidate) => {
    const { span, text } = candidate;
    if (names.length === 0 || !opensWithPronoun(text)) return false;
    const title = index.documents.get(span.document_id)?.title ?? '';
    if (isHeld(new Set(terms(title)))) return true;
    if (namesPerson(index, title)) return false;
    const nearest = before(candidate)
      .slice(-MOST_BACK)
      .reverse()
      .find((one) => !opensWithPronoun(one.text) && findConcepts(one.text).length > 0);
    return nearest !== undefined && isHeld(nearest.terms);
  };
}

/** Gives the sentences before one in its text unit and in the text unit before that, in order. */
export function sentencesUpTo(index: SearchIndex): (candidate: Candidate) => readonly Candidate[] {
  const bySlot = new Map<number, readonly Candidate[]>();
  const sentencesIn = (slot: number): readonly Candidate[] => {
    const known = bySlot.get(slot);
    if (known) return known;
    const found = [
      ...unitBefore(index, slot).flatMap((earlier) => sentencesOf(index, earlier)),
      ...sentencesOf(index, slot),
    ];
    bySlot.set(slot, found);
    return found;
  };
  return ({ slot, span }) => sentencesIn(slot).filter((one) => one.span.end <= span.start);
}

/** The text unit before one in its document; none before the first. */
function unitBefore(index: SearchIndex, slot: number): readonly number[] {
  const unit = index.unitAt.get(slot);
  const ids = index.documents.get(unit?.document_id ?? '')?.text_unit_ids ?? [];
  const earlier = index.slotOf.get(ids[ids.indexOf(unit?.id ?? '') - 1] ?? '');
  return earlier === undefined ? [] : [earlier];
}

/** Whether a text spells the name of an entity that is somebody. */
export const namesPerson = (index: SearchIndex, title: string): boolean =>
  index.names
    .namesIn(title)
    .some((name) => index.names.withName(name).some((row) => isPerson(index.tables.entities[row])));
