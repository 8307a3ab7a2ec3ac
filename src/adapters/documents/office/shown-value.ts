import { SSF, type CellObject } from '@e965/xlsx';

/**
 * Languages by the primary number of a Windows language id, from 1 ([MS-LCID], 2.1), as far as programs write them into
 * formats. A dot stands for none.
 */
const LANGUAGES =
  'ar bg ca zh cs da de el en es fi fr he hu is it ja ko nl nb pl pt rm ro ru hr sk sq sv th tr ur id uk be sl et lv lt tg fa vi hy az eu hsb mk st ts tn ve xh zu af ka fo hi mt se ga yi ms kk ky sw tk uz tt bn pa gu or ta te kn ml as mr sa mn bo cy km lo my gl kok mni sd syr si'.split(
    ' ',
  );

/** A part of a format (ECMA-376 part 1, 18.8.31): words as they are, what stands in brackets, a name of a month, day or era. */
const PART = /"[^"]*"|\\.|[_*].|\[[^\]]*\]|m{3,5}|d{3,4}|a{3,4}|g{1,3}|e{1,2}|./giu;
const LANGUAGE = /^\[\$-([^\]]+)\]$/u;
const DIGIT = /^[0#?]$/u;

/**
 * The value of a cell as its format shows it; undefined where there is no text. Mends faults of SheetJS 0.20.3. A language without a currency, as in
 * `[$-407]0.00`, becomes a dollar sign and leaves months in English. A date with bare dots, as in `d.m.yyyy`, and a percent sign after a space have
 * no text. Numbers lose what stands before a format with dashes, as in `000-0000`; -2.5 is rounded to -2. Seconds of one digit, as in `s.00`, have
 * their fraction twice.
 */
export function shownValue({ z, v, w }: CellObject): string | undefined {
  if (typeof z !== 'string') return w;
  const parts = z.match(PART) ?? [];
  try {
    if (v instanceof Date) return shownDate(parts, v) ?? w;
    return typeof v === 'number' ? shownNumber(parts, v) : w;
  } catch {
    return w;
  }
}

const format = (parts: readonly string[], value: number | Date): string =>
  SSF.format(parts.join('') || 'General', value, { UTC: true }) as string;

/** Undefined where the library shows all that the format names. */
function shownDate(parts: readonly string[], date: Date): string | undefined {
  const id = parts.map((part) => LANGUAGE.exec(part)?.[1]).find((found) => found !== undefined);
  const language = id === undefined ? undefined : languageOf(id);
  if (id === undefined && !parts.some((part) => ERA.test(part) || part === '.')) return undefined;
  const mended = parts.map((part, at) => {
    if (LANGUAGE.test(part)) return '';
    if (isLoneSecond(parts, at)) return `"${LONE}"ss`;
    if (part === '.' && parts[at + 1] !== '0') return '\\.';
    return (language && nameOf(part, date, language)) ?? eraOf(part, parts, date) ?? part;
  });
  return format(mended, date).replace(LONE_ZERO, '');
}

/** Sign before a second that has two digits for the library. */
const LONE = '\ufff9';
const LONE_ZERO = new RegExp(`${LONE}0?`, 'gu');

/** A second of one digit with a fraction behind it. */
function isLoneSecond(parts: readonly string[], at: number): boolean {
  const isSecond = (part: string | undefined): boolean => part === 's' || part === 'S';
  return isSecond(parts[at]) && !isSecond(parts[at - 1]) && parts[at + 1] === '.' && parts[at + 2] === '0';
}

/** The language of a Windows id in hexadecimal, or of a tag, which newer programs write; undefined for `x-sysdate` and its like. */
function languageOf(id: string): string | undefined {
  if (/^[\da-f]{3,8}$/iu.test(id)) return LANGUAGES[(Number.parseInt(id, 16) & 0x3ff) - 1];
  return id.startsWith('x-') ? undefined : Intl.DateTimeFormat.supportedLocalesOf(id)[0];
}

function shownNumber(parts: readonly string[], number: number): string {
  const known = parts.filter((part) => !LANGUAGE.test(part));
  // A format of one section shows the sign before what it shows of the number without it.
  if (number < 0 && !known.includes(';')) {
    const shown = shownNumber(known, -number);
    return /[1-9]/u.test(shown) ? `-${shown}` : shown;
  }
  const isLoose = (part: string, at: number): boolean => part === '%' && !/^[0#?.]$/u.test(known[at - 1] ?? '');
  const mended = known.map((part, at) => {
    if (isLoose(part, at)) return '"%"';
    const isBetween = DIGIT.test(known[at - 1] ?? '') && DIGIT.test(known[at + 1] ?? '');
    return part === '-' && isBetween ? '\\-' : part;
  });
  const value = known.some(isLoose) ? number * 100 : number;
  try {
    return format(mended, value);
  } catch {
    // A digit or a space in its place.
    return format(
      mended.map((part) => (part === '?' ? '#' : part)),
      value,
    );
  }
}

/** The name of the date's month or day in a language, in quotes, if the part stands for one. */
function nameOf(part: string, date: Date, language: string): string | undefined {
  if (/^a{3,4}$/iu.test(part)) return `"${weekday(date, language, part.length === 3 ? 'narrow' : 'long')}"`;
  const width = ({ 3: 'short', 4: 'long', 5: 'narrow' } as const)[part.length];
  if (!width || !/^(?:m+|d+)$/iu.test(part)) return undefined;
  if (/^d/iu.test(part)) return `"${weekday(date, language, width)}"`;
  const wanted = { timeZone: 'UTC', month: width } as const;
  // Beside a day, months stand in the form that belongs to it; as a numeral they stand with its sign.
  const beside = new Intl.DateTimeFormat(language, { ...wanted, day: 'numeric' }).formatToParts(date);
  const name = beside.find((shown) => shown.type === 'month')?.value ?? '';
  return `"${/\p{L}/u.test(name) ? name : new Intl.DateTimeFormat(language, wanted).format(date)}"`;
}

const weekday = (date: Date, language: string, width: 'short' | 'long' | 'narrow'): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: width }).format(date);

const ERA = /^g{1,3}$/iu;

/** The Japanese era (`g`), or its year (`e`) beside one, in quotes. */
function eraOf(part: string, parts: readonly string[], date: Date): string | undefined {
  const isYear = /^e{1,2}$/iu.test(part) && parts.some((other) => ERA.test(other));
  if (!isYear && !ERA.test(part)) return undefined;
  const era = part.length === 1 ? 'narrow' : 'long';
  const shown = new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { timeZone: 'UTC', era, year: 'numeric' }).formatToParts(
    date,
  );
  const value = shown.find(({ type }) => type === (isYear ? 'year' : 'era'))?.value ?? '';
  return `"${part.length === 2 && !isYear ? value.slice(0, 1) : value}"`;
}
