import { isStopWord } from '../analysis/english';
import { isoDate, isYear, LAST_YEAR, weekdayOf, yearOf, type FoundDate } from './calendar-dates';
import { dateGrammar, type DateGrammar } from './date-grammar';
import { cjkDates } from './cjk-dates';
import { spelledDay } from './spelled-days';

interface DateOptions {
  /** BCP 47 primary language, `und` when unknown. */
  readonly language: string;
  /** ISO 8601 date of the document, to the year, month or day; gives the year of a day without one. */
  readonly base?: string | null;
}

/** A date, or a number that may be a year. */
interface Candidate extends FoundDate {
  readonly isCertain: boolean;
}

interface Context {
  readonly text: string;
  readonly grammar: DateGrammar;
  readonly language: string;
  readonly order: string | null;
}

/** Characters that are read before and after a year. */
const BEFORE = 80;
const AFTER = 40;
/** Characters that are read for the word before a number. */
const NEAR = 24;
/** A foreign letter or a digit: characters that may not touch a number of a date. Scripts without spaces write dates among their letters. */
const TOUCHING =
  '(?!\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana}|\\p{Script=Hangul})[\\p{L}\\p{N}\\p{M}_]';
const CLEAR_BEFORE = `(?<!${TOUCHING})`;
const CLEAR_AFTER = `(?!${TOUCHING})`;
const YEAR = new RegExp(`${CLEAR_BEFORE}[12]\\d{3}(?![\\p{N}])`, 'gu');
const YEAR_FIRST = new RegExp(
  `(?<![\\p{N}.,/-])${CLEAR_BEFORE}([12]\\d{3})([-./])(\\d{1,2})\\2(\\d{1,2})(?![\\p{N}/-]|\\.\\p{N})`,
  'gu',
);
const YEAR_LAST = new RegExp(
  `(?<![\\p{N}][.,/ -]|[-/])${CLEAR_BEFORE}(\\d{1,2})([-./])\\s?(\\d{1,2})\\2\\s?([12]\\d{3})${CLEAR_AFTER}(?![/-]|[.,:]\\p{N})`,
  'gu',
);
const ISO_MONTH = /^-(0[1-9]|1[0-2])(?![\p{L}\p{N}-]|[.,/:]\p{N})/u;
const PERIOD_END = /^([–—−/-])(\d{4}|\d{2})(?![\p{L}\p{N}%]|[-/.,:]\p{N})/u;
/** The first year of an era, to three digits, before or after its name. */
const ERA_YEAR = /(?<![\p{L}\p{N}.,/:-])\d{1,3}(?![\p{L}\p{N}/:%]|[.,-]\p{N})/gu;

/**
 * Finds the dates in a text, in reading order: only what is certain to be one. A number that may be a year counts where the same year stands in
 * the text as certain. Linear in the text, and quick where it has no dates.
 */
export function findDates(text: string, { language, base = null }: DateOptions): readonly FoundDate[] {
  if (!/\p{N}|[〇零一二三四五六七八九]/u.test(text)) return [];
  const grammar = dateGrammar(language);
  const context: Context = { text, grammar, language, order: numberOrder(text, grammar) };
  const found = withoutOverlaps([
    ...cjkDates(text, base).map((date) => ({ ...date, isCertain: true })),
    ...numericDates(context),
    ...yearDates(context),
    ...eraDates(context),
    ...(base === null ? [] : yearlessDates(context, base)),
  ]);
  const joined = listedYears(context, joinPeriods(context, found));
  const years = new Set(joined.filter(({ isCertain }) => isCertain).map(({ from }) => from.slice(0, 4)));
  return joined
    .filter(({ isCertain, from }) => isCertain || years.has(from))
    .map(({ start, end, from, to }) => ({ start, end, from, to }));
}

