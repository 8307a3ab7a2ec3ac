import { isoDate, isYear, type FoundDate } from './calendar-dates';

const DIGITS = '〇零○一二三四五六七八九';
const NUMBER = '(\\d{1,2}|[一二三四五六七八九十]{1,3})';
const MONTH = `\\s*${NUMBER}\\s*[月월]`;
const DAY = `\\s*${NUMBER}\\s*[日号號일]`;
const DATE = new RegExp(
  `(?<![\\p{N}.,${DIGITS}十百千])(公元前|前)?([12]\\d{3}|[一二][${DIGITS}]{3})\\s*[年년](代)?(?:${MONTH}(?:${DAY})?)?`,
  'gu',
);
const DECADE = /(?<!\p{N})(\d{2})\s*世[纪紀]\s*(\d)0\s*年代/gu;
/** The second end of a period, with what it leaves out taken from the first. */
const END = new RegExp(`^(?:间|間)?\\s*(?:至|到|[–—~～-])\\s*(?:${MONTH})?(?:${DAY})?(?!\\s*[年\\p{N}])`, 'u');
const FIRST_OF_PERIOD = /(?<![\p{N}.,/-])([12]\d{3})\s*(?:至|到|[–—~～-]{1,2})\s*$/u;
const YEARLESS = new RegExp(`(?<![\\p{N}年년${DIGITS}十]|[年년]\\s)${MONTH.slice(3)}${DAY}`, 'gu');

/** Finds dates as Chinese, Japanese and Korean write them: in digits or numerals, each followed by its unit. */
export function cjkDates(text: string, base: string | null): readonly FoundDate[] {
  if (!/[年년月월]/u.test(text)) return [];
  const found: FoundDate[] = [];
  for (const match of text.matchAll(DECADE)) {
    const year = (Number(match[1]) - 1) * 100 + Number(match[2]) * 10;
    found.push({ start: match.index, end: match.index + match[0].length, from: String(year), to: String(year + 9) });
  }
  for (const match of text.matchAll(DATE)) {
    const date = dateOf(text, match);
    if (date) found.push(date);
  }
  if (base === null) return found;
  for (const { 0: words, 1: month, 2: day, index } of text.matchAll(YEARLESS)) {
    const from = isoDate(Number(base.slice(0, 4)), numberOf(month), numberOf(day));
    if (from !== null) found.push({ start: index, end: index + words.length, from, to: null });
  }
  return found;
}

function dateOf(text: string, match: RegExpExecArray): FoundDate | null {
  const [words, isBefore, digits = '', isDecade, month, day] = match;
  const year = yearNumber(digits);
  if (isBefore !== undefined || !isYear(year)) return null;
  const { index: start } = match;
  const end = start + words.length;
  if (isDecade !== undefined) return { start, end, from: String(year), to: String(year + 9) };
  const from = isoDate(year, numberOf(month), numberOf(day));
  if (from === null) return null;
  const earlier = FIRST_OF_PERIOD.exec(text.slice(Math.max(0, start - 12), start));
  if (earlier && month === undefined && Number(earlier[1]) < year) {
    return { start: start - earlier[0].length, end, from: earlier[1] ?? '', to: from };
  }
  const [rest, lastMonth, lastDay] = END.exec(text.slice(end, end + 24)) ?? [];
  if (rest === undefined || (lastMonth ?? lastDay) === undefined) return { start, end, from, to: null };
  const to = isoDate(year, numberOf(lastMonth) ?? numberOf(month), numberOf(lastDay));
  return to !== null && to > from ? { start, end: end + rest.length, from, to } : { start, end, from, to: null };
}

/** The number that digits or numerals under a hundred write. */
function numberOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (/^\d/u.test(written)) return Number(written);
  const [tens, ones] = written.includes('十') ? written.split('十') : ['', written];
  const ten = written.includes('十') ? 10 * (tens === '' ? 1 : digitOf(tens ?? '')) : 0;
  return ten + digitOf(ones ?? '');
}

const yearNumber = (written: string): number =>
  /^\d/u.test(written) ? Number(written) : Number([...written].map(digitOf).join(''));

const digitOf = (numeral: string): number =>
  Math.max(0, '〇一二三四五六七八九'.indexOf(numeral.replace(/[零○]/u, '〇')));
