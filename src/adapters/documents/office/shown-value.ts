import { SSF, type CellObject } from '@e965/xlsx';

/**
 * Languages by the primary number of a Windows language id, from 1 ([MS-LCID], 2.1), as far as programs write them into
 * formats. A dot stands for none.
 */
const LANGUAGES =
  'ar bg ca zh cs da de el en es fi fr he hu is it ja ko nl nb pl pt rm ro ru hr sk sq sv th tr ur id uk be sl et lv lt tg fa vi hy az eu hsb mk st ts tn ve xh zu af ka fo hi mt se ga yi ms kk ky sw tk uz tt bn pa gu or ta te kn ml as mr sa mn bo cy km lo my gl kok mni sd syr si'.split(
    ' ',
  );

/** A part of a format (ECMA-376 part 1, 18.8.31): words as they are, what stands in brackets, a name of a month or day. */
const PART = /"[^"]*"|\\.|[_*].|\[[^\]]*\]|m{3,5}|d{3,4}|./giu;
const LANGUAGE = /^\[\$-([\da-f]{1,8})\]$/iu;

/**
 * The value of a cell as its format shows it; undefined where there is no text. Mends two faults of SheetJS 0.20.3. A
 * language without a currency, as in `[$-407]0.00`, becomes a dollar sign and leaves months in English. A date with
 * bare dots, as in `d.m.yyyy`, has no text.
 */
export function shownValue({ z, v, w }: CellObject): string | undefined {
  if (typeof z !== 'string' || (typeof v !== 'number' && !(v instanceof Date))) return w;
  const parts = z.match(PART) ?? [];
  const language = parts.map((part) => LANGUAGE.exec(part)?.[1]).find((id) => id !== undefined);
  if (language === undefined && w !== undefined) return w;
  const name = LANGUAGES[(Number.parseInt(language ?? '0', 16) & 0x3ff) - 1];
  const format = parts.map((part, at) => {
    if (LANGUAGE.test(part)) return '';
    if (!(v instanceof Date)) return part;
    if (part === '.' && parts[at + 1] !== '0') return '\\.';
    return (name && nameOf(part, v, name)) ?? part;
  });
  try {
    return SSF.format(format.join('') || 'General', v, { UTC: true }) as string;
  } catch {
    return w;
  }
}

/** The name of the date's month or day in a language, in quotes, if the part stands for one. */
function nameOf(part: string, date: Date, language: string): string | undefined {
  const width = ({ 3: 'short', 4: 'long', 5: 'narrow' } as const)[part.length];
  if (!width || !/^(?:m+|d+)$/iu.test(part)) return undefined;
  const type = /^m/iu.test(part) ? 'month' : 'weekday';
  const wanted = { timeZone: 'UTC', [type]: width } as const;
  // Beside a day, months stand in the form that belongs to it; as a numeral they stand with its sign.
  const beside = new Intl.DateTimeFormat(language, { ...wanted, day: 'numeric' }).formatToParts(date);
  const name = beside.find((shown) => shown.type === type)?.value ?? '';
  return `"${/\p{L}/u.test(name) ? name : new Intl.DateTimeFormat(language, wanted).format(date)}"`;
}
