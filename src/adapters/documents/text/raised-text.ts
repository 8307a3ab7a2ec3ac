import { letterMarks } from '../../../core/text/raised-marks';

const RAISED_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED_DIGITS = '₀₁₂₃₄₅₆₇₈₉';
const RAISED_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnoprstuvwxyz'].map((letter, at) => [letter, [...'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'][at] ?? letter]),
);
/** Words that have a raised sign of their own. */
const RAISED_WORDS: ReadonlyMap<string, string> = new Map([
  ['TM', '™'],
  ['SM', '℠'],
]);
/** As far back as a letter's meaning can depend on what is before it. */
const BEFORE = 20;

/**
 * A raised text, so that it stays apart from the word before it: digits in raised characters (`repealed³`, `10⁻⁶`), letters only where they mark a
 * note (`Holmᵃ`, `lowerⁱⁱ`); endings stay as they are typed (`1st`, `Mme`), and so does what stands in brackets (`[1]`).
 */
export function raisedText(text: string, before: string): string {
  const word = RAISED_WORDS.get(text.trim());
  const end = before.slice(-BEFORE);
  if (word !== undefined) return word;
  if (/^\s*[[(]/u.test(text) || /[[(]\s*$/u.test(end)) return text;
  const around = end + text;
  const from = around.length - text.length;
  return text
    .replace(/(?<!\p{L})(?:[a-z]|[ivxl]+)(?!\p{L})/gu, (mark, at: number) =>
      letterMarks(around, from + at) ? mark.replace(/./gu, (letter) => RAISED_LETTERS[letter] ?? letter) : mark,
    )
    .replace(/^[-−–](?=\d)|(?<=^\d*)[-−]$/u, '⁻')
    .replace(/(?<=^\d*)\+$/u, '⁺')
    .replace(/\d/gu, (digit) => RAISED_DIGITS[Number(digit)] ?? digit);
}

/** A lowered text as it is typed (`H2O`); digits behind a digit in lowered characters, else they made another number. */
export const loweredText = (text: string, before: string): string =>
  /\d$/u.test(before.slice(-1))
    ? text.replace(/^\d+/u, (digits) => digits.replace(/\d/gu, (digit) => LOWERED_DIGITS[Number(digit)] ?? digit))
    : text;

/** Text that grows, with its last characters at hand: to look at the end of a long one after each addition copies it whole. */
export class GrowingText {
  #text = '';
  #end = '';

  add(more: string): void {
    this.#text += more;
    this.#end = (this.#end + more).slice(-BEFORE);
  }

  addRaised(more: string): void {
    this.add(raisedText(more, this.#end));
  }

  addLowered(more: string): void {
    this.add(loweredText(more, this.#end));
  }

  /** Last characters, as far as what follows depends on them. */
  get end(): string {
    return this.#end;
  }

  get length(): number {
    return this.#text.length;
  }

  toString(): string {
    return this.#text;
  }
}
