import { detached } from '../../text/characters';

interface Cases {
  /** Times with a capital inside a sentence, where only names have one. */
  capital: number;
  /** Words of these without a capital right before. */
  alone: number;
  /** Words of these before a number. */
  numbered: number;
  /** Times in small letters. */
  small: number;
  /** The number that it was before, wherever it stood; several of them are {@link SEVERAL}. */
  number: string;
}

/** Times from which on a capital is no chance. */
const recurring = 3;
/** More than one number. */
const SEVERAL = '#';

/** Small words of a language; names are not among them. */
export interface Dictionary {
  has(small: string): boolean;
  /** The part of speech of a word by itself; undefined for one that it does not have. */
  tagOf(small: string): string | undefined;
}

const noWords: Dictionary = { has: () => false, tagOf: () => undefined };

/** Spellings of the words of a batch; each method takes a word in small letters. */
export interface WordCases {
  /** True when the word is seen with a capital inside sentences at least as often as in small letters. */
  isName(small: string): boolean;
  /** True unless the word is seen in small letters only. */
  mayBeName(small: string): boolean;
  /** True when the word is never seen in small letters. */
  neverSmall(small: string): boolean;
  /** True when the word is seen with a capital inside sentences that has no other right before. */
  standsAlone(small: string): boolean;
  /** True when the word has a capital inside sentences again and again, and is never seen in small letters. */
  isSteady(small: string): boolean;
  /** True when the word has a capital only before numbers, of which there are several, or one in digits: `Article 5`. */
  isLabel(small: string): boolean;
  /** True when two words begin a sentence again and again, both with capitals, and the first is never seen in small letters. */
  isPair(first: string, second: string): boolean;
  readonly dictionary: Dictionary;
  /** Checks if the sentence of this number looks like a heading. */
  isHeading(sentence: number): boolean;
}

/** Counts how words of a batch are written inside its sentences (their first words, headings and shouting are left out). */
export function wordCases(sentences: readonly string[], dictionary = noWords): WordCases {
  const counts = new Map<string, Cases>();
  /** The same counts by words as they are written, which saves folding each one. */
  const written = new Map<string, Cases>();
  const headings = new Uint8Array(sentences.length);
  const pairs = new Map<string, number>();
  for (const [n, sentence] of sentences.entries()) {
    const words = wordsIn(sentence);
    const shouted = isHeading(sentence, words);
    if (shouted) headings[n] = 1;
    countWords(sentence, words, shouted, written, counts);
    if (!shouted) countPairs(sentence, words, pairs);
  }
  return {
    isName: (word) => {
      const cases = counts.get(word);
      return cases !== undefined && cases.capital > 0 && cases.capital >= cases.small;
    },
    mayBeName: (word) => {
      const cases = counts.get(word);
      return cases === undefined || cases.capital > 0;
    },
    neverSmall: (word) => (counts.get(word)?.small ?? 0) === 0,
    standsAlone: (word) => (counts.get(word)?.alone ?? 0) > 0,
    isSteady: (word) => {
      const { capital, small } = counts.get(word) ?? none;
      return capital >= recurring && small === 0;
    },
    isLabel: (word) => {
      const { capital, numbered, number } = counts.get(word) ?? none;
      return number !== '' && numbered === capital && (number === SEVERAL || /\d/.test(number));
    },
    isPair: (first, second) => (counts.get(first)?.small ?? 0) === 0 && (pairs.get(`${first} ${second}`) ?? 0) > 1,
    dictionary,
    isHeading: (sentence) => headings[sentence] === 1,
  };
}

/** Words of a sentence (a letter, then letters, marks, apostrophes and hyphens), in lists that are used again for the next one. */
interface Words {
  count: number;
  capitals: number;
  readonly starts: number[];
  readonly ends: number[];
  /** Flags of each word: {@link UPPER} and {@link OPENED}. */
  readonly flags: number[];
}

const LETTER = 1;
const INNER = 2;
const UPPER = 4;
/** After these a capital may be there only because something begins. */
const OPENS = 8;
/** A word before which something begins. */
const OPENED = 16;

const found: Words = { count: 0, capitals: 0, starts: [], ends: [], flags: [] };

function wordsIn(sentence: string): Words {
  const table = (flagTable ??= makeFlagTable());
  found.count = 0;
  found.capitals = 0;
  let opened = OPENED;
  for (let at = 0; at < sentence.length;) {
    const flags = flagsAt(sentence, at, table);
    if ((flags & LETTER) === 0) {
      opened |= (flags & OPENS) === 0 ? 0 : OPENED;
      at++;
      continue;
    }
    const elided = (flags & UPPER) === 0 ? elisionAt(sentence, at, table) : 0;
    if (elided > 0) {
      at += elided;
      opened = 0;
      continue;
    }
    const start = at;
    do at += widthAt(sentence, at);
    while ((flagsAt(sentence, at, table) & INNER) !== 0);
    found.starts[found.count] = start;
    found.ends[found.count] = at;
    found.flags[found.count++] = (flags & UPPER) | opened;
    if ((flags & UPPER) !== 0) found.capitals++;
    opened = 0;
  }
  return found;
}

