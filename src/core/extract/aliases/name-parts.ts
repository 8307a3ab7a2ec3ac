import { honorifics, personTitles } from '../names/word-lists';

export const wordsOf = (title: string): string[] => title.split(/\s+/).filter(Boolean);

/** The words of a name without titles such as `Dr` or `Captain`. */
export const untitledWords = (title: string): string[] => wordsOf(title).filter((word) => !isTitle(word));

export const isInitial = (word: string): boolean => /^\p{Lu}\.?$/u.test(word);

export const initials = (words: readonly string[]): string =>
  words.map((word) => word[0]?.toUpperCase() ?? '').join('');

function isTitle(word: string): boolean {
  const bare = word.toLowerCase().replace(/\.$/, '');
  return honorifics.has(bare) || personTitles.has(bare);
}
