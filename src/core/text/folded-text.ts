import { withPlainLetters, WORD, classAt } from './characters';
import { ligatures } from './analysis/folding';

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones; marks of other scripts make other letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u0652]+/gu;
/** What may fold to something else than its small letter: neither ASCII nor an ideograph does. */
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

/** A text without case, accents and forms of width, white space as single spaces: how names are compared when they are looked up. */
export const folded = (text: string): string =>
  (text.search(SPECIAL) < 0 ? text.toLowerCase() : plainLetters(text)).replace(/\s+/gu, ' ').trim();

const plainLetters = (text: string): string =>
  withPlainLetters(text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC'))
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replaceAll('ς', 'σ');

/** A text without case, accents and forms of width, its white space as it was. */
export interface FoldedText {
  readonly text: string;
  /** What stands between two offsets of the folded text in the text as it was, and where. */
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
  /** Offsets in the folded text from which on others shift, and by how much. */
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let by = 0;
  const replaced = text.replace(SPECIAL, (letter, at: number) => {
    const plain = plainLetter(letter);
    if (plain.length !== letter.length) {
      by += letter.length - plain.length;
      shifts.push({ from: at + letter.length - by, by });
    }
    return plain;
  });
  const offsetAt = (at: number): number => at + (shifts.findLast(({ from }) => from <= at)?.by ?? 0);
  return {
    text: replaced.toLowerCase(),
    original: (from, to) => {
      const [start, end] = [offsetAt(from), offsetAt(to)];
      return { text: text.slice(start, end), start, end };
    },
  };
}

/** Where words of a folded text begin with some letters, and where each ends. */
export function* wordsBegun(text: string, letters: string): Generator<readonly [start: number, end: number]> {
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + letters.length)) {
    if (!goesOn(text, at)) yield [at, wordEnd(text, at + letters.length)];
  }
}

const isWordAt = (text: string, at: number): boolean => classAt(text, at) === WORD;

/** Whether a word goes on over an offset of a folded text. */
export const goesOn = (text: string, at: number): boolean => isWordAt(text, at - 1) && isWordAt(text, at);

/** Where the word ends that stands at an offset of a folded text, or before it. */
export function wordEnd(text: string, from: number): number {
  let at = from;
  while (isWordAt(text, at) || isWithinWord(text, at)) at++;
  return at;
}

/** An apostrophe between letters, a comma or point between digits. */
const isWithinWord = (text: string, at: number): boolean =>
  text[at] === "'" ? isWordAt(text, at - 1) && isWordAt(text, at + 1) : /^\d[,.]\d$/u.test(text.slice(at - 1, at + 2));
