import { withPlainLetters } from '../extract/plain-letters';

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones; marks of other scripts make other letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u0652]+/gu;
const PLAIN = /^[\0-\x7f]*$/u;
/** Holds white space other than single spaces within. */
const UNEVEN = /^\s|\s$|\s\s|[^\S ]/u;

/** Letters of Latin-1 without a decomposition, and signs that a keyboard has in one form. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ð: 'd',
  þ: 'th',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '\u00ad': '',
};

/** A text without case, accents and forms of width, white space as single spaces: how names are compared when they are looked up. */
export const folded = (text: string): string => {
  const plain = PLAIN.test(text) ? text.toLowerCase() : plainLetters(text);
  return UNEVEN.test(plain) ? plain.replace(/\s+/gu, ' ').trim() : plain;
};

const plainLetters = (text: string): string =>
  withPlainLetters(text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC'))
    .toLowerCase()
    .replace(/[øæœßðþ‘’“”‐‑\u00ad]/gu, (letter) => LETTERS[letter] ?? letter);

/** A text without case, accents and forms of width, its white space as it was. */
export interface FoldedText {
  readonly text: string;
  /** The UTF-16 offset in the text as it was of an offset in the folded one. */
  readonly offsetAt: (folded: number) => number;
}

/** Folds a text letter by letter, so that what is found in it can be shown where it stands; linear. */
export function foldedText(text: string): FoldedText {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), offsetAt: (at) => at };
  /** Where in the folded text, and by how much, offsets shift from there on. */
  const places: number[] = [];
  const shifts: number[] = [];
  let shift = 0;
  const replaced = text.replace(unlikeLower(), (letter, at: number) => {
    const plain = foldedLetter(letter);
    if (plain.length !== letter.length) {
      shift += letter.length - plain.length;
      places.push(at + letter.length - shift);
      shifts.push(shift);
    }
    return plain;
  });
  const offsetAt = (at: number): number => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return at + (shifts[low - 1] ?? 0);
  };
  return { text: replaced.toLowerCase(), offsetAt };
}

const letters = new Map<string, string>();

function foldedLetter(letter: string): string {
  let plain = letters.get(letter);
  if (plain === undefined) letters.set(letter, (plain = plainLetters(letter)));
  return plain;
}

let unlike: RegExp | undefined;

/** The characters that fold to something else than their small letter, as one class; the others are left to `toLowerCase`. */
function unlikeLower(): RegExp {
  if (unlike) return unlike;
  const ranges: [number, number][] = [];
  for (let code = 0x80; code < 0x10000; code++) {
    if (code >= 0xac00 && code < 0xf900) continue;
    const letter = String.fromCharCode(code);
    if (plainLetters(letter) === letter.toLowerCase()) continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
  unlike = new RegExp(`[${ranges.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('')}]`, 'gu');
  return unlike;
}
