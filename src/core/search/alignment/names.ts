import type { GroundIndex } from './ground-index';
import { languageOf } from './languages';
import type { Word } from './statement';

/** Words before names that are no part of them. */
export const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof professor sir lady lord captain capt herr frau st saint i'.split(' '),
);
/** Words that begin sentences with a capital and are no names. */
const OPENERS = new Set(
  'additionally furthermore moreover however therefore according based overall both later today similarly meanwhile finally interestingly notably'.split(
    ' ',
  ),
);
/** Small words inside of names. */
const INSIDE = new Set(['of', 'the', 'de', 'la', 'von', 'van', 'der', 'and', '&', 'du', 'del', 'di']);

/** Words of a name at the most: a title in capitals, or a list without commas, is not one name. */
const LONGEST_NAME = 8;

/**
 * For each word the number of the name that it belongs to, -1 for none: words with a capital that the grounds do not write small, joined
 * where they stand together. Languages that write nouns with capitals count only words that grounds never write small and joined ones.
 */
export function findNames(words: readonly Word[], index: GroundIndex): readonly number[] {
  const isGerman = languageOf(words, index.languages) === 'de';
  const names: number[] = words.map(() => -1);
  let number = -1;
  let last = -9;
  let length = 0;
  words.forEach((word, place) => {
    if (!isNameWord(words, place, index, isGerman)) return;
    const isJoined =
      place - last === 1 || (place - last <= 3 && words.slice(last + 1, place).every(({ lower }) => INSIDE.has(lower)));
    const samePart = words[last]?.part === word.part;
    length = isJoined && samePart && length < LONGEST_NAME ? length + 1 : 1;
    if (length === 1) number += 1;
    names[place] = number;
    last = place;
  });
  return names;
}

function isNameWord(words: readonly Word[], place: number, index: GroundIndex, isGerman: boolean): boolean {
  const word = words[place];
  const key = word?.keys[0];
  if (!word?.isCapital || word.kind === 'number' || key === undefined || TITLES.has(word.lower)) return false;
  const { capital, small } = index.capitals.get(key) ?? { capital: 0, small: 0 };
  if (isGerman) return isGermanName(words, place, capital);
  if (small > 0 && small >= capital) return false;
  if (!word.isFirst || capital > 0) return true;
  if (OPENERS.has(word.lower)) return false;
  const next = words[place + 1];
  if (!next?.isCapital || next.keys.length === 0 || next.part !== word.part) return false;
  return !index.postings.has(key) || (small === 0 && next.keys.some((one) => isNeverSmall(one, index)));
}

/** Whether the grounds have a word within their sentences with a capital only. */
function isNeverSmall(key: string, index: GroundIndex): boolean {
  const { capital, small } = index.capitals.get(key) ?? { capital: 0, small: 0 };
  return capital > 0 && small === 0;
}

/** Nouns have capitals too, so only words beside another one with a capital count: "Anton Moser". */
function isGermanName(words: readonly Word[], place: number, capital: number): boolean {
  const beside = [words[place - 1], words[place + 1]].some(
    (one) => one !== undefined && one.isCapital && one.keys.length > 0 && one.part === words[place]?.part,
  );
  return beside && capital !== 0;
}