/** Dates all in numbers. */
function* numericDates(context: Context): Generator<Candidate> {
  const { text, grammar } = context;
  for (const match of text.matchAll(YEAR_FIRST)) {
    const [all, year, , month, day] = match;
    const from = isoDate(Number(year), Number(month), Number(day));
    if (from !== null && isYear(Number(year)) && !isNumbered(context, match.index))
      yield candidate(match.index, all, from);
  }
  for (const match of text.matchAll(YEAR_LAST)) {
    const [all, one, sign, other, year] = match;
    if (!isYear(Number(year)) || isNumbered(context, match.index)) continue;
    if (sign === '.' && !grammar.hasPoints && context.order === null) continue;
    const from = dayOf(context, match.index, Number(one), Number(other), Number(year));
    if (from !== null) yield candidate(match.index, all, from);
  }
}

/** The day that two numbers and a year are: by what only one order makes a day, the weekday before them, or the order of the text. */
function dayOf(context: Context, at: number, one: number, other: number, year: number): string | null {
  const [dayFirst, monthFirst] = [isoDate(year, other, one), isoDate(year, one, other)];
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) return dayFirst ?? monthFirst;
  const weekday = weekdayBefore(context, at);
  const byWeekday = [dayFirst, monthFirst].filter((day) => weekday === weekdayOf(day));
  if (byWeekday.length === 1) return byWeekday[0] ?? null;
  if (context.order === null) return null;
  return context.order.startsWith('d') ? dayFirst : monthFirst;
}

/**
 * The order of day and month in the dates of a text, else that of its language; null where neither has one or they
 * disagree.
 */
function numberOrder(text: string, { order }: DateGrammar): string | null {
  const seen = new Set<string>();
  for (const [, one, , other] of text.matchAll(YEAR_LAST)) {
    if (Number(one) > 12 && Number(other) <= 12) seen.add('dmy');
    if (Number(other) > 12 && Number(one) <= 12) seen.add('mdy');
  }
  if (seen.size > 1) return null;
  return [...seen][0] ?? (order === 'dmy' ? order : null);
}

function weekdayBefore({ text, grammar }: Context, at: number): number | null {
  const [name] = grammar.before.weekday.exec(text.slice(Math.max(0, at - BEFORE), at)) ?? [];
  const word = /^\p{L}+/u.exec(name ?? '')?.[0] ?? '';
  return grammar.weekdays.get(word) ?? null;
}

/** Dates that a year of four digits ends, and years alone. */
function* yearDates(context: Context): Generator<Candidate> {
  const { text } = context;
  for (const { 0: digits, index } of text.matchAll(YEAR)) {
    const year = Number(digits);
    if (!isYear(year)) continue;
    const before = text.slice(Math.max(0, index - BEFORE), index);
    const after = text.slice(index + digits.length, index + digits.length + AFTER);
    const found =
      decadeAt(context, year, before, after) ??
      namedDate(context, year, before, after) ??
      yearPeriod(context, year, before.slice(-NEAR), after) ??
      yearAlone(context, year, before.slice(-NEAR), after);
    if (found) yield { ...found, start: index + found.start, end: index + found.end };
  }
}

type Relative = Candidate | null;

function decadeAt({ grammar }: Context, year: number, before: string, after: string): Relative {
  if (year % 10 !== 0) return null;
  for (const form of grammar.decades) {
    const [left, right] = [form.before.exec(before), form.after.exec(after)];
    if (!left || !right) continue;
    return period(-left[0].length, 4 + right[0].length, String(year), String(year + 9));
  }
  return null;
}

