import { abbreviationKind, isJoinedTitle } from './abbreviations';
import { blocksOf } from './blocks';
import { isContentsLine } from './boilerplate';
import { isHighSurrogate, isLowSurrogate } from './characters';
import { languageProfiles } from './language';
import { isStopWord } from './analysis/english';
import { wordSet } from './word-set';
import { finish, type Work } from '../work';

/** Sentences in document order as parallel arrays of UTF-16 offsets; white space around them is left out. */
export interface Sentences {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** A sentence is never longer than this many UTF-16 code units; what is longer is a list, a table of contents or several glued together. */
export const MAXIMUM_SENTENCE = 800;
/** The same for scripts in which a sign is about as much as a word's half. */
const MAXIMUM_WIDE = 300;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

const terminator = /[.!?…]+|[。！？｡।॥؟۔։።။៕។]+/g;
const closers = /["'”’»)\]」』》】〉）］*_]/;
const openers = /["'“‘«([「『《【〈（［¿¡*_\-–—]/;
/** Marks of notes behind a sentence: raised characters, and numbers in brackets. */
const noteMarks = /(?:[⁰¹²³⁴-⁹ᵃ-ᶻ†‡§]+[,–-]?|\[\p{L}?\d{1,3}(?:[,–-] ?\d{1,3})*\])+/uy;
const cjkTerminator = /[。！？｡]/;
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ordinalLanguages = new Set(['de', 'da', 'nb', 'no', 'fi', 'cs', 'sk', 'pl', 'hu', 'et', 'sl', 'hr']);
const thaiClause = 100;

/**
 * Splits a text into trimmed sentences that together hold every character which is not white space. `headingStarts` are
 * offsets of headings, which stand alone. Never throws; time is linear in the text's length.
 */
export function splitSentences(text: string, language: string, headingStarts: readonly number[] = []): Sentences {
  return finish(sentencesOfText(text, language, headingStarts));
}

/** Characters between two yields. */
const STEP = 16_384;

/** The same as work, for long texts. */
export function* sentencesOfText(
  text: string,
  language: string,
  headingStarts: readonly number[] = [],
): Work<Sentences> {
  const starts: number[] = [];
  const ends: number[] = [];
  let next = STEP;
  for (const block of blocksOf(text, headingStarts)) {
    let start = block.start;
    for (const end of andLast(sentenceEnds(text, block.start, block.end, language), block.end)) {
      addTrimmed(text, start, end, starts, ends);
      start = end;
      if (end < next) continue;
      yield { done: end, total: text.length };
      next = end + STEP;
    }
  }
  return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

function* andLast<T>(all: Iterable<T>, last: T): Generator<T> {
  yield* all;
  yield last;
}

function* sentenceEnds(text: string, start: number, end: number, language: string): Generator<number> {
  const block = text.slice(start, end);
  if (isContentsLine(block.trim())) return;
  if (unspaced.test(block.slice(0, 1000))) return yield* clauseEnds(block, start);
  let sentenceStart = 0;
  terminator.lastIndex = 0;
  for (let match = nextMatch(block, 0); match; match = nextMatch(block, match.after)) {
    const after = skipNoteMarks(block, skipWhile(block, match.after, closers));
    if (!endsSentence(block, sentenceStart, match, after, language)) continue;
    yield start + after;
    sentenceStart = after;
  }
}

interface Match {
  readonly at: number;
  readonly after: number;
  readonly mark: string;
}

function nextMatch(block: string, from: number): Match | undefined {
  terminator.lastIndex = from;
  const found = terminator.exec(block);
  return found ? { at: found.index, after: found.index + found[0].length, mark: found[0] } : undefined;
}

function skipWhile(block: string, from: number, pattern: RegExp): number {
  let at = from;
  while (at < block.length && at < from + 20 && pattern.test(block[at] ?? '')) at++;
  return at;
}

function skipNoteMarks(block: string, from: number): number {
  noteMarks.lastIndex = from;
  return noteMarks.test(block) ? noteMarks.lastIndex : from;
}

function endsSentence(block: string, start: number, match: Match, after: number, language: string): boolean {
  if (cjkTerminator.test(match.mark)) return true;
  if (after < block.length && !isSpace(block.charCodeAt(after))) return false;
  const next = nextWord(block, after);
  if (/^\p{Ll}/u.test(next)) return false;
  return match.mark !== '.' || pointEnds(block, start, match.at, next, language);
}

function nextWord(block: string, from: number): string {
  let at = from;
  while (at < block.length && isSpace(block.charCodeAt(at))) at++;
  at = skipWhile(block, at, openers);
  return /^[\p{L}\p{N}]+/u.exec(block.slice(at, at + 24))?.[0] ?? '';
}

function pointEnds(block: string, start: number, at: number, next: string, language: string): boolean {
  const word = /[\p{L}\p{N}.°]*$/u.exec(block.slice(Math.max(start, at - 16), at))?.[0] ?? '';
  const lead = block.slice(Math.max(start, at - 48), at - word.length);
  const rest = block.slice(at + 1, at + 24);
  if (/^\d{1,3}$/.test(word)) {
    const isMarker = block.slice(start, at).trim() === word;
    if (isMarker || isGermanDay(lead, word, rest)) return false;
    if (word.length > 2 || !ordinalLanguages.has(language)) return true;
    return next === '' || !isOrdinal(lead, next, language);
  }
  if (/^\p{L}$/u.test(word) && block.slice(start, at).trim() === word) return false;
  const firm = endsAfterFirm(lead, word, rest);
  if (firm !== null) return firm;
  if (next === '') return true;
  if (isJoinedTitle(block.slice(Math.max(start, at - 24), at))) return isStopWord(next) || isWordOf(next, language);
  const kind = abbreviationKind(word, language);
  return kind === 'unknown' || (kind === 'sometimes' && isStopWord(next) && next.length > 1);
}

/**
 * Checks if a number and its point before a capitalised word are an ordinal ("am 9. Mai") rather than a number that
 * ends a sentence: one before a function word, or one that belongs to a noun ("Lindenstraße 9. Anna kam").
 */
function isOrdinal(before: string, next: string, language: string): boolean {
  if (isCountedInGerman(next)) return true;
  if (isWordOf(next, language)) return false;
  const noun = /(?<![\p{L}\p{N}])(\p{Lu}\p{L}{2,})\s+$/u.exec(before)?.[1];
  return noun === undefined || isWordOf(noun, language);
}

const moreGerman =
  'seit nach vor dort danach heute damals später zwischen dabei zuvor beim zum zur vom wir ihr ihre seine diese dieser dieses alle viele nun doch aber wer was wann wo über unter ohne durch gegen ab bis da dann man';
const functionWords = new Map<string, ReadonlySet<string>>();

function isWordOf(word: string, language: string): boolean {
  let known = functionWords.get(language);
  if (!known) {
    const profile = `${languageProfiles[language] ?? ''} ${language === 'de' ? moreGerman : ''}`;
    known = new Set(profile.split(' '));
    functionWords.set(language, known);
  }
  return known.has(word.toLowerCase());
}

/** Thai, Lao, Khmer and Burmese mark sentences with spaces at most: cut at a space once a clause is long enough. */
function* clauseEnds(block: string, start: number): Generator<number> {
  let clause = 0;
  for (let at = 0; at < block.length; at++) {
    const code = block.charCodeAt(at);
    const strong = code === 0x17d4 || code === 0x17d5 || code === 0x104b || code === 0x21 || code === 0x3f;
    const long = isSpace(code) && at - clause >= thaiClause;
    if (!strong && !long) continue;
    yield start + at + 1;
    clause = at + 1;
  }
}

/** True for what `trim` removes. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 || code === 0xfeff || code === 0x3000 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)))
  );
}

function addTrimmed(text: string, from: number, to: number, starts: number[], ends: number[]): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  for (let most = longest(text, start, end); end - start > most; most = longest(text, start, end)) {
    const cut = safeCut(text, start, start + most);
    addTrimmed(text, start, cut, starts, ends);
    start = cut;
    while (start < end && isSpace(text.charCodeAt(start))) start++;
  }
  if (end > start) {
    starts.push(start);
    ends.push(end);
  }
}

/** Returns the largest length of the next piece, by its prevailing signs. */
function longest(text: string, start: number, end: number): number {
  if (end - start <= MAXIMUM_WIDE) return MAXIMUM_SENTENCE;
  const signs = text.slice(start, start + MAXIMUM_WIDE).match(wide)?.length ?? 0;
  return signs > MAXIMUM_WIDE / 2 ? MAXIMUM_WIDE : MAXIMUM_SENTENCE;
}

/**
 * Places at which a text that is too long is cut, best first: behind a line, a sentence, a clause, an item, a word, a
 * sign.
 */
const cuts = [/\n/, /(?:[.!?…]\s|[。！？])/, /(?:[;:]\s|[；：])/, /(?:,\s|[，、])/, /\s/, /[,;:.)\]}]/].map(
  (cut) => new RegExp(cut, 'g'),
);

/**
 * The best offset in (start, limit] at which to cut a text too long, in its second half: behind the last line, else the last sentence, clause,
 * item or word, else at the limit; never inside a surrogate pair, and before no combining mark if there is a choice.
 */
export function safeCut(text: string, start: number, limit: number): number {
  const half = start + ((limit - start) >> 1);
  const second = text.slice(half, limit);
  for (const cut of cuts) {
    const last = [...second.matchAll(cut)].at(-1);
    if (last) return half + last.index + last[0].length;
  }
  let at = limit;
  while (at > half && joinsBefore(text, at)) at--;
  if (at > half) return at;
  return limit - start > 1 && splitsPair(text, limit) ? limit - 1 : limit;
}

const splitsPair = (text: string, at: number): boolean =>
  isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1));