const opening = /[!?:"“”«»‘|•‣*\t—–¿¡]/;

/** Checks if the text between two words has a sign after which a beginning alone explains a capital. */
export const opensAfter = (gap: string): boolean => gap !== ' ' && opening.test(gap);

/** The length of a small letter or two before an apostrophe and a capital, as in `l’Office`; 0 of all else. */
function elisionAt(sentence: string, at: number, table: Uint8Array): number {
  for (let length = 2; length <= 3; length++) {
    const code = sentence.charCodeAt(at + length - 1);
    if (code !== 0x27 && code !== 0x2019) continue;
    return ((table[sentence.charCodeAt(at + length)] ?? 0) & UPPER) === 0 ? 0 : length;
  }
  return 0;
}

let flagTable: Uint8Array | undefined;

function makeFlagTable(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x10000; code++) table[code] = flagsOf(String.fromCharCode(code));
  return table;
}

function flagsOf(character: string): number {
  const isLetter = /\p{L}/u.test(character);
  const isInner = isLetter || /[\p{M}'’-]/u.test(character);
  const opens = opening.test(character);
  return (
    (isLetter ? LETTER : 0) | (isInner ? INNER : 0) | (/\p{Lu}/u.test(character) ? UPPER : 0) | (opens ? OPENS : 0)
  );
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

function flagsAt(sentence: string, at: number, table: Uint8Array): number {
  const code = sentence.charCodeAt(at);
  return isSurrogate(code) ? flagsOf(String.fromCodePoint(sentence.codePointAt(at) ?? code)) : (table[code] ?? 0);
}

const widthAt = (sentence: string, at: number): number => ((sentence.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

function countWords(
  sentence: string,
  words: Words,
  shouted: boolean,
  written: Map<string, Cases>,
  counts: Map<string, Cases>,
): void {
  for (let n = 0; n < words.count; n++) {
    const flags = words.flags[n] ?? 0;
    const capital = (flags & UPPER) !== 0;
    const end = words.ends[n] ?? 0;
    const number = capital ? numberAt(sentence, end + 1) : '';
    const proves = !capital || (!shouted && (flags & OPENED) === 0);
    if (!proves && number === '') continue;
    const start = words.starts[n] ?? 0;
    const word = sentence.slice(start, end);
    const cases = written.get(word) ?? casesOf(word, written, counts);
    if (!capital) cases.small++;
    else if (number !== '' && number !== cases.number) cases.number = cases.number === '' ? number : SEVERAL;
    if (!capital || !proves) continue;
    cases.capital++;
    if (number !== '') cases.numbered++;
    if (((words.flags[n - 1] ?? 0) & UPPER) === 0 || words.ends[n - 1] !== start - 1) cases.alone++;
  }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const romanDigits: ReadonlySet<number> = new Set(Array.from('IVXLC', (letter) => letter.charCodeAt(0)));
const number = /\d+|[IVXLC]+(?!\p{L})/uy;

/** The number at an offset, in digits or Roman; empty where there is none. */
function numberAt(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (!isDigit(code) && !romanDigits.has(code)) return '';
  if (text.charCodeAt(at - 1) !== 0x20 && text.charCodeAt(at - 1) !== 0xa0) return '';
  number.lastIndex = at;
  return number.exec(text)?.[0] ?? '';
}

/** Counts two words with capitals that begin a sentence or direct speech in it. */
function countPairs(sentence: string, words: Words, pairs: Map<string, number>): void {
  for (let n = 1; n < words.count; n++) {
    const first = words.flags[n - 1] ?? 0;
    if ((first & OPENED) === 0 || (first & (words.flags[n] ?? 0) & UPPER) === 0) continue;
    if (words.starts[n] !== (words.ends[n - 1] ?? 0) + 1) continue;
    const pair = sentence.slice(words.starts[n - 1], words.ends[n]).toLowerCase();
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
}

const none: Cases = { capital: 0, alone: 0, numbered: 0, small: 0, number: '' };

function casesOf(word: string, written: Map<string, Cases>, counts: Map<string, Cases>): Cases {
  const own = detached(word);
  const small = own.toLowerCase();
  const cases = counts.get(small) ?? { ...none };
  counts.set(small, cases);
  written.set(own, cases);
  return cases;
}

const longestHeading = 150;

/**
 * Checks that nearly all words of a line have capitals and it ends without a full stop, so that its capitals prove
 * nothing. Lines with blanked labels are no headings.
 */
export function looksLikeHeading(sentence: string): boolean {
  return sentence.length <= longestHeading && isHeading(sentence, wordsIn(sentence));
}

function isHeading(sentence: string, { count, capitals }: Words): boolean {
  if (sentence.length > longestHeading) return false;
  if (sentence.startsWith('#') && /^#{1,6}\s/.test(sentence)) return true;
  if (sentence.includes('‣')) return false;
  if (count > 1 && !/\p{Ll}/u.test(sentence)) return true;
  if (count < 2 || capitals < (count === 2 ? 2 : count * 0.6)) return false;
  return !/[.!?…:;]["'”’)]*$/.test(sentence);
}
