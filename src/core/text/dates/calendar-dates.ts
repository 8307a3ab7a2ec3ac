/** A date as exactly as it is known, ISO 8601: a year, a month or a day. `to` is the end of a period, null for a single date. */
export interface DatePeriod {
  readonly from: string;
  readonly to: string | null;
}

/** A date in a text: UTF-16 offsets, and its period. */
export interface FoundDate extends DatePeriod {
  readonly start: number;
  readonly end: number;
}

/** Years that a text can name without an era. */
const FIRST_YEAR = 1000;
export const LAST_YEAR = 2199;

/** Checks for a year that a text can name without an era. */
export const isYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

/** The ISO 8601 form of a year, a month or a day; null where there is no such day. */
export function isoDate(year: number, month?: number, day?: number): string | null {
  const parts = [String(year).padStart(4, '0')];
  if (month === undefined) return parts.join('-');
  if (month < 1 || month > 12) return null;
  parts.push(String(month).padStart(2, '0'));
  if (day === undefined) return parts.join('-');
  if (day < 1 || day > daysIn(year, month)) return null;
  parts.push(String(day).padStart(2, '0'));
  return parts.join('-');
}

/** The year of an ISO 8601 date; NaN for anything else. */
export const yearOf = (date: string): number => (/^\d{4}(?!\d)/u.test(date) ? Number(date.slice(0, 4)) : NaN);

/** Checks for an existing day, or a time of one, in ISO 8601. */
export function isDay(date: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(date) ?? [];
  return year !== undefined && isoDate(Number(year), Number(month), Number(day)) !== null;
}

/** Checks if two periods have a day in common, as far as they are known. */
export function overlaps(one: DatePeriod, other: DatePeriod): boolean {
  return one.from <= lastOf(other) && other.from <= lastOf(one);
}

/**
 * Checks if a date belongs to a period: it lies within it, or is a period of days with a day in common. A year does not
 * belong to one of its days.
 */
export function isOfPeriod(date: DatePeriod, period: DatePeriod): boolean {
  if (period.from <= date.from && (date.to ?? date.from) <= lastOf(period)) return true;
  return date.to !== null && date.from.length >= period.from.length && overlaps(date, period);
}

/** Number of the weekday, 0 for Sunday, of an ISO 8601 day. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Sorts behind every date within the last year, month or day of the period. */
const lastOf = ({ from, to }: DatePeriod): string => `${to ?? from}~`;

const daysIn = (year: number, month: number): number =>
  month === 2 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0)) ? 28 : (LENGTHS[month - 1] ?? 0);

const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
