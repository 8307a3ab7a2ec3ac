import { randomNumbers } from '../../src/core/random';
interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Mean paired difference a - b with its 95 % percentile bootstrap interval; the same seed gives the same interval. */
export function pairedDifference(a: readonly number[], b: readonly number[], resamples = 10_000, seed = 1): Interval {
  if (a.length !== b.length || a.length === 0) throw new RangeError('Paired samples must be of one length, not empty.');
  const differences = a.map((value, at) => value - (b[at] ?? 0));
  const next = randomNumbers(seed);
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let at = 0; at < differences.length; at++) sum += differences[Math.floor(next() * differences.length)] ?? 0;
    return sum / differences.length;
  }).sort();
  const at = (share: number): number => means[Math.min(resamples - 1, Math.floor(share * resamples))] ?? 0;
  return { mean: mean(differences), low: at(0.025), high: at(0.975) };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
