const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnoprstuvwxyz'].map((letter, at) => [letter, [...'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'][at] ?? letter]),
);

/** A raised text in raised characters, so that it stays apart from the word before it; letters only where they mark a note. */
export function raised(text: string, before: string): string {
  const digits = text.replace(/[0-9]/gu, (digit) => DIGITS[Number(digit)] ?? digit);
  const isMark = /^[a-z]$/u.test(text.trim()) && /\p{P}$/u.test(before);
  return isMark ? digits.replace(/[a-z]/gu, (letter) => LETTERS[letter] ?? letter) : digits;
}
