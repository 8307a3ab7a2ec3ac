import { lazy } from '../memo';
import { message, type Message } from '../message';
import { languageProfiles } from './language';
import { isStopWord } from './analysis/english';

/** Sample of a text: so many pieces of so many UTF-16 code units, evenly spread. */
const PIECES = 8;
const PIECE = 25_000;
/** Least letters for a judgement on a text. */
const LEAST_LETTERS = 300;
/** Fewer signs of one kind of damage are chance. */
const LEAST_SIGNS = 4;

/** Replacement characters, control characters, or letters that stand for bytes, per 1,000 letters. */
const MOST_SIGNS = 0.5;
/** Code points without a meaning of their own beside letters; icons and list marks stand alone. */
const MOST_PRIVATE = 2;
/** Share of the letters in runs of so many and more, which hardly a word has. */
const LONG_RUN = 25;
const MOST_IN_LONG_RUNS = 0.15;
/** Share of the letters that stand alone, four and more in a row. */
const TWO_ALONE = / \p{L} \p{L} /u;
const LETTER_BY_LETTER = /(?<![^\s])(?:\p{L} ){4,}\p{L}(?![^\s])/gu;
const MOST_ALONE = 0.1;
/** Share of small-letter words of one or two letters among such words that are no function word. */
const SCRAP = /(?<=[\p{Ll}\p{M}]{2} )\p{Ll}{1,2}(?= [\p{Ll}\p{M}]{2})/gu;
const WORD = /(?<=\p{Ll} )[\p{Ll}\p{M}]+(?= \p{Ll})/gu;
const MOST_SCRAPS = 0.2;
/** Share of function words in running text; code and tables have fewer. */
const LEAST_KNOWN = 0.2;
/** Languages whose function words of one and two letters are all known. */
const SHORT_WORDS_KNOWN: ReadonlySet<string> = new Set(['en', 'de', 'fr']);
/** Letters from which on a text without ligatures is no chance. */
const LIGATURE_LETTERS = 10_000;
/**
 * Least number of `ff`, `fi` and `fl` per 10,000 letters. Sound text has 15 to 60, and reference pages with many names
 * in code no fewer than 5.
 */
const LIGATURES: Readonly<Record<string, number>> = { en: 2, de: 2, fr: 2 };

const BEYOND_ASCII = /[^\0-\x7f]/u;
const REPLACEMENT = /\ufffd/gu;
const CONTROL = /[\0-\x08\x0e-\x1b\x1f\x7f]/gu;
const ANY_PRIVATE = /\p{Co}/u;
const PRIVATE = /(?<=\p{L})\p{Co}|\p{Co}(?=\p{L})|\p{Co}(?=\p{Co})/gu;
/** UTF-8 that was read as Windows-1252 or Latin-1: the letter of a lead byte and those of as many bytes as belong to it. */
const TRAIL = '[\\x80-\\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const MISREAD = new RegExp(
  `Ã${TRAIL}|Â[\\x80-\\xbf]|[ÄÅÎÏÐÑØÙ](?![\\xab\\xbb\\xa0\\xb7‘’“”„‚–—…])${TRAIL}|[à-ï]${TRAIL}{2}`,
  'gu',
);

/**
 * Describes the damage of a text; null for a text that looks sound, or that is too short to judge. Counts characters
 * and lengths of words in at most 200,000 characters. Knows only the function words of the language (BCP 47 primary
 * language, `und` when unknown).
 */
