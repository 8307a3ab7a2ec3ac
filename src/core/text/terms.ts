import {
  HANGUL,
  HAN_KANA,
  IGNORED_MARK,
  SEPARATOR,
  UNSPACED,
  WORD,
  characterClasses,
  classOfPair,
  detached,
  isHighSurrogate,
} from './characters';
import { stem } from './stem';
import { isStopWord } from './stop-words';

export { isStopWord } from './stop-words';

const maximumWordLength = 64;
const cacheLimit = 60_000;
const apostrophe = 0x27;
const rightQuote = 0x2019;
const elisions = /^(?:[cdjlmnst]|qu)['’](?=.{2})/;

/** Words seen lately and their terms (empty for stop words): texts repeat themselves, so most work is one look-up. */
const cache = new Map<string, string>();

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** A word such as `JenniferMoore42`: at least two parts of three letters and more, so `McIver` and `iPhone` stay whole. */
const camelCase = /(?<![\p{L}\p{N}])\p{L}?\p{Ll}{2,}(?:\p{Lu}\p{Ll}{2,})+[\p{L}\p{N}]*/gu;
const camelBorder = /(?<=\p{Ll})(?=[\p{Lu}\p{N}])/u;
const camelSign = /\p{Ll}\p{Lu}\p{Ll}/u;
const asciiCamelSign = /[a-z][A-Z][a-z]/;
const ascii = /^[\0-\x7f]*$/;

/** The parts of a word in camel case (`JenniferMoore` gives `Jennifer Moore`), joined by spaces; other text as it is. */
export function splitCamelCase(text: string): string {
  return camelSign.test(text) ? text.replace(camelCase, (word) => word.split(camelBorder).join(' ')) : text;
}

/** Words in camel case followed by their parts, so that a handle is found by either. */
function withCamelParts(text: string, isAscii: boolean): string {
  if (!(isAscii ? asciiCamelSign : camelSign).test(text)) return text;
  return text.replace(camelCase, (word) => `${word} ${word.split(camelBorder).join(' ')}`);
}

/** Index terms of a text, in order and with repeats: what BM25 and tf-idf count. Words in camel case count whole and in parts. Pure; linear in the text's length. */
export function terms(text: string): string[] {
  const isAscii = ascii.test(text);
  const source = withCamelParts(isAscii ? text : text.normalize('NFKC'), isAscii).toLowerCase();
  const classes = characterClasses();
  const found: string[] = [];
  for (let at = 0; at < source.length;) {
    const kind = classAt(source, at, classes);
    if (kind === SEPARATOR || kind === IGNORED_MARK) at++;
    else if (kind === WORD) at = readWord(source, at, classes, found);
    else at = readRun(source, at, kind, classes, found);
  }
  return found;
}

function classAt(source: string, at: number, classes: Uint8Array): number {
  const code = source.charCodeAt(at);
  if (!isHighSurrogate(code)) return classes[code] ?? SEPARATOR;
  return classOfPair(source.codePointAt(at) ?? code);
}

const widthAt = (source: string, at: number): number => ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

function readWord(source: string, start: number, classes: Uint8Array, found: string[]): number {
  let at = start;
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00) {
      if (classAt(source, at, classes) !== WORD) break;
      at++;
      continue;
    }
    const kind = classes[code];
    if (kind === WORD || kind === IGNORED_MARK) continue;
    if (!joinsWord(source, at, code, classes)) break;
  }
  const term = termOf(source.slice(start, Math.min(at, start + maximumWordLength)));
  if (term !== '') found.push(term);
  return at;
}

/** Apostrophes between letters and points and thousands commas between digits belong to the word; groups of three digits are one number. */
function joinsWord(source: string, at: number, code: number, classes: Uint8Array): boolean {
  const next = source.charCodeAt(at + 1);
  if (code === apostrophe || code === rightQuote) return classes[next] === WORD;
  if (code !== 0x2e && code !== 0x2c) return false;
  if (!isDigit(next) || !isDigit(source.charCodeAt(at - 1))) return false;
  return code === 0x2e || /^\d{3}(?!\d)/.test(source.slice(at + 1, at + 5));
}

function termOf(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const own = detached(word);
  const term = makeTerm(own);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(own, term);
  return term;
}

function makeTerm(word: string): string {
  if (isStopWord(word.replace(/,/g, ''))) return '';
  const bare = foldLatin(
    word
      .replace(elisions, '')
      .replace(/['’]s$/, '')
      .replace(/['’,]/g, ''),
  );
  if (isStopWord(bare)) return '';
  if (/^\d{1,3}(?:\.\d{3})+$/.test(bare)) return bare.replaceAll('.', '');
  return /^[a-z]+$/.test(bare) ? stem(bare) : bare;
}

/** Folds diacritics of Latin letters and the marks an index ignores; other scripts keep their letters. */
function foldLatin(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return word;
  const latin = /\p{Script=Latin}/u.test(word) ? foldDiacritics(word) : word;
  return latin
    .replace(/ς/g, 'σ')
    .replace(/[\u0300-\u036f\u0591-\u05bd\u064b-\u0652\u0670\u0640\u200b-\u200f\u00ad\ufe00-\ufe0f]/g, '');
}

/** Latin letters without a decomposition, in small letters, as an index has them. */
export const ligatures: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Replaces accented Latin letters by their base letters. Expects lower case. */
function foldDiacritics(word: string): string {
  return word
    .normalize('NFD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => ligatures[letter] ?? letter);
}

/** Character bigrams of a run in a script without spaces (Hangul too, whose words carry their particles). */
function readRun(source: string, start: number, kind: number, classes: Uint8Array, found: string[]): number {
  let first = start;
  let second = start + widthAt(source, start);
  if (!inRun(source, second, kind, classes)) {
    found.push(source.slice(first, second));
    return second;
  }
  while (inRun(source, second, kind, classes)) {
    const end = second + widthAt(source, second);
    found.push(source.slice(first, end));
    first = second;
    second = end;
  }
  return second;
}

function inRun(
  source: string,
  at: number,
  kind: typeof HAN_KANA | typeof HANGUL | typeof UNSPACED | number,
  classes: Uint8Array,
): boolean {
  return at < source.length && classAt(source, at, classes) === kind;
}
