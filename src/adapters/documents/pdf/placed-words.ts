import type { PlacedWord } from '../../../core/ports/pages';
import type { Word } from './layout/box';

/** Characters further on in which a word is looked for, and within which it needs no others to be believed. */
const REACH = 400;
const NEAR = 12;
/** Words right behind one further on that confirm it. */
const CONFIRMING = 2;

/** A word with its range of a text. */
interface FoundWord {
  readonly start: number;
  readonly end: number;
  readonly word: Word;
}

/** Finds words in a text, with their places. */
export const alignWords = (text: string, words: readonly Word[]): PlacedWord[] =>
  findWords(text, words).map(({ start, end, word: { place } }) => {
    const [x, y, width, height] = place;
    return { start, end, x, y, width, height };
  });

/**
 * Finds words in a text that has them in the same order, with other words, marks and signs between. A word further on
 * counts only if the next ones are right behind it. Words that are not found are left out.
 */
export function findWords(text: string, words: readonly Word[]): FoundWord[] {
  const shown = words.map((word) => word.text.replace(/[-\u2010\u00ad]$/u, ''));
  const endOf = (index: number, from: number, reach: number): number => {
    const word = shown[index];
    const at = word ? text.indexOf(word, from) : -1;
    return word && at >= 0 && at <= from + reach ? at + word.length : -1;
  };
  const found: FoundWord[] = [];
  let from = 0;
  words.forEach((word, index) => {
    const end = endOf(index, from, REACH);
    const start = end - (shown[index]?.length ?? 0);
    let last = end;
    const following = Math.min(CONFIRMING, words.length - index - 1);
    for (let next = 1; start > from + NEAR && last >= 0 && next <= following; next += 1)
      last = endOf(index + next, last, NEAR);
    if (last < 0) return;
    found.push({ start, end, word });
    from = end;
  });
  return found;
}
