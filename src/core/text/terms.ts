import type { Analyser } from './analysis/analyser';
import { textAnalyser, type TextAnalyser } from './analysis/analysers';
import { composed } from './analysis/folding';
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
import { withTypedSigns } from './raised-marks';

const maximumWordLength = 64;
const cacheLimit = 60_000;
const apostrophe = 0x27;
const rightQuote = 0x2019;

/** The language of texts of which nothing is known: English for Latin letters, else the first language of a script. */
const UNKNOWN = 'und';

/** Words seen lately and their terms (empty for stop words), by analyser: texts repeat themselves, so most work is one look-up. */
const caches = new Map<Analyser, Map<string, string>>();

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** A word such as `JenniferMoore42`: at least two parts of three letters and more, so `McIver` and `iPhone` stay whole. */
const camelCase = /(?<![\p{L}\p{N}])\p{L}?\p{Ll}{2,}(?:\p{Lu}\p{Ll}{2,})+[\p{L}\p{N}]*/gu;
const camelBorder = /(?<=\p{Ll})(?=[\p{Lu}\p{N}])/u;
const camelSign = /\p{Ll}\p{Lu}\p{Ll}/u;
const asciiCamelSign = /[a-z][A-Z][a-z]/g;
const ascii = /^[\0-\x7f]*$/;

/** The parts of a word in camel case (`JenniferMoore` gives `Jennifer Moore`), joined by spaces; other text as it is. */
export function splitCamelCase(text: string): string {
  return camelSign.test(text) ? text.replace(camelCase, (word) => word.split(camelBorder).join(' ')) : text;
}

/** Words in camel case followed by their parts, so that a handle is found by either. */
function withCamelParts(text: string, isAscii: boolean): string {
  if (isAscii) return withAsciiCamelParts(text);
  return camelSign.test(text) ? text.replace(camelCase, withParts) : text;
}

const withParts = (word: string): string => `${word} ${word.split(camelBorder).join(' ')}`;

/** Splits only the words that have a sign of camel case. */
function withAsciiCamelParts(text: string): string {
  let done = 0;
  let result = '';
  for (asciiCamelSign.lastIndex = 0; asciiCamelSign.test(text); asciiCamelSign.lastIndex = done) {
    let start = asciiCamelSign.lastIndex - 1;
    while (start > done && isAsciiWord(text.charCodeAt(start - 1))) start--;
    let end = asciiCamelSign.lastIndex;
    while (isAsciiWord(text.charCodeAt(end))) end++;
    result += text.slice(done, start) + text.slice(start, end).replace(camelCase, withParts);
    done = end;
  }
  return done === 0 ? text : result + text.slice(done);
}

const isAsciiWord = (code: number): boolean =>
  isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

/**
 * Index terms of a text in a language (BCP 47), in order and with repeats: what BM25 and tf-idf count. Words in camel case count whole and in
 * parts; words in other scripts are read by the first language of their script. Pure; linear in the text's length.
 */
export function terms(text: string, language = UNKNOWN): string[] {
  const found: string[] = [];
  const take: TakeWord = (...word) => {
    const term = termAt(...word);
    if (term !== '') found.push(term);
  };
  readWords(text, language, take, found);
  return found;
}

/** The term of a word at its place; that of a function word is empty but where it is written as a name. */
const termAt: (...word: Parameters<TakeWord>) => string = (word, analyser, start, { source, written }) => {
  const term = termOf(word, analyser);
  if (term !== '' || written.charCodeAt(start) === source.charCodeAt(start)) return term;
  return isWrittenAsName(written, start, word.length) ? word : '';
};

/** Words without repeats. */
export const distinctWords = (words: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(words.map((terms) => [terms.join(' '), terms])).values(),
];

/** Terms with where their words start, the same in every language; those of scripts that do not part their words have no place. */
function placedTerms(text: string, language: string): readonly { readonly term: string; readonly start?: number }[] {
  const placed: { readonly term: string; readonly start: number }[] = [];
  const runs: string[] = [];
  const take: TakeWord = (...word) => {
    const term = termAt(...word);
    if (term !== '') placed.push({ term, start: word[2] });
  };
  readWords(text, language, take, runs);
  return [...placed, ...runs.map((term) => ({ term }))];
}

/** The distinct terms of a text as it would be written in any of some languages. */
export const termsInAny = (text: string, languages: readonly string[]): readonly string[] => [
  ...new Set(wordsInAny(text, languages).flat()),
];

/** The distinct words of a text, each by its distinct terms in some languages: one where these agree. Words without a term are left out. */
export function wordsInAny(text: string, languages: readonly string[]): readonly (readonly string[])[] {
  const words = new Map<number | string, Set<string>>();
  for (const language of languages.length > 0 ? languages : [UNKNOWN]) {
    for (const { term, start } of placedTerms(text, language)) {
      const key = start ?? term;
      words.set(key, (words.get(key) ?? new Set()).add(term));
    }
  }
  return distinctWords([...words.values()].map((forms) => [...forms]));
}

/**
 * Index terms of a passage as it is indexed: in its own language, and in that of its document where this is another one, since questions are
 * read in the languages of documents.
 */
export function passageTerms(text: string, languages: PassageLanguages): string[] {
  const own = terms(text, languages.own);
  return languages.own === languages.document ? own : [...own, ...terms(text, languages.document)];
}

/** BCP 47 languages of a passage and of its document. */
export interface PassageLanguages {
  readonly own: string;
  readonly document: string;
}

