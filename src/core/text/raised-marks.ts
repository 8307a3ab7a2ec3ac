const DIGITS = '⁰¹²³⁴-⁹⁺⁻⁼⁽⁾';
const LETTERS = 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ';
/** Raised digits, with the signs that stand among them. */
const RAISED_DIGIT = new RegExp(`[${DIGITS}]`, 'u');
const RAISED_LETTER = new RegExp(`[${LETTERS}]`, 'u');
const RAISED = new RegExp(`[${DIGITS}${LETTERS}]`, 'gu');
/** Signs beside a word that would run into it if they were only taken apart. */
const BESIDE = /[¼½¾⅐-⅞™℠]/u;
const SIGNS = `[${DIGITS}${LETTERS}¼½¾⅐-⅞™℠№]`;
const SIGN = new RegExp(SIGNS, 'u');
const ANY_SIGN = new RegExp(SIGNS, 'gu');

/** Replaces a note mark where offsets must stay: a soft hyphen, which no index counts as part of a word. */
const IGNORED = '\u00ad';
/** A longer number, such as a year, is no base of a power: what is raised behind it marks a note. */
const LONGEST_BASE = 2;
/** Raised signs that are looked at together; no number is longer. */
const LONGEST_RUN = 16;

/**
 * A text of the same length without its note marks: `repealed³`, `end.ᵃ` and `Holm¹,²` have soft hyphens in their place, `³The book` a space.
 * Powers (10⁶) and raised endings (1ˢᵗ, Mᵐᵉ, XIXᵉ) stay.
 */
export const withoutNoteMarks = (text: string): string =>
  text.replace(RAISED, (mark, at: number) => (isNoteMark(text, at) ? IGNORED : opensNote(text, at) ? ' ' : mark));

/** A text with its signs as they are typed: `repealed³` gives `repealed`, `10⁶` `10^6`, `2½` `2 1/2`, `Holm™` `Holm TM`, `№5` `No 5`. */
export const withTypedSigns = (text: string): string =>
  text.replace(ANY_SIGN, (sign, at: number) => typedSign(text, at) ?? sign);

/** Returns the characters typed for the sign at an offset; empty for a note mark, undefined for what is no such sign. */
export function typedSign(text: string, at: number): string | undefined {
  const sign = text[at] ?? '';
  if (!SIGN.test(sign)) return undefined;
  if (sign === '№') return /[\p{L}\p{N}]/u.test(text[at + 1] ?? '') ? 'No ' : 'No';
  if (BESIDE.test(sign)) {
    const plain = sign.normalize('NFKC').replace('\u2044', '/');
    return /[\p{L}\p{M}\p{N}]/u.test(text[at - 1] ?? '') ? ` ${plain}` : plain;
  }
  if (isNoteMark(text, at)) return '';
  if (!RAISED_DIGIT.test(sign)) return undefined;
  const digit = sign.normalize('NFKC').replace('\u2212', '-');
  if (opensNote(text, at)) return RAISED_DIGIT.test(text[at + 1] ?? '') ? digit : `${digit} `;
  return isPower(text, at) && at === runStart(text, at) ? `^${digit}` : digit;
}

/**
 * Checks for a raised sign at an offset that marks a note: it stands right behind a word, a long number or the end of a
 * sentence.
 */
export function isNoteMark(text: string, at: number): boolean {
  const sign = text[at] ?? '';
  const start = runStart(text, at);
  if (RAISED_DIGIT.test(sign)) {
    const before = text.slice(Math.max(0, start - 1), start);
    return /\p{Nd}/u.test(before)
      ? !isPower(text, at)
      : /[\p{L}\p{M}\p{Pe}\p{Pf}₀-₉.,;:!?"'。，、；：！？]/u.test(before);
  }
  if (!RAISED_LETTER.test(sign)) return false;
  let end = at;
  while (end - at < LONGEST_RUN && RAISED_LETTER.test(text[end] ?? '')) end++;
  return (end - start === 1 || ROMAN_MARK.test(text.slice(start, end))) && letterMarks(text, start);
}

/**
 * Checks if a raised letter, or a raised number in letters (ⁱⁱ), marks a note: it stands behind a word of three letters
 * and more, or a sign. Behind a number, also a Roman one, or a shorter word it is an ending: 1ᵉ, XIXᵉ, Dʳ.
 */
export function letterMarks(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_ROMAN - 1), at);
  if (/[\p{Pe}\p{Pf}.,;:!?"']$/u.test(before)) return true;
  const word = /[\p{L}\p{M}]+$/u.exec(before)?.[0] ?? '';
  return word.length >= 3 && !/^[IVXLCDM]+$/u.test(word);
}

const LONGEST_ROMAN = 15;
const ROMAN_MARK = /^[ⁱᵛˣˡ]+$/u;

/** Checks if the raised digits at an offset are the exponent of the number before them. */
function isPower(text: string, at: number): boolean {
  const start = runStart(text, at);
  const base = /\p{Nd}+$/u.exec(text.slice(Math.max(0, start - LONGEST_BASE - 1), start))?.[0] ?? '';
  return base !== '' && (base.length <= LONGEST_BASE || text[start] === '⁻');
}

/** Checks if the raised digit at an offset stands before its note: with nothing before it, and a word right behind. */
function opensNote(text: string, at: number): boolean {
  if (!RAISED_DIGIT.test(text[at] ?? '') || !/^[^\p{L}\p{N}]?$/u.test(text[runStart(text, at) - 1] ?? '')) return false;
  let end = at;
  while (end - at < LONGEST_RUN && RAISED_DIGIT.test(text[end] ?? '')) end++;
  return /\p{L}/u.test(text[end] ?? '');
}

function runStart(text: string, at: number): number {
  const kind = RAISED_DIGIT.test(text[at] ?? '') ? RAISED_DIGIT : RAISED_LETTER;
  let start = at;
  while (at - start < LONGEST_RUN && kind.test(text[start - 1] ?? '')) start--;
  return start;
}
