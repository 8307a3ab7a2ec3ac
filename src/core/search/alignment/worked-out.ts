import { valueOfKey, type Word } from './statement';

/** What a number may be multiplied by to be told in another unit: days of a week, months, hours, minutes, and tens. */
const FACTORS = [7, 12, 24, 60, 100, 1000];
/** Smaller numbers come out of some sum or other by chance. */
const LEAST = 5;
const LEAST_YEAR = 1000;
const LAST_YEAR = 2100;

/** Whether a number can be worked out from those of a ground: a sum, a difference, a percentage or the same in another unit. */
export function isWorkedOut(value: number, ground: readonly Word[]): boolean {
  if (!(value >= LEAST)) return false;
  const theirs = numbersOf(ground);
  if (theirs.some((one) => FACTORS.some((factor) => one * factor === value || one === value * factor))) return true;
  return theirs.some((one, at) =>
    theirs.some((other, place) => place !== at && (isOfTwo(value, one, other) || isPercentage(value, one, other))),
  );
}

const numbersOf = (ground: readonly Word[]): readonly number[] =>
  ground.flatMap(({ kind, keys }) => {
    const value = kind === 'number' ? valueOfKey(keys[0] ?? '') : Number.NaN;
    return Number.isNaN(value) ? [] : [value];
  });

const isOfTwo = (value: number, one: number, other: number): boolean =>
  isNear(one + other, value) ||
  isNear(one - other, value) ||
  (isNoYear(one) && isNoYear(other) && one * other === value);

const isNoYear = (value: number): boolean => value < LEAST_YEAR || value > LAST_YEAR;

/** Of a share or of a change, rounded. */
const isPercentage = (value: number, one: number, other: number): boolean =>
  value <= 100 &&
  isNoYear(one) &&
  isNoYear(other) &&
  other > 0 &&
  one < other &&
  [one / other, 1 - one / other].some((share) => Math.abs(100 * share - value) < 1);

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6;
