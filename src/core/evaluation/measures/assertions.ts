import { meanOf, shareOf } from './statistics';

/** An answer makes an assertion where the mean of its trials is above this. */
const PASSED_ABOVE = 0.5;
/** Passages support an assertion from this grade on. */
const COVERED_FROM = 0.5;
const FULL_SUPPORT = 1;

/** Support of a question's assertions by its passages, from 0 to 1 (BenchmarkQED). */
export interface PassageSupport {
  /** Share of assertions whose best passage supports them at least in part. */
  readonly coverage: number;
  /** Share of those that one passage supports fully. */
  readonly strict_coverage: number;
  /** Mean of the best grades. */
  readonly strength: number;
}

/** Decides whether an answer makes an assertion, by its trials of 0 or 1: 2 of 4 fail. */
export const isAssertionPassed = (trials: readonly number[]): boolean => meanOf(trials) > PASSED_ABOVE;

/** Share of a question's assertions that pass; null without any that was judged. */
export function passRate(trials: readonly (readonly number[])[]): number | null {
  const judged = trials.filter((one) => one.length > 0);
  return judged.length ? shareOf(judged.map(isAssertionPassed)) : null;
}

/**
 * Support by passages. `grades` are [assertion][passage]: 1, 0.5 or 0, null where a judge failed.
 * An assertion without a grade does not count; null where none has one. Means over questions are means of these.
 */
export function passageSupport(grades: readonly (readonly (number | null)[])[]): PassageSupport | null {
  const best = grades.flatMap((row) => {
    const graded = row.filter((grade) => grade !== null);
    return graded.length ? [Math.max(...graded)] : [];
  });
  if (best.length === 0) return null;
  return {
    coverage: shareOf(best.map((grade) => grade >= COVERED_FROM)),
    strict_coverage: shareOf(best.map((grade) => grade >= FULL_SUPPORT)),
    strength: meanOf(best),
  };
}