/** A day or a month with its year, or two of them. */
function namedDate(context: Context, year: number, before: string, after: string): Relative {
  const { grammar } = context;
  if (/^[:.,]\p{N}|^\p{L}/u.test(after) || grammar.after.beforeChrist.test(after)) return null;
  const end = 4 + (grammar.after.trail.exec(after)?.[0].replace(/\.$/u, '').length ?? 0);
  const month = (name: string | undefined): number | undefined => grammar.months.get(name ?? '');
  const isMonth = grammar.before.month.test(before);
  if (!isMonth && !/\p{N}\p{L}{0,2}\.?,?\s*(?:\p{L}+\s+)?$/u.test(before.slice(-NEAR))) return null;
  const range = isMonth ? grammar.before.dayRange.exec(before) : null;
  if (range && isOpened(grammar, range, before)) {
    const [all, day, firstMonth, , secondDay, secondMonth] = range;
    const last = isoDate(year, month(secondMonth), Number(secondDay));
    const from = isoDate(year, month(firstMonth ?? secondMonth), Number(day));
    if (from !== null && last !== null && from < last) return period(-all.length, end, from, last);
  }
  const single = isMonth ? grammar.before.day.exec(before) : null;
  const day = single && isoDate(year, month(single[2]), Number(single[1]));
  if (single && day !== null) return period(-single[0].length, end, day, null);
  const american = isMonth ? null : grammar.before.monthFirst.exec(before);
  if (american) {
    const [all, name, first, secondName, second] = american;
    const from = isoDate(year, month(name), Number(first));
    const to = second === undefined ? null : isoDate(year, month(secondName ?? name), Number(second));
    if (from !== null && (to === null ? second === undefined : from < to)) return period(-all.length, end, from, to);
  }
  return isMonth ? monthDate(context, year, before, end) : null;
}

function monthDate({ grammar, language }: Context, year: number, before: string, end: number): Relative {
  const range = grammar.before.monthRange.exec(before);
  if (range && isOpened(grammar, range, before)) {
    const [from, to] = [range[1], range[3]].map((name) => isoDate(year, grammar.months.get(name ?? '')));
    if (from && to && from < to) return period(-range[0].length, end, from, to);
  }
  const single = grammar.before.month.exec(before);
  const name = single?.[1] ?? '';
  const month = grammar.months.get(name);
  if (!single || month === undefined || isPartOfName(grammar, before.slice(0, single.index))) return null;
  if (grammar.shortMonths.has(name) && /^\p{Ll}/u.test(name) && !single[0].includes('.')) return null;
  const spelled = spelledDay(before + String(year), language, { year, month });
  if (spelled) return period(-(spelled.length - 4), end, spelled.day, null);
  const from = isoDate(year, month);
  return from === null ? null : period(-single[0].length, end, from, null);
}

/** Checks if a word that joins by `and` has its `between`; joins by other words need none. */
function isOpened({ before }: DateGrammar, match: RegExpExecArray, text: string): boolean {
  return match.groups?.and === undefined || before.opensBetween.test(text.slice(0, match.index));
}