/** Words of a text as they are written, in small letters, with their terms; without stop words and scripts that do not part their words. */
export function wordForms(text: string, language: string): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  const take: TakeWord = (word, analyser) => {
    const term = termOf(word, analyser);
    if (term !== '') forms.set(bareWord(word, analyser), term);
  };
  readWords(text, language, take, []);
  return forms;
}

/** Finds which of some words in small letters a text has. Stop words are none, and other words are not stemmed. */
export function formsAmong(text: string, language: string, wanted: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const found = new Set<string>();
  const take: TakeWord = (word, analyser) => {
    const form = bareWord(word, analyser);
    if (wanted.has(form) && !found.has(form) && termOf(word, analyser) !== '') found.add(form);
  };
  readWords(text, language, take, []);
  return found;
}

/** Takes a word in small letters, with its analyser and where it starts. */
type TakeWord = (word: string, analyser: Analyser, start: number, texts: WrittenText) => void;

/** A text in small letters, and as it was written with the same offsets; both in small letters where these shift. */
interface WrittenText {
  readonly source: string;
  readonly written: string;
}

/** Passes the words of a text to `take`, in order; runs of scripts without spaces become bigrams in `found`. */
function readWords(text: string, language: string, take: TakeWord, found: string[]): void {
  const isAscii = ascii.test(text);
  const signs = isAscii ? text : withTypedSigns(text).replace(LETTERLIKE, ' ').normalize('NFKC');
  const written = withCamelParts(signs, isAscii);
  const analyser = textAnalyser(language);
  const source = analyser.main.lowerCase?.(written) ?? written.toLowerCase();
  const reader: WordReader = { source, written: source.length === written.length ? written : source, analyser, take };
  const classes = characterClasses();
  for (let at = 0; at < source.length;) {
    const kind = classAt(source, at, classes);
    if (kind === SEPARATOR || kind === IGNORED_MARK) at++;
    else if (kind === WORD) at = readWord(reader, at, classes);
    else at = readRun(source, at, kind, classes, found);
  }
}

/** Signs made of letters, such as ℅ and ℠, which are no part of the word before them. */
const LETTERLIKE = /[\u2100-\u214f](?<=\p{So})/gu;

interface WordReader extends WrittenText {
  readonly analyser: TextAnalyser;
  readonly take: TakeWord;
}

function classAt(source: string, at: number, classes: Uint8Array): number {
  const code = source.charCodeAt(at);
  if (!isHighSurrogate(code)) return classes[code] ?? SEPARATOR;
  return classOfPair(source.codePointAt(at) ?? code);
}

const widthAt = (source: string, at: number): number => ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

function readWord(reader: WordReader, start: number, classes: Uint8Array): number {
  const { source, analyser } = reader;
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
  const word = source.slice(start, Math.min(at, start + maximumWordLength));
  reader.take(word, analyser.of(source.charCodeAt(start)), start, reader);
  return at;
}

const CAPITAL = /\p{Lu}/u;
/** Signs behind which a sentence or a quotation begins. */
const OPENING = /(?:^|[.!?:;…\n\r"“”„«»‘])[\s\p{P}\p{S}]*$/u;
const LOOK_BACK = 8;

/**
 * Checks if a function word is written as a name: in capitals (WHO), or with one inside a sentence (the band The Who).
 */
function isWrittenAsName(written: string, start: number, length: number): boolean {
  const word = written.slice(start, start + length);
  if (word.length < 2 || !CAPITAL.test(word.charAt(0)) || !/^[\p{L}\p{M}]+$/u.test(word)) return false;
  return !/\p{Ll}/u.test(word) || !OPENING.test(written.slice(Math.max(0, start - LOOK_BACK), start));
}

/** Apostrophes between letters and points and thousands commas between digits belong to the word; groups of three digits are one number. */
function joinsWord(source: string, at: number, code: number, classes: Uint8Array): boolean {
  const next = source.charCodeAt(at + 1);
  if (code === apostrophe || code === rightQuote) return classes[next] === WORD;
  if (code !== 0x2e && code !== 0x2c) return false;
  if (!isDigit(next) || !isDigit(source.charCodeAt(at - 1))) return false;
  return code === 0x2e || /^\d{3}(?!\d)/.test(source.slice(at + 1, at + 5));
}

/** The analyser that was asked last, with its cache: most words of a text are of one. */
let last: { readonly analyser: Analyser; readonly cache: Map<string, string> } | undefined;

function cacheOf(analyser: Analyser): Map<string, string> {
  if (last?.analyser === analyser) return last.cache;
  const cache = caches.get(analyser) ?? new Map<string, string>();
  caches.set(analyser, cache);
  last = { analyser, cache };
  return cache;
}

function termOf(word: string, analyser: Analyser): string {
  const cache = cacheOf(analyser);
  const known = cache.get(word);
  if (known !== undefined) return known;
  const own = detached(word);
  const term = makeTerm(own, analyser);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(own, term);
  return term;
}

function makeTerm(word: string, analyser: Analyser): string {
  const { isStopWord, stem, fold } = analyser;
  if (isStopWord?.(word.replace(/,/g, ''))) return '';
  const bare = bareWord(word, analyser);
  if (isStopWord?.(fold(bare))) return '';
  if (/^\d{1,3}(?:\.\d{3})+$/.test(bare)) return bare.replaceAll('.', '');
  return /^[\p{L}\p{M}]+$/u.test(bare) ? stem(bare) : fold(bare);
}

/** A word without what apostrophes join to it. */
const bareWord = (word: string, { elision, suffix }: Analyser): string => {
  const whole = composed(word);
  const own = elision ? whole.replace(elision, '') : whole;
  return (suffix ? own.replace(suffix, '') : own).replace(/['’,]/g, '');
};

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
