import type { Word } from './statement';
import { presentsOf } from './verb-forms';
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
    if (isUsedTo(theirs, at)) return !isPastOf(lower, word.lower) && !isUsedTo(words, place);
    if (isPastOf(lower, word.lower) || isPastOf(word.lower, lower)) return true;
    return isAfter(IS, words, place) && isAfter(WAS, theirs, at) && !isAfter(WAS, words, place);
  }) || isToCome(words, theirs);

const BECAME = wordSet('wurde wurden hat haben hatte hatten');
const BECOMES = wordSet('wird werden');

/** Whether a German statement tells as done what a ground tells as going on or to come: "wurde gesperrt" of "wird gesperrt". */
const isToCome = (words: readonly Word[], theirs: readonly Word[]): boolean => {
  const has = (some: readonly Word[], of: ReadonlySet<string>): boolean => some.some(({ lower }) => of.has(lower));
  return has(words, BECAME) && !has(words, BECOMES) && has(theirs, BECOMES) && !has(theirs, BECAME);
};

/** "baute", "bauten" and "baut", "bauen". */
const GERMAN_PAST = /te[nt]?$/u;
const GERMAN_PRESENT = /(?:e?t|en)$/u;

/** "returned" of "returns" and of "return", but not of "returning". */
export const isPastOf = (past: string, present: string): boolean => {
  if (presentsOf(past).includes(present)) return true;
  if (GERMAN_PAST.test(past) && GERMAN_PRESENT.test(present))
    return past.replace(GERMAN_PAST, '') === present.replace(GERMAN_PRESENT, '');
  const stem = present.replace(/(?:es|s)$/u, '').replace(/[ey]$/u, '');
  const end = past.slice(stem.length);
  const isDoubled = end === `${stem.at(-1) ?? ''}ed`;
  return stem.length >= LEAST_STEM && past.startsWith(stem) && (isDoubled || PAST_ENDS.has(end));
};
const LEAST_STEM = 3;
const PAST_ENDS = wordSet('ed ied');

/** "Moe used to live there". */
const isUsedTo = (words: readonly Word[], at: number): boolean =>
  words[at - 1]?.lower === 'to' && words[at - 2]?.lower === 'used';

const isAfter = (some: ReadonlySet<string>, words: readonly Word[], at: number): boolean =>
  words.slice(Math.max(0, at - 1 - REACH), at).some(({ lower }) => some.has(lower));