export function damageOf(text: string, language: string): Message | null {
  const sample = sampleOf(text);
  const letters = lettersIn(sample, LETTER);
  const signs = damagedSigns(sample, Math.max(letters, LEAST_LETTERS));
  if (signs !== null) return signs;
  if (letters < LEAST_LETTERS) return null;
  if (lettersIn(sample, SMALL_OR_MARK, LONG_RUN) > MOST_IN_LONG_RUNS * letters)
    return message`The spaces between words seem to be missing.`;
  const spaced = TWO_ALONE.test(sample) ? (sample.match(LETTER_BY_LETTER) ?? []) : [];
  const alone = spaced.reduce((sum, run) => sum + (run.length + 1) / 2, 0); // a space between each two
  if (alone > MOST_ALONE * letters) return message`Words are set letter by letter.`;
  if (isBroken(sample, language)) return message`Words are broken by spaces within them.`;
  return lacksLigatures(sample, language) ? message`Letters such as “fi” and “fl” seem to be missing.` : null;
}

function sampleOf(text: string): string {
  if (text.length <= PIECES * PIECE) return text;
  const step = Math.floor((text.length - PIECE) / (PIECES - 1));
  return Array.from({ length: PIECES }, (_, at) => text.slice(at * step, at * step + PIECE)).join('\n');
}

function damagedSigns(text: string, letters: number): Message | null {
  const isMore = (count: number, most: number): boolean => count >= LEAST_SIGNS && count * 1000 > most * letters;
  if (BEYOND_ASCII.test(text)) {
    const unread = countOf(text, REPLACEMENT);
    if (isMore(unread, MOST_SIGNS)) return message`It has characters that could not be read (�).`;
    if (isMore(countOf(text, MISREAD), MOST_SIGNS)) return message`It was read in the wrong encoding.`;
    if (ANY_PRIVATE.test(text) && isMore(countOf(text, PRIVATE), MOST_PRIVATE))
      return message`It has characters that only its own font can show.`;
  }
  return isMore(countOf(text, CONTROL), MOST_SIGNS) ? message`It has control characters in the text.` : null;
}

/** Many short scraps in running text: of a language whose function words are known, and that are about as many as they should be. */
function isBroken(text: string, language: string): boolean {
  const profile = languageProfiles[language];
  if (profile === undefined || !SHORT_WORDS_KNOWN.has(language)) return false;
  const known = new Set(profile.split(' '));
  const isKnown = (word: string): boolean => known.has(word) || isStopWord(word);
  const scraps = (text.match(SCRAP) ?? []).filter((word) => !isKnown(word)).length;
  if (scraps < 8 * LEAST_SIGNS) return false;
  const words = text.match(WORD) ?? [];
  const unknown = words.filter((word) => !isKnown(word)).length;
  if (words.length - unknown < LEAST_KNOWN * words.length) return false;
  return scraps > MOST_SCRAPS * unknown;
}

function lacksLigatures(text: string, language: string): boolean {
  const least = LIGATURES[language];
  if (least === undefined) return false;
  const letters = lettersIn(text, SMALL);
  if (letters < LIGATURE_LETTERS) return false;
  return countOf(text, /f[fil]|[\ufb00-\ufb04]/gu) * 10_000 < least * letters;
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Kinds of code units, which add up. */
const LETTER = 1;
const SMALL = 2;
const SMALL_OR_MARK = 4;

const kindOf = (sign: string): number =>
  (/\p{L}/u.test(sign) ? LETTER : 0) |
  (/\p{Ll}/u.test(sign) ? SMALL : 0) |
  (/[\p{Ll}\p{M}]/u.test(sign) ? SMALL_OR_MARK : 0);

/** The kind of each code unit; none for the halves of a pair. */
const kinds = lazy(() => Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOf(String.fromCharCode(unit))));

/** Code units of a kind in runs of at least so many. */
function lettersIn(text: string, kind: number, least = 1): number {
  const table = kinds();
  let letters = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    let found = table[unit] ?? 0;
    let units = 1;
    if (unit >= 0xd800 && unit < 0xdc00) {
      const sign = String.fromCodePoint(text.codePointAt(at) ?? unit);
      units = sign.length;
      if (units > 1) found = kindOf(sign);
      at += units - 1;
    }
    if ((found & kind) !== 0) run += units;
    else {
      if (run >= least) letters += run;
      run = 0;
    }
  }
  return run >= least ? letters + run : letters;
}
