import { valueOfKey, type Word } from './statement';

/** What a number may be multiplied by to be told in another unit: days of a week, months, hours, minutes, and tens. */
const FACTORS = [7, 12, 24, 60, 100, 1000];
/** Shares in words. */
const SHARES = new Map(
  Object.entries({ half: 0.5, halves: 0.5, hälfte: 0.5, halb: 0.5, quarter: 0.25, viertel: 0.25, drittel: 1 / 3 }),
);
/** Smaller numbers come out of some sum or other by chance. */
const LEAST = 3;

/** Whether all of some numbers can be worked out from those of a ground, the later ones also from those before: sums, differences, products, shares, other units. */
export function areWorkedOut(values: readonly number[], ground: readonly Word[]): boolean {
  const known = [...numbersOf(ground)];
  return values.every((value) => {
    const isKnown = isWorkedOut(value, known);
    known.push({ value, isYear: false });
    return isKnown;
  });
}

interface Known {
  readonly value: number;
  readonly isYear: boolean;
}

function isWorkedOut(value: number, theirs: readonly Known[]): boolean {
  if (!(value >= LEAST)) return false;
  const isOtherUnit = ({ value: one }: Known): boolean =>
    FACTORS.some((factor) => isNear(one * factor, value) || isNear(one, value * factor));
  if (theirs.some(isOtherUnit)) return true;
  return theirs.some((one, at) =>
    theirs.some((other, place) => place !== at && (isOfTwo(value, one, other) || isPercentage(value, one, other))),
  );
}

/** Numbers with shares in words; four bare digits are a year. */
const numbersOf = (ground: readonly Word[]): readonly Known[] =>
  ground.flatMap(({ kind, keys, lower }, at) => {
    const share = SHARES.get(lower);
    if (share !== undefined) return [{ value: share, isYear: false }];
    const value = kind === 'number' ? valueOfKey(keys[0] ?? '') : Number.NaN;
    if (Number.isNaN(value)) return [];
    const one = { value, isYear: YEAR.test(lower) };
    return PERCENT.has(ground[at + 1]?.lower ?? '') ? [one, { value: value / 100, isYear: false }] : [one];
  });

const PERCENT: ReadonlySet<string> = new Set(['percent', 'prozent']);
const YEAR = /^(?:1\d|20)\d{2}$/u;

const isOfTwo = (value: number, one: Known, other: Known): boolean =>
  isNear(one.value + other.value, value) ||
  isNear(one.value - other.value, value) ||
  (!one.isYear && !other.isYear && (isNear(one.value * other.value, value) || isRatio(value, one.value, other.value)));

const isRatio = (value: number, one: number, other: number): boolean => other > 1 && isNear(one / other, value);

/** Of a share or of a change, rounded. */
const isPercentage = (value: number, one: Known, other: Known): boolean =>
  value <= 100 &&
  !one.isYear &&
  !other.isYear &&
  other.value > 0 &&
  one.value < other.value &&
  [one.value / other.value, 1 - one.value / other.value].some((share) => Math.abs(100 * share - value) < 1);

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other));
