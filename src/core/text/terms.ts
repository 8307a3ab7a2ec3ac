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

/** Looks only at the words that hold a sign of camel case. */
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

/** The words of a list that is written with blanks or line ends between them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** English words that carry no topic, lower case, apostrophes removed. Contractions that are words of their own (shed, ill, wed) are left out. */
const words = `
a about above after again against all also although always am among an and another any anyone anything are arent around as at
be became because been before being below between both but by
came can cannot cant could couldnt did didnt do does doesnt doing dont down during
each either else etc even ever every few for from further
get gets getting got had hadnt has hasnt have havent having he hed her here heres hers herself hes him himself his how however
i if im in into is isnt it itd itll its itself ive just lets
many me might more most much must mustnt my myself
neither never no nor not now of off often on once one only onto or other others ought our ours ourselves out over own
per perhaps quite rather really same shall shant she shes should shouldnt since so some somehow someone something still such
than that thats the their theirs them themselves then there theres these they theyd theyll theyre theyve this those though through thus to too toward towards
under until up upon us used very via was wasnt we were werent weve what whatever whats when whenever where wheres wherever whether
which whichever while who whoever whom whos whose why will with within without wont would wouldnt
yes yet you youd youll your youre yours yourself yourselves youve`;

const stopWords = wordSet(words);

/** Contractions that are other words without their apostrophe. */
const contractions: ReadonlySet<string> = new Set(['shed', 'hell', 'ill', 'wed', 'id', 'were', 'well', 'shell']);

/** True for an English function word, in any case; its apostrophe counts only where it tells a contraction from a word (she'd, shed). */
export function isStopWord(word: string): boolean {
  const plain = word.toLowerCase().replace(/['’]/g, '');
  return stopWords.has(plain) || (plain.length < word.length && contractions.has(plain));
}

/**
 * A light English stem: plural, -ing, -ed and final e, with the conditions of Porter's step 1 (Porter 1980). `making`, `makes` and `make` have
 * the same stem, `plane` and `plan` have not.
 */

const isVowel = (word: string, at: number): boolean => {
  const letter = word[at];
  if (letter === 'y') return at > 0 && !isVowel(word, at - 1);
  return letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u';
};

/** Porter's m: how often a vowel is followed by a consonant in the first `length` letters. */
function measure(word: string, length: number): number {
  let count = 0;
  let before = false;
  for (let at = 0; at < length; at++) {
    const vowel = isVowel(word, at);
    if (before && !vowel) count++;
    before = vowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** Ends in consonant, vowel, consonant other than w, x, y. */
function endsShort(word: string, length: number): boolean {
  if (length < 3) return length === 2 && isVowel(word, 0) && !isVowel(word, 1);
  const last = word[length - 1];
  return (
    last !== 'w' &&
    last !== 'x' &&
    last !== 'y' &&
    !isVowel(word, length - 1) &&
    isVowel(word, length - 2) &&
    !isVowel(word, length - 3)
  );
}

/** Folds an English plural; words such as `physics`, `species` and `bus` keep their s. Lower-case input. */
export function foldPlural(word: string): string {
  const length = word.length;
  if (length < 4 || !word.endsWith('s')) return word;
  if (/(?:ss|us|is|ics|series|species)$/.test(word)) return word;
  if (word.endsWith('ies')) return length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(?:sses|xes|ches|shes|zzes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function mendEnding(stem: string): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return measure(stem, stem.length) === 1 && endsShort(stem, stem.length) ? `${stem}e` : stem;
}

function foldVerb(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
  if (ending === 0) return word;
  const stem = word.slice(0, -ending);
  return stem.length >= 3 && hasVowel(stem) ? mendEnding(stem) : word;
}

/** The stem of a lower-case English word of letters a to z; words of up to three letters are their own stem. */
function stem(word: string): string {
  if (word.length < 4) return word;
  const folded = foldVerb(foldPlural(word));
  const body = folded.length - 1;
  if (!folded.endsWith('e') || body < 3) return folded;
  const weight = measure(folded, body);
  return weight > 1 || (weight === 1 && !endsShort(folded, body)) ? folded.slice(0, -1) : folded;
}
