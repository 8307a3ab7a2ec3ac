import { withPlainLetters } from '../../../text/characters';
import { foldPlural, isStopWord } from '../../../text/analysis/english';
import { honorifics, nameConnectors } from '../../names/word-lists';

/** A text as it is compared, with offsets into the original. */
export interface FoldedText {
  /** Lower case, plain letters, straight quotes, hyphens for dashes, single spaces. */
  readonly text: string;
  /** Per code unit of the folded text the offset in the original from which it comes; one more at the end. */
  readonly origins: Int32Array;
}

const QUOTES = /[‘’ʼ′´`]/u;
const DOUBLE_QUOTES = /[“”„«»″]/u;
const DASHES = /[‐‑‒–—―−－]/u;
/** Accents of alphabets; marks of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f]/gu;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;

/** Folds a text for comparing names: compatibility forms, case, accents, quotes, dashes and white space. */
export function foldText(text: string): FoldedText {
  let folded = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = foldCharacter(character);
    const isRepeatedSpace = plain === ' ' && (folded === '' || folded.endsWith(' '));
    if (!isRepeatedSpace) {
      for (let unit = 0; unit < plain.length; unit++) origins.push(at);
      folded += plain;
    }
    at += character.length;
  }
  origins.push(at);
  return { text: folded, origins: Int32Array.from(origins) };
}

function foldCharacter(character: string): string {
  if (character >= 'a' && character <= 'z') return character;
  if (/\s/u.test(character)) return ' ';
  if (INVISIBLE.test(character)) return '';
  if (QUOTES.test(character)) return "'";
  if (DOUBLE_QUOTES.test(character)) return '"';
  if (DASHES.test(character)) return '-';
  return withPlainLetters(character).normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(/\s+/gu, ' ');
}

/** Without hyphens between letters, and the space behind one that broke a line. */
export function withoutHyphens({ text, origins }: FoldedText): FoldedText {
  const dropped = new Set(
    Array.from(text.matchAll(/(?<=[\p{L}\p{N}])- ?(?=[\p{L}\p{N}])/gu), ({ index, 0: { length } }) =>
      Array.from({ length }, (_, n) => index + n),
    ).flat(),
  );
  if (dropped.size === 0) return { text, origins };
  const kept = Array.from({ length: text.length }, (_, at) => at).filter((at) => !dropped.has(at));
  return {
    text: kept.map((at) => text.charAt(at)).join(''),
    origins: Int32Array.from([...kept, text.length], (at) => origins[at] ?? 0),
  };
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** A word of a folded text, with its place. */
export interface FoldedWord {
  /** Folded word, in the singular. */
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

/** The significant words of a folded name, each once, in order: no articles, particles, titles, initials. */
export function significantWords(folded: string): ReadonlySet<string> {
  const words = Array.from(folded.matchAll(WORDS), ([word]) => word);
  return new Set(words.filter(isSignificant).map(foldPlural));
}

/** Checks if a folded word distinguishes a name from others. */
export const isSignificant = (word: string): boolean =>
  word.length > 1 && !isStopWord(word) && !honorifics.has(word) && !nameConnectors.has(word);
