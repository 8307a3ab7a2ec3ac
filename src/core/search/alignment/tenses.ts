import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

const IS = wordSet('is are ist sind has have hat haben');
const WAS = wordSet('was were war waren had hatte hatten');
/** Words that may stand between such a word and the next one of weight. */
const REACH = 2;

/**
 * Whether a statement tells as past what a ground tells as usual or to come, or as still so what it tells as past: "the landlord returned the deposit" of
 * "the landlord returns the deposit", "she is the keeper" of "she was the keeper".
 */
export const isOfOtherTense = (words: readonly Word[], line: Line, theirs: readonly Word[]): boolean =>
  line.some(([{ kind, place, lower }, { word, at }]) => {
    if (kind !== 'word') return false;
    if (isPastOf(lower, word.lower) || isPastOf(word.lower, lower)) return true;
    return isAfter(IS, words, place) && isAfter(WAS, theirs, at) && !isAfter(WAS, words, place);
  });

/** "returned" of "returns" and of "return", but not of "returning". */
const isPastOf = (past: string, present: string): boolean => {
  const stem = present.replace(/(?:es|s)$/u, '').replace(/[ey]$/u, '');
  return stem.length >= LEAST_STEM && past.startsWith(stem) && PAST_ENDS.has(past.slice(stem.length));
};
const LEAST_STEM = 3;
const PAST_ENDS = wordSet('ed ied');

const isAfter = (some: ReadonlySet<string>, words: readonly Word[], at: number): boolean =>
  words.slice(Math.max(0, at - 1 - REACH), at).some(({ lower }) => some.has(lower));
