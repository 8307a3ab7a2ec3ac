const DROPPED = /[\0-\x08\x0e-\x1f\x7f-\x9f\xad\ufeff]/gu;

/**
 * Text as all offsets refer to it: lines end in \n, no control characters, no trailing spaces, at most three line
 * breaks in a row, no lone surrogates. Letters stay as found (no Unicode normalisation).
 */
export function cleanText(text: string): string {
  const lines = text
    .replace(/\r\n?|[\f\v\x85\u2028\u2029]/gu, '\n')
    .replace(DROPPED, '')
    .split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{4,}/gu, '\n\n\n')
    .replace(/\ufffd{2,}/gu, '\ufffd')
    .replace(/^\n+/u, '')
    .trimEnd()
    .toWellFormed();
}

/** One line of text: every run of white space becomes a space. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim();
}

/** True where the text holds a letter or a digit of any script. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnoprstuvwxyz'].map((letter, at) => [letter, [...'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'][at] ?? letter]),
);

/** A raised text in raised characters, so that it stays apart from the word before it; letters only where they mark a note. */
export function toSuperscript(text: string, before: string): string {
  const digits = text.replace(/[0-9]/gu, (digit) => DIGITS[Number(digit)] ?? digit);
  const isMark = /^[a-z]$/u.test(text.trim()) && /\p{P}$/u.test(before);
  return isMark ? digits.replace(/[a-z]/gu, (letter) => LETTERS[letter] ?? letter) : digits;
}
