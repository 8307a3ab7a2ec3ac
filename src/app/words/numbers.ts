import type { StepParameter } from '../../core/parameters';

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const finePercent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const count = (value: number): string => whole.format(value);
export const decimal = (value: number): string => short.format(value);
export const percentage = (fraction: number): string => percent.format(fraction);
export const finePercentage = (fraction: number): string => finePercent.format(fraction);

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

/** Seconds as a person says them: `40 seconds`, `12 minutes`, `3 hours 20 minutes`. */
export function duration(seconds: number): string {
  if (seconds < 50) return units(Math.max(5, Math.round(seconds / 5) * 5), 'second');
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return units(minutes, 'minute');
  const rest = minutes < 600 ? Math.round((minutes % 60) / 10) * 10 : 0;
  const hours = minutes < 600 ? Math.floor(minutes / 60) : Math.round(minutes / 60);
  if (rest === 60) return units(hours + 1, 'hour');
  return rest === 0 ? units(hours, 'hour') : `${units(hours, 'hour')} ${units(rest, 'minute')}`;
}

const units = (value: number, unit: string): string => `${count(value)} ${unit}${value === 1 ? '' : 's'}`;

type Range = Pick<StepParameter, 'min' | 'max' | 'step'>;

/** What a field says of a number that was typed. */
type Validity = Pick<ValidityState, 'valid' | 'rangeOverflow' | 'rangeUnderflow' | 'stepMismatch'>;

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });

/** Which numbers may be typed, such as `1 to 100`; empty where all may. */
export function rangeWords({ min, max }: Range): string {
  if (min !== undefined && max !== undefined) return `${number.format(min)} to ${number.format(max)}`;
  if (min !== undefined) return `${number.format(min)} or more`;
  return max === undefined ? '' : `${number.format(max)} at most`;
}

/** Why a number that was typed does not hold, and which one does instead; empty where it holds. `typed` is empty for what is no number. */
export function refusalWords(typed: string, validity: Validity, range: Range, kept: number): string {
  if (validity.valid && typed !== '') return '';
  return `Not taken: ${reason(typed, validity, range)}. ${number.format(kept)} still holds.`;
}

function reason(typed: string, { rangeOverflow, rangeUnderflow, stepMismatch }: Validity, range: Range): string {
  if (rangeOverflow || rangeUnderflow) return `possible is ${rangeWords(range)}`;
  if (!stepMismatch || typed === '') return 'a number is needed';
  const { step = 1, min = 0 } = range;
  return step === 1
    ? 'it has to be a whole number'
    : `possible are steps of ${number.format(step)}, from ${number.format(min)} on`;
}
