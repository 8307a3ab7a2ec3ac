import { isRecord } from '../text/records';
import type { Question } from './question';
import type { Scored } from './score-sentences';

const YEAR = /^(?:1\d{3}|20\d{2})$/;

/** The years that a question names. */
export function yearsOf({ terms }: Question): readonly string[] {
  return terms.map(({ term }) => term).filter((term) => YEAR.test(term));
}

/**
 * The years asked for when rows of a table are the best there is and none of what the question names holds one of them: a row of another
 * year answers nothing. Null otherwise.
 */
export function missingYears(question: Question, scored: readonly Scored[]): string | null {
  const years = yearsOf(question);
  const best = scored.reduce<Scored | null>((top, one) => (one.score > (top?.score ?? 0) ? one : top), null);
  if (years.length === 0 || !best || !isRecord(best.candidate.text)) return null;
  const isHeld = scored.some(({ anchored, candidate }) => anchored && years.some((year) => candidate.terms.has(year)));
  return isHeld ? null : years.join(', ');
}
