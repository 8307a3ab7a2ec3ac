/** Kinds of numbers in lists, as HTML and OpenDocument name them; `一` counts in Chinese. */
export type NumeralKind = '1' | '01' | 'a' | 'A' | 'i' | 'I' | '一' | '①';

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

/** Writes a number as people see it; one that a kind has no numerals for in digits. */
export function numeral(number: number, kind: NumeralKind): string {
  if (kind === '01') return String(number).padStart(2, '0');
  if (kind === '1' || number < 1 || number > 3999) return String(number);
  if (kind === 'A' || kind === 'I') return numeral(number, kind === 'A' ? 'a' : 'i').toUpperCase();
  if (kind === 'a') return letters(number);
  if (kind === 'i') return roman(number);
  if (kind === '①') return number <= 20 ? String.fromCodePoint(0x245f + number) : String(number);
  return chinese(number);
}

function letters(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCodePoint(0x61 + ((number - 1) % 26));
}

function roman(number: number): string {
  let left = number;
  let written = '';
  for (const [value, sign] of ROMAN) for (; left >= value; left -= value) written += sign;
  return written;
}

function chinese(number: number): string {
  if (number > 99) return String(number);
  const digit = (value: number): string => ['', ...'一二三四五六七八九'][value] ?? '';
  const tens = Math.floor(number / 10);
  return (tens > 0 ? `${tens > 1 ? digit(tens) : ''}十` : '') + digit(number % 10);
}