/** Checks for a capitalised word right before that is no word of dates: `Theresa May 2016`. */
function isPartOfName({ isDateWord, weekdays }: DateGrammar, before: string): boolean {
  const word = /(?<!\p{L})(\p{Lu}[\p{L}'’-]*)\.?\s+$/u.exec(before)?.[1];
  return word !== undefined && !isDateWord(word) && !isStopWord(word) && !weekdays.has(word);
}

/** `1936–1938`, `1936–38`, `1936/37`. Of `2008-09` only the year is certain. */
function yearPeriod(context: Context, year: number, before: string, after: string): Relative {
  const end = PERIOD_END.exec(after);
  if (!end || isRejected(context, before, after.slice(end[0].length))) return null;
  const [all, sign, digits = ''] = end;
  const isShort = digits.length === 2;
  const century = year - (year % 100);
  const last = Number(digits) + (isShort ? century + (Number(digits) < year % 100 ? 100 : 0) : 0);
  const isPeriod = last > year && last <= LAST_YEAR && (!isShort || last < century + 100 || last - year === 1);
  const isoMonth = ISO_MONTH.exec(after)?.[1];
  if (isoMonth !== undefined) {
    const from = isPeriod ? String(year) : isoDate(year, Number(isoMonth));
    return from === null ? null : period(0, isPeriod ? 4 : 4 + all.length, from, null);
  }
  if (!isPeriod || (sign === '/' && last - year !== 1)) return null;
  const isCertain = isShort || year % 100 !== 0 || last % 100 !== 0 || isCertainYear(context, year, before, '');
  return { ...period(0, 4 + all.length, String(year), String(last)), isCertain };
}

function yearAlone(context: Context, year: number, before: string, after: string): Relative {
  const { grammar } = context;
  const trail = grammar.after.trail.exec(after)?.[0].replace(/\.$/u, '').length ?? 0;
  const isTrailed = trail > 0 && !grammar.before.numbered.test(before);
  if (!isTrailed && isRejected(context, before, after)) return null;
  const isCertain = isTrailed || isCertainYear(context, year, before, after);
  return { ...period(0, 4 + trail, String(year), null), isCertain };
}

/** Checks if a number cannot be a year in its context. */
function isRejected({ grammar }: Context, before: string, after: string): boolean {
  if (/^\p{L}|^[.,:/–—-]\p{N}|^\s?[%‰°€£$¥₽]|^-\p{L}\p{L}/u.test(after)) return true;
  if (/^\s\p{N}/u.test(after) && !grammar.before.lead.test(before)) return true;
  if (/[#№§$€£¥₽+=<>*×@_\\/'’.:]$|\p{N}[ .,:–—-]$|\p{L}[-–—]$/u.test(before)) return true;
  if (grammar.before.numbered.test(before) || grammar.after.beforeChrist.test(after)) return true;
  const next = /^[\s-]*([\p{L}]+)/u.exec(after)?.[1]?.toLowerCase();
  return next !== undefined && grammar.units.has(next);
}

function isCertainYear({ grammar }: Context, year: number, before: string, after: string): boolean {
  if (grammar.before.lead.test(before) || /[©]\s*$/u.test(before)) return true;
  if (/(?:^|\n)[\s>*#|-]*$/u.test(before) && /^\s*[:–—]\s+\p{L}/u.test(after)) return true;
  // A round number is more often a quantity.
  if (year % 100 === 0) return false;
  if (grammar.before.afterChrist.test(before) || grammar.after.afterChrist.test(after)) return true;
  const isBracketed =
    /[([（［](?:\p{L}[^()[\]（）\d]{0,60}[, ]\s*)?$/u.test(before) && /^[a-z]?\s*[)\]）］,;:]/u.test(after);
  if (isBracketed) return true;
  const next = /^\s+(\p{L})/u.exec(after)?.[1];
  if (grammar.before.weakLead.test(before)) return true;
  if (!grammar.bare || (next !== undefined && next !== next.toLowerCase())) return false;
  return /^\s*$|[\p{L},;]\s+$|[.!?:]\s+$|\n\s*$/u.test(before) && !/\p{Lu}{2,}\s+$/u.test(before);
}

/** Years to three digits: those whose era is named, and those that end a day. */
function* eraDates({ text, grammar }: Context): Generator<Candidate> {
  for (const { 0: digits, index } of text.matchAll(ERA_YEAR)) {
    const end = index + digits.length;
    const [left, right] = [text.slice(Math.max(0, index - AFTER), index), text.slice(end, end + AFTER)];
    const isLast = digits.length === 3 && /^\s*(?:$|[.,;:)\]](?!\p{N}))/u.test(right);
    const named = isLast ? grammar.before.day.exec(left) : null;
    const day = named && isoDate(Number(digits), grammar.months.get(named[2] ?? ''), Number(named[1]));
    if (named && day !== null) {
      yield period(index - named[0].length, end, day, null);
      continue;
    }
    const [after, before] = [grammar.after.afterChrist.exec(right), grammar.before.afterChrist.exec(left)];
    const from = isoDate(Number(digits));
    if ((!after && !before) || from === null || Number(digits) === 0) continue;
    yield period(index - (before?.[0].length ?? 0), end + (after?.[0].length ?? 0), from, null);
  }
}

/** Days without a year, by the date of the document. */
function* yearlessDates({ text, grammar }: Context, base: string): Generator<Candidate> {
  for (const match of text.matchAll(grammar.yearless)) {
    const [all, day, , secondDay, monthName, otherName, otherDay] = match;
    const month = grammar.months.get(monthName ?? otherName ?? '');
    const wanted = weekdayBefore({ text, grammar, language: '', order: null }, match.index);
    const inYear = (from: string): number => Math.abs(daysBetween(from, base));
    const years = base.length === 4 ? [Number(base)] : [-1, 0, 1].map((step) => yearOf(base) + step);
    const [from] = years
      .flatMap((year) => isoDate(year, month, Number(day ?? otherDay)) ?? [])
      .sort((one, other) => inYear(one) - inYear(other));
    if (month === undefined || from === undefined || (wanted !== null && weekdayOf(from) !== wanted)) continue;
    const to = secondDay === undefined ? null : isoDate(yearOf(from), month, Number(secondDay));
    if (to !== null && to <= from) continue;
    yield period(match.index, match.index + all.length, from, to);
  }
}

function daysBetween(one: string, other: string): number {
  const time = (date: string): number => Date.parse(`${date.padEnd(7, '-06').padEnd(10, '-15')}T00:00:00Z`);
  return (time(one) - time(other)) / 86_400_000;
}

/** Two dates between which only a word or a sign for a period stands become one. */
function joinPeriods({ text, grammar }: Context, found: readonly Candidate[]): readonly Candidate[] {
  const joined: Candidate[] = [];
  for (const one of found) {
    const last = joined.at(-1);
    const period = last && periodOf(text, grammar, last, one);
    if (period) joined.splice(-1, 1, period);
    else joined.push(one);
  }
  return joined;
}

function periodOf(text: string, grammar: DateGrammar, one: Candidate, other: Candidate): Candidate | null {
  if (one.to !== null || other.to !== null || one.from >= other.from || other.start - one.end > BEFORE) return null;
  const between = text.slice(one.end, other.start).replace(/^\./u, '');
  const before = text.slice(Math.max(0, one.start - AFTER), one.start);
  const isBetween = grammar.joinsBetween.test(between) && grammar.before.opensBetween.test(before);
  const join = grammar.joins.exec(between);
  if (!isBetween && (!join || join.groups?.and !== undefined)) return null;
  const areRound = Number(one.from) % 100 === 0 && Number(other.from) % 100 === 0;
  const isCertain = one.isCertain || other.isCertain || !areRound || grammar.before.opensRange.test(before);
  return { ...one, end: other.end, to: other.from, isCertain };
}

/** A number beside a certain year in a list of numbers is a year. */
function listedYears({ text, grammar }: Context, found: readonly Candidate[]): readonly Candidate[] {
  const certain = [...found];
  const follow = (at: number, beside: number): void => {
    const [one, other] = [certain[at], certain[beside]];
    if (!one || !other || one.isCertain || !other.isCertain || !/^\d{4}$/u.test(other.from)) return;
    const between = text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start));
    if (between.length < NEAR && grammar.lists.test(between)) certain[at] = { ...one, isCertain: true };
  };
  for (let at = 1; at < certain.length; at++) follow(at, at - 1);
  for (let at = certain.length - 2; at >= 0; at--) follow(at, at + 1);
  return certain;
}

const isNumbered = ({ text, grammar }: Context, at: number): boolean =>
  grammar.before.numbered.test(text.slice(Math.max(0, at - AFTER), at));

function withoutOverlaps(all: readonly Candidate[]): readonly Candidate[] {
  const kept: Candidate[] = [];
  for (const one of [...all].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if ((kept.at(-1)?.end ?? 0) <= one.start) kept.push(one);
  }
  return kept;
}

const period = (start: number, end: number, from: string, to: string | null): Candidate => {
  return { start, end, from, to, isCertain: true };
};

const candidate = (start: number, words: string, from: string): Candidate =>
  period(start, start + words.length, from, null);
