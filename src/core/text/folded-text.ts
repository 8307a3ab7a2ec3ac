import { withPlainLetters, WORD, classAt } from './characters';
import { ligatures } from './analysis/folding';
import { isNoteMark, typedSign, withTypedSigns } from './raised-marks';

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones; marks of other scripts make other letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u0652]+/gu;
/** Characters that may fold to something else than their small letter: neither ASCII nor an ideograph does. */
const SPECIAL = /[^\0-\x7f\u3400-\u9fff]/gu;

/** Letters of Latin-1 without a decomposition, and signs that a keyboard has in one form. */
const LETTERS: typeof ligatures = {
  ...ligatures,
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '\u00ad': '',
};

/**
 * A text without case, accents, forms of width and note marks, its signs as they are typed, white space as single spaces: how names are compared
 * when they are looked up.
 */
export const folded = (text: string): string =>
  (text.search(SPECIAL) < 0 ? text.toLowerCase() : plainLetters(withTypedSigns(text))).replace(/\s+/gu, ' ').trim();

const plainLetters = (text: string): string =>
  withPlainLetters(text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC'))
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replaceAll('ς', 'σ');

/** A text without case, accents, forms of width and note marks, its signs as they are typed and its white space as it was. */
export interface FoldedText {
  readonly text: string;
  /** Returns the original text between two offsets of the folded text, with its place. */
  readonly original: (
    start: number,
    end: number,
  ) => { readonly text: string; readonly start: number; readonly end: number };
}

const known = new Map<string, string>();

function plainLetter(letter: string): string {
  const plain = known.get(letter) ?? plainLetters(letter);
  known.set(letter, plain);
  return plain;
}

/** Folds a text letter by letter, so that what is found in it can be shown where it stands; linear. */
export function foldedText(text: string): FoldedText {
  const replacements: Replacement[] = [];
  let by = 0;
  const replaced = text.replace(SPECIAL, (letter, at: number) => {
    const plain = typedSign(text, at)?.toLowerCase() ?? plainLetter(letter);
    if (plain.length !== letter.length) {
      const [from, start, end] = [at - by, at, at + letter.length];
      by += letter.length - plain.length;
      replacements.push({ from, to: end - by, start, end });
    }
    return plain;
  });
  const originOf = (at: number): Replacement => {
    const last = replacements.findLast(({ from }) => from <= at);
    if (last && at > last.from && at < last.to) return last;
    const start = last ? (at < last.to ? last.start : at + last.end - last.to) : at;
    return { from: at, to: at, start, end: start };
  };
  return {
    text: replaced.toLowerCase(),
    original: (from, to) => {
      const { start } = originOf(from);
      let { end } = originOf(to);
      while (end > start && isNoteMark(text, end - 1)) end--;
      return { text: text.slice(start, end), start, end };
    },
  };
}

/** A sign that is longer or shorter when folded: offsets in the folded text, and in the text as it was. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Finds words of a folded text that begin with some letters: the start and end of each. */
export function* wordsBegun(text: string, letters: string): Generator<readonly [start: number, end: number]> {
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + letters.length)) {
    if (!goesOn(text, at)) yield [at, wordEnd(text, at + letters.length)];
  }
}

const isWordAt = (text: string, at: number): boolean => classAt(text, at) === WORD;

/** Checks if a word continues over an offset of a folded text. */
export const goesOn = (text: string, at: number): boolean => isWordAt(text, at - 1) && isWordAt(text, at);

/** Returns the end of the word at an offset of a folded text, or before it. */
export function wordEnd(text: string, from: number): number {
  let at = from;
  while (isWordAt(text, at) || isWithinWord(text, at)) at++;
  return at;
}

/** An apostrophe between letters, a comma or point between digits. */
const isWithinWord = (text: string, at: number): boolean =>
  text[at] === "'" ? isWordAt(text, at - 1) && isWordAt(text, at + 1) : /^\d[,.]\d$/u.test(text.slice(at - 1, at + 2));
