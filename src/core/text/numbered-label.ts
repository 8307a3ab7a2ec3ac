/** A label that counts the parts of a text, as "Article 17", "§ 12", "CHAPTER IX", "第三条" or "3.2.1". */
export interface NumberedLabel {
  /** Text around the number, as it is written; empty for a number alone. */
  readonly form: string;
  /** The number, of several levels where it has points; 17a is a little more than 17. */
  readonly numbers: readonly number[];
  /** Script of the number. */
  readonly script: 'digits' | 'roman' | 'han';
  /** UTF-16 code units from the start of the line to the end of the number, and to the text behind it. */
  readonly end: number;
  readonly rest: number;
}

const HAN_DIGITS = '〇零一二三四五六七八九两';
const NUMBER = `\\p{Nd}{1,4}(?:\\.\\p{Nd}{1,3}){0,5}\\p{Ll}?|[IVXLCDM]{1,9}|[${HAN_DIGITS}十百千]{1,9}`;
const WORD = "\\p{L}[\\p{L}\\p{M}'’]{1,23}";
const CJK = '[\\p{Script=Han}\\p{Script=Hangul}]';
/** "第三条" and "제3조", with what was put in later behind it ("第十七条之一"). */
const ORDINAL = `(?<before>[第제]) {0,2}(?<ordinal>${NUMBER}) {0,2}(?<after>${CJK}(?:[の之][${HAN_DIGITS}\\p{Nd}])?)`;
const NAMED = `(?<name>${WORD}(?:\\.|[ \\u00a0]{1,4}|\\.[ \\u00a0]{1,4})|[§¶№]{1,2}[ \\u00a0]{0,3})(?<number>${NUMBER})`;
/** Border behind a number. */
const BORDER = '(?=$|[\\s.,:;?!：，。？、)\\]°º–—(（\'"”’»-])';
const HEAD_BORDER = '(?=$|[\\s.:：)\\]°º–—(（-])';
const CLOSE = '(?<close>[.:：)\\]°º]{0,3}[ \\u00a0]?[–—-]?)[\\s\\u3000]*';

const atStart = new RegExp(
  `(?:${ORDINAL}(?:${HEAD_BORDER}|\\u3000)|(?:${NAMED}|(?<bare>${NUMBER}))${HEAD_BORDER})${CLOSE}`,
  'uy',
);
const anywhere = new RegExp(`${ORDINAL}|(?<![\\p{L}\\p{N}])${NAMED}(?![\\p{L}\\p{N}])${BORDER}`, 'gu');
const smallRoman = /(?<=\p{L}{2}\s)[ivxlcdm]{1,9}(?![\p{L}\p{N}])/gu;
const bareAnywhere = /(?<![\p{L}\p{N}.])\p{Nd}{1,4}(?:\.\p{Nd}{1,3}){1,5}(?![\p{L}\p{N}]|\.\p{Nd})/gu;

/** The label at an offset of a text; undefined where there is none. */
export function labelAt(text: string, offset: number): NumberedLabel | undefined {
  atStart.lastIndex = offset;
  const match = atStart.exec(text);
  const label = match?.groups && labelOf(match.groups);
  if (!match || !label) return undefined;
  const length = match[0].trimEnd().length;
  return { ...label, end: length - (match.groups?.close ?? '').trimEnd().length, rest: match[0].length };
}

/** A label within a sentence. */
export interface WrittenLabel extends Pick<NumberedLabel, 'form' | 'numbers' | 'script'> {
  readonly words: string;
}

/** Labels in a sentence, such as a question; numbers alone only where they have points. */
export function labelsIn(sentence: string): readonly WrittenLabel[] {
  const capitals = sentence.replace(smallRoman, (number) => number.toUpperCase());
  const named = [...capitals.matchAll(anywhere)].flatMap(({ groups, 0: words }) => {
    const label = groups && labelOf(groups);
    return label ? [{ ...label, words }] : [];
  });
  const bare = [...sentence.matchAll(bareAnywhere)].map(([words]) => {
    return { form: '', numbers: digitsOf(words), script: 'digits' as const, words };
  });
  return [...named, ...bare];
}

/** Checks if a number is next after another: 3 and 3.1 after 2.4, at most `step` further. */
export function follows(last: readonly number[], next: readonly number[], step = 1): boolean {
  let at = 0;
  while (at < last.length && at < next.length && last[at] === next[at]) at++;
  const [before, after] = [last[at], next[at]];
  if (after === undefined) return false;
  const isFirst = (number: number): boolean => number <= 1;
  if (before === undefined) return next.length === at + 1 && isFirst(after);
  return after > before && Math.floor(after) - Math.floor(before) <= step && next.slice(at + 1).every(isFirst);
}

type Groups = Readonly<Record<string, string | undefined>>;

function labelOf({ before, ordinal, after, name, number, bare }: Groups) {
  const written = ordinal ?? number ?? bare ?? '';
  const numbers = numbersOf(written);
  if (!numbers) return undefined;
  const script = /^\p{Nd}/u.test(written) ? 'digits' : /^[A-Z]/u.test(written) ? 'roman' : 'han';
  if (ordinal === undefined) return { form: (name ?? '').replace(/[\s.]+$/u, ''), numbers, script } as const;
  const inserted = /[の之](.)$/u.exec(after ?? '')?.[1];
  const [last = 0] = numbers;
  const [part = 0] = (inserted && numbersOf(inserted)) || [];
  const form = `${before ?? ''}#${after?.slice(0, 1) ?? ''}`;
  return { form, numbers: [last + part / LETTERS, ...numbers.slice(1)], script } as const;
}

const LETTERS = 100;

function numbersOf(written: string): readonly number[] | undefined {
  if (/^\p{Nd}/u.test(written)) return digitsOf(written);
  const value = /^[A-Z]/u.test(written) ? romanNumber(written) : hanNumber(written);
  return value === undefined ? undefined : [value];
}

function digitsOf(written: string): readonly number[] {
  const letter = /\p{Ll}$/u.exec(written)?.[0] ?? '';
  const numbers = (letter ? written.slice(0, -letter.length) : written)
    .split('.')
    .map((part) => Array.from(part, digitValue).reduce((sum, digit) => sum * 10 + digit, 0));
  const extra = letter ? (((letter.codePointAt(0) ?? 0) % 32) + 1) / LETTERS : 0;
  return numbers.map((number, at) => (at === numbers.length - 1 ? number + extra : number));
}

/** The value of a decimal digit of any script: each script has its ten in a row. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x3a) return code - 0x30;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

const ROMAN: readonly (readonly [string, number])[] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

function romanNumber(written: string): number | undefined {
  let [value, at] = [0, 0];
  for (const [sign, worth] of ROMAN) {
    for (let times = 0; times < 4 && written.startsWith(sign, at); times++) {
      value += worth;
      at += sign.length;
    }
  }
  return at === written.length ? value : undefined;
}

const HAN_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** A number of up to four digits: 十七, 一百零三, or digit by digit, 一九. */
function hanNumber(written: string): number | undefined {
  const digit = (sign: string): number => (sign === '两' ? 2 : Math.max(0, HAN_DIGITS.indexOf(sign) - 1));
  if (!/[十百千]/u.test(written)) {
    return written.length > 4 ? undefined : Array.from(written, digit).reduce((sum, one) => sum * 10 + one, 0);
  }
  let [sum, open] = [0, 0];
  for (const sign of written) {
    const unit = HAN_UNITS[sign];
    if (unit === undefined) open = digit(sign);
    else [sum, open] = [sum + (open || 1) * unit, 0];
  }
  return sum + open;
}
