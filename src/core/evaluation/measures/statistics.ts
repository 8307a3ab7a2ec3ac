import { randomNumbers } from '../../random';

/** A mean over questions with its 95 % interval. */
export interface Figure {
  readonly mean: number;
  /** Null for one question, which says nothing about others. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Number of questions. */
  readonly n: number;
}

/** Outcome of a comparison, from the side of the first. A difference that was not shown may still exist. */
export type ComparisonVerdict = 'better' | 'worse' | 'no difference shown';

/** A paired difference with its test. */
export interface TestedDifference {
  readonly difference: Figure;
  /** Two-sided, from 0 to 1, after Holm. */
  readonly p: number;
  readonly verdict: ComparisonVerdict;
}

/** Agreement of the judge with a person. */
export interface Agreement {
  readonly n: number;
  /** Share of equal verdicts, 0 to 1. */
  readonly share: number;
  /** Cohen's kappa, −1 to 1; null where both always gave one verdict. */
  readonly kappa: number | null;
}

/** A verdict on the same thing by the judge and by a person. */
export interface VerdictPair {
  readonly judge: string;
  readonly person: string;
}

const SIGNIFICANCE = 0.05;
const RESAMPLES = 2000;
const DRAWS = 10_000;
/** Differences up to which all signs are tried: 65,536 sums. */
const MOST_EXACT = 16;
/** Sums that differ by less are equal, but for rounding. */
const ROUNDING = 1e-9;
const SEED = 42;

/** The mean; 0 of nothing. */
export const meanOf = (values: readonly number[]): number => ratioOf(sumOf(values), values.length);

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

const ratioOf = (sum: number, total: number): number => (total === 0 ? 0 : sum / total);

/** The share that is true, from 0 to 1; 0 of nothing. */
export const shareOf = (flags: readonly boolean[]): number => meanOf(flags.map(Number));

/**
 * Mean of a value for each question, with a percentile bootstrap interval over questions. Weights make it a micro average.
 * The same input gives the same interval; one question has none. Null of nothing.
 */
export function bootstrapFigure(values: readonly number[], weights?: readonly number[]): Figure | null {
  const n = values.length;
  const [first] = values;
  if (first === undefined) return null;
  if (n === 1) return { mean: first, interval: null, n };
  const weighed = Float64Array.from(values, (value, at) => value * (weights?.[at] ?? 1));
  const weight = Float64Array.from(values, (_, at) => weights?.[at] ?? 1);
  const next = randomNumbers(SEED);
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let [sum, total] = [0, 0];
    for (let draw = 0; draw < n; draw++) {
      const at = Math.floor(next() * n);
      sum += weighed[at] ?? 0;
      total += weight[at] ?? 0;
    }
    means[resample] = ratioOf(sum, total);
  }
  means.sort();
  const quantile = (share: number): number => means[Math.floor(share * RESAMPLES)] ?? 0;
  const interval = { low: quantile(0.025), high: quantile(0.975) };
  return { mean: ratioOf(sumOf(weighed), sumOf(weight)), interval, n };
}

/**
 * Two-sided p of the hypothesis that differences of pairs are as often up as down (sign-flip permutation of their mean).
 * Exact up to 16 differences that are not 0; beyond, 10,000 draws with (e + 1) / (n + 1). 1 where there are none.
 */
export function signFlipTest(pairs: readonly number[]): number {
  const differences = Float64Array.from(pairs).filter((difference) => difference !== 0);
  const least = Math.abs(sumOf(differences)) - ROUNDING;
  if (differences.length <= MOST_EXACT) return extremeSums(differences, least) / 2 ** differences.length;
  const next = randomNumbers(SEED);
  let extreme = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    let [sum, signs] = [0, 0];
    for (let at = 0; at < differences.length; at++) {
      // One random number has the signs of 32 differences.
      signs = at % 32 === 0 ? (next() * 2 ** 32) | 0 : signs >>> 1;
      sum += (signs & 1 ? 1 : -1) * (differences[at] ?? 0);
    }
    if (Math.abs(sum) >= least) extreme++;
  }
  return (extreme + 1) / (DRAWS + 1);
}

function extremeSums(differences: Float64Array, least: number, at = 0, sum = 0): number {
  const difference = differences[at];
  if (difference === undefined) return Math.abs(sum) >= least ? 1 : 0;
  return (
    extremeSums(differences, least, at + 1, sum + difference) +
    extremeSums(differences, least, at + 1, sum - difference)
  );
}

/** Corrects the p of a family of tests for their number (Holm 1979), in the order in which they came. */
export function holm(ps: readonly number[]): readonly number[] {
  const corrected = new Float64Array(ps.length);
  let highest = 0;
  const ascending = ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p);
  for (const [rank, { p, at }] of ascending.entries()) {
    highest = Math.max(highest, Math.min(1, p * (ps.length - rank)));
    corrected[at] = highest;
  }
  return [...corrected];
}

/**
 * Tests one family: the modes that are compared by one measure or criterion, each with its differences by question.
 * In the order in which they came; null for one without differences, which does not count for Holm.
 */
export function testFamily(family: readonly (readonly number[])[]): readonly (TestedDifference | null)[] {
  const figures = family.map((differences) => bootstrapFigure(differences));
  const corrected = holm(family.filter((differences) => differences.length > 0).map((one) => signFlipTest(one)));
  let at = 0;
  return figures.map((difference) => {
    if (!difference) return null;
    const p = corrected[at++] ?? 1;
    return { difference, p, verdict: verdictOf(difference.mean, p) };
  });
}

function verdictOf(mean: number, p: number): ComparisonVerdict {
  if (p >= SIGNIFICANCE) return 'no difference shown';
  return mean > 0 ? 'better' : 'worse';
}

/** Agreement of the verdicts; null of nothing. */
export function verdictAgreement(pairs: readonly VerdictPair[]): Agreement | null {
  const n = pairs.length;
  if (n === 0) return null;
  const share = shareOf(pairs.map(({ judge, person }) => judge === person));
  const count = (side: keyof VerdictPair, verdict: string): number =>
    pairs.filter((pair) => pair[side] === verdict).length;
  const verdicts = [...new Set(pairs.map(({ judge }) => judge))];
  const byChance = sumOf(verdicts.map((verdict) => count('judge', verdict) * count('person', verdict))) / n ** 2;
  return { n, share, kappa: byChance === 1 ? null : (share - byChance) / (1 - byChance) };
}
