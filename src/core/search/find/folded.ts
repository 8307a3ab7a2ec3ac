import { withPlainLetters } from '../../extract/plain-letters';

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones; marks of other scripts make other letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u0652]+/gu;
const PLAIN = /^[\0-\x7f]*$/u;
/** Holds white space other than single spaces within. */
const UNEVEN = /^\s|\s$|\s\s|[^\S ]/u;

/** Letters of Latin-1 without a decomposition. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ð: 'd', þ: 'th' };

/** A text without case, accents and forms of width, white space as single spaces: how names are compared when they are looked up. */
export const folded = (text: string): string => {
  const plain = PLAIN.test(text) ? text.toLowerCase() : plainLetters(text);
  return UNEVEN.test(plain) ? plain.replace(/\s+/gu, ' ').trim() : plain;
};

const plainLetters = (text: string): string =>
  withPlainLetters(text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC'))
    .toLowerCase()
    .replace(/[øæœßðþ]/gu, (letter) => LETTERS[letter] ?? letter);
