import type { Hit } from '../vectors/top-k';
import { sortedHits } from '../vectors/top-k';
import { isSpaced } from '../text/characters';
import type { SearchIndex } from './index';

/** Bonus of a text unit that has a phrase in the same case. */
const SAME_CASE = 1;

const BETWEEN = '[^\\p{L}\\p{N}]{1,4}';

/** A phrase with whole words at both ends; a few signs and white space may stand between its words. */
const phrasePattern = (phrase: string, flags: string): RegExp => {
  const words = phrase.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [before, after] = [words[0], words.at(-1)].map((word) => isSpaced(word ?? ''));
  return new RegExp(
    `${before ? '(?<![\\p{L}\\p{N}])' : ''}${words.join(BETWEEN)}${after ? '(?![\\p{L}\\p{N}])' : ''}`,
    flags,
  );
};

/** Checks if an allowed text unit has a phrase. Linear in the text up to the first. */
export function holdsPhrase({ tables }: SearchIndex, phrase: string, allow: (slot: number) => boolean): boolean {
  const pattern = phrasePattern(phrase, 'iu');
  return tables.textUnits.some(({ text }, slot) => allow(slot) && pattern.test(text));
}

/** Allowed text units that hold a phrase as it is typed, those first that have it in the same case, then the shortest. Linear in the text. */
export function unitsWithPhrase(
  { tables }: SearchIndex,
  phrase: string,
  { k, allow }: { readonly k: number; readonly allow: (slot: number) => boolean },
): readonly Hit[] {
  const [any, same] = [phrasePattern(phrase, 'iu'), phrasePattern(phrase, 'u')];
  const scores = new Map<number, number>();
  for (const [slot, { text }] of tables.textUnits.entries()) {
    if (!allow(slot) || !any.test(text)) continue;
    scores.set(slot, 1 + (same.test(text) ? SAME_CASE : 0) + 1 / (1 + text.length));
  }
  return sortedHits(scores).slice(0, k);
}

/** Finds a phrase in a text; undefined where it is missing. */
export function phraseAt(text: string, phrase: string): { readonly start: number; readonly end: number } | undefined {
  const found = phrasePattern(phrase, 'u').exec(text) ?? phrasePattern(phrase, 'iu').exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}
