import type { TaggedWord } from './tagged-words';
import { genericAdjectives, genericNouns } from './word-lists';

/** A word in small letters without a point at its end. */
export const lower = (word: Pick<TaggedWord, 'text'>): string => word.text.toLowerCase().replace(/\.$/, '');

/** True when the word starts with a capital. */
export const isCapital = (word: TaggedWord): boolean => /^\p{Lu}/u.test(word.text);

/** True for a letter with a point, as before a surname. */
export const isInitial = (word: TaggedWord): boolean => /^(?:\p{Lu}\.)+$/u.test(word.text);

/** True for words that fit any text. */
export const isGeneric = (word: TaggedWord | undefined): boolean =>
  word !== undefined && (genericAdjectives.has(lower(word)) || genericNouns.has(lower(word)));
