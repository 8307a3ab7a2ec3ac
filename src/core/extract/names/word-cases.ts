import { detached } from '../../text/characters';

interface Cases {
  /** Times with a capital inside a sentence, where only names have one. */
  capital: number;
  /** Times in small letters. */
  small: number;
}

/** How the words of a batch are written; each question is about a word in small letters. */
export interface WordCases {
  /** True when the word is seen with a capital inside sentences at least as often as in small letters. */
  isName(small: string): boolean;
  /** True unless the word is seen in small letters only. */
  mayBeName(small: string): boolean;
  /** True when the word is never seen in small letters. */
  neverSmall(small: string): boolean;
  /** Whether the sentence of this number looks like a heading. */
  isHeading(sentence: number): boolean;
}

/** Counts how words of a batch are written inside its sentences (their first words, headings and shouting are left out). */
export function wordCases(sentences: readonly string[]): WordCases {
  const counts = new Map<string, Cases>();
  /** The same counts by words as they are written, which saves folding each one. */
  const written = new Map<string, Cases>();
  const headings = new Uint8Array(sentences.length);
  for (const [n, sentence] of sentences.entries()) {
    const words = wordsIn(sentence);
    const shouted = isHeading(sentence, words);
    if (shouted) headings[n] = 1;
    countWords(sentence, words, shouted, written, counts);
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

let flagTable: Uint8Array | undefined;

function makeFlagTable(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x10000; code++) table[code] = flagsOf(String.fromCharCode(code));
  return table;
}

function flagsOf(character: string): number {
  const isLetter = /\p{L}/u.test(character);
  const isInner = isLetter || /[\p{M}'’-]/u.test(character);
  const opens = /[!?:"“”«»‘|•‣*\t—–]/.test(character);
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
    if (capital && (shouted || (flags & OPENED) !== 0)) continue;
    const word = sentence.slice(words.starts[n], words.ends[n]);
    const cases = written.get(word) ?? casesOf(word, written, counts);
    if (capital) cases.capital++;
    else cases.small++;
  }
}

function casesOf(word: string, written: Map<string, Cases>, counts: Map<string, Cases>): Cases {
  const own = detached(word);
  const small = own.toLowerCase();
  const cases = counts.get(small) ?? { capital: 0, small: 0 };
  counts.set(small, cases);
  written.set(own, cases);
  return cases;
}

const longestHeading = 150;

/**
 * Whether nearly all words of a line have capitals and it ends without a full stop, so that its capitals prove nothing. Lines with blanked
 * labels are no headings.
 */
export function looksLikeHeading(sentence: string): boolean {
  return sentence.length <= longestHeading && isHeading(sentence, wordsIn(sentence));
}

function isHeading(sentence: string, { count, capitals }: Words): boolean {
  if (sentence.length > longestHeading) return false;
  if (sentence.startsWith('#') && /^#{1,6}\s/.test(sentence)) return true;
  if (sentence.includes('‣')) return false;
  if (count > 1 && !/\p{Ll}/u.test(sentence)) return true;
  if (count < 3 || capitals < count * 0.6) return false;
  return !/[.!?…:;]["'”’)]*$/.test(sentence);
}