function joinsBefore(text: string, at: number): boolean {
  return (
    splitsPair(text, at) ||
    /[\p{M}\u200d\u{1f3fb}-\u{1f3ff}]/u.test(text.slice(at, at + 2).slice(0, 2)) ||
    text[at - 1] === '\u200d'
  );
}

/** Legal forms of firms, lower case, without the last point, in the languages in which they are written with one or may end a sentence. */
const legalForms = wordSet(
  'ltd limited inc incorporated corp corporation co plc llc llp lp gmbh mbh ag kg kgaa ohg ug se sa sas sarl srl spa nv bv ab oy as aps pty ltda ' +
    'l.l.c p.l.c s.a s.a.s s.r.l s.p.a s.à.r.l a.g',
);
/** Posts before a person's name that belong to the firm before it: `Calder Inc. CEO Desmond Calder`. */
const postsOfFirms = wordSet('ceo cfo coo cto chief managing');

const isLegalForm = (word: string): boolean => legalForms.has(word.toLowerCase());

const namedBeforeForm = /(?:(?<!\p{L})\p{Lu}[\p{L}\p{N}'’&.-]*|&),?\s+$/u;
const wordAfterForm = /^\s*["'“‘«„]?(\p{Lu}[\p{L}.]*)/u;

/**
 * Checks if a point after a legal form ends the sentence: `Calder Pumps Ltd. Rupert Vance paid`, but not `Smith & Co.
 * Ltd. paid` nor `in Co. Durham`. Null where no firm stands before it. `lead` is the text before the form, `rest` the
 * text after the point.
 */
function endsAfterFirm(lead: string, form: string, rest: string): boolean | null {
  if (!isLegalForm(form) || !/^\p{Lu}|^plc$/u.test(form) || !namedBeforeForm.test(lead)) return null;
  if (/^co$/iu.test(form) && /,\s*$/u.test(lead)) return null;
  const next = wordAfterForm.exec(rest)?.[1];
  if (next === undefined) return rest.trim() === '';
  const word = next.replace(/\.$/u, '').toLowerCase();
  return !legalForms.has(word) && !postsOfFirms.has(word);
}

/** Months as they are after a day and its point, and nouns that ordinals count. */
const germanMonth =
  /^(?:Jänner|Januar|Feber|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan|Jän|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)$/u;
const countedByOrdinals = /^(?:Jahrhunderts?|Jahrhunderten|Jh|Jhdt|Jahrtausends?)$/u;
/** Months that English writes in the same way. */
const englishMonth = /^(?:April|August|September|November|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Nov)$/u;

/** True for a word that makes an ordinal of the number and point before it in German: `12. Juli`, `19. Jahrhundert`. */
const isCountedInGerman = (word: string): boolean => germanMonth.test(word) || countedByOrdinals.test(word);

/**
 * Checks if a number and its point are the day of a German date, or its month, in a text of any language: `12. Juli
 * 2023`, `3. 4. 2023`. `lead` is the text before the number, `rest` the text after the point. Where English has the
 * same month, or a name might follow (`Juli Kovács`), the date must continue.
 */
function isGermanDay(lead: string, day: string, rest: string): boolean {
  if (!/^\d{1,2}$/u.test(day) || Number(day) < 1 || Number(day) > 31) return false;
  if (/^\s?\d{1,2}\.\s?(?:\d{4}|\d{2})(?!\d)/u.test(rest)) return true;
  if (/(?<!\d)\d{1,2}\.\s?$/u.test(lead) && Number(day) <= 12 && /^\s?(?:\d{4}|\d{2})(?!\d)/u.test(rest)) return true;
  const [, word = '', after = ''] = /^\s+(\p{L}+)(.{0,6})/su.exec(rest) ?? [];
  if (!germanMonth.test(word)) return false;
  return /^\.?,?\s+\d{4}/u.test(after) || (!englishMonth.test(word) && !/^\s+\p{Lu}/u.test(after));
}
