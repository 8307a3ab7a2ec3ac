import { foldPlural } from '../../text/stem';
import { isStopWord } from '../../text/stop-words';
import { honorifics, nameConnectors } from '../word-lists';

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** A word of a folded text and where it stands in it. */
export interface FoldedWord {
  /** Its plural folded. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a folded text. */
export function wordsIn(folded: string): readonly FoldedWord[] {
  return Array.from(folded.matchAll(WORDS), (match) => ({
    word: foldPlural(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The words of a folded name that tell it from others, each once, in order: no articles, particles, titles, initials. */
export function significantWords(folded: string): ReadonlySet<string> {
  const words = Array.from(folded.matchAll(WORDS), ([word]) => word);
  return new Set(words.filter(isSignificant).map(foldPlural));
}

/** Whether a folded word tells a name from others. */
export const isSignificant = (word: string): boolean =>
  word.length > 1 && !isStopWord(word) && !honorifics.has(word) && !nameConnectors.has(word);
