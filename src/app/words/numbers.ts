import { byLocale } from './locale.svelte';

type Unit = 'second' | 'minute' | 'hour';

const formats = byLocale((tag) => ({
  plain: new Intl.NumberFormat(tag),
  whole: new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }),
  short: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
  percent: new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }),
  finePercent: new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }),
  unit: (unit: Unit) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }),
  list: new Intl.ListFormat(tag, { type: 'unit', style: 'narrow' }),
  all: new Intl.ListFormat(tag),
  moment: new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
  earlier: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
}));

/** A number with up to three digits behind the point. */
export const plainNumber = (value: number): string => formats().plain.format(value);
export const count = (value: number): string => formats().whole.format(value);
export const decimal = (value: number): string => formats().short.format(value);
export const percentage = (fraction: number): string => formats().percent.format(fraction);
export const finePercentage = (fraction: number): string => formats().finePercent.format(fraction);

/** Day and time of milliseconds since 1970, with the year where it is another one. */
export function moment(time: number): string {
  const isThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return (isThisYear ? formats().moment : formats().earlier).format(time);
}

/** Names in a sentence: `a, b and c`. */
export const listed = (names: readonly string[]): string => formats().all.format(names);

/** `1 document`, `2,113 documents`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function bytes(value: number): string {
  let amount = value;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${decimal(amount)} ${UNITS[unit] ?? 'B'}`;
}

/** Working memory, counted as people know it: `16 GB` for 16 × 2^30 bytes. */
export function memory(value: number): string {
  return value < 2 ** 30 ? `${count(value / 2 ** 20)} MB` : `${decimal(value / 2 ** 30)} GB`;
}

export function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${count(milliseconds)} ms` : `${decimal(milliseconds / 1000)} s`;
}

/** `3 s`: seconds that go by. */
export const wholeSeconds = (milliseconds: number): string => `${count(Math.floor(milliseconds / 1000))} s`;

/** Formats seconds for a person: `40 seconds`, `12 minutes`, `3 hours 20 minutes`. */
export function duration(seconds: number): string {
  if (seconds < 50) return units(Math.max(5, Math.round(seconds / 5) * 5), 'second');
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return units(minutes, 'minute');
  const rest = minutes < 600 ? Math.round((minutes % 60) / 10) * 10 : 0;
  const hours = minutes < 600 ? Math.floor(minutes / 60) : Math.round(minutes / 60);
  if (rest === 60) return units(hours + 1, 'hour');
  return rest === 0 ? units(hours, 'hour') : formats().list.format([units(hours, 'hour'), units(rest, 'minute')]);
}

const units = (value: number, unit: Unit): string => formats().unit(unit).format(value);
