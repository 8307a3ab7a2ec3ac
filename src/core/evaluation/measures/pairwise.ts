import { groupBy } from '../../arrays';
import type { Criterion } from '../evaluation';
import { CRITERIA } from '../evaluation';
import type { Judgement } from '../evaluation';
import { bootstrapFigure, meanOf, testFamily, type ComparisonVerdict, type Figure } from './statistics';

export type PairwiseJudgement = Extract<Judgement, { readonly kind: 'pairwise' | 'differential' }>;

/** One mode against another by one criterion. */
export interface PairwiseResult {
  readonly mode: PairwiseJudgement['mode'];
  readonly other: PairwiseJudgement['mode'];
  readonly criterion: Criterion;
  /** Share of wins of the first mode, ties as half; a mean of the questions' means. */
  readonly winRate: Figure;
  /** Two-sided, after Holm within the criterion. */
  readonly p: number;
  readonly verdict: ComparisonVerdict;
}

/** Tells if a trial shows the first mode's answer first: even ones do. */
export const showsFirstFirst = (trial: number): boolean => trial % 2 === 0;

/** Score of the first mode, from the answer that a judge preferred as shown: 1 or 2, or 0 for a tie. */
export function trialScore(winner: 0 | 1 | 2, trial: number): number {
  if (winner === 0) return 0.5;
  return (winner === 1) === showsFirstFirst(trial) ? 1 : 0;
}

/** Win rates with their tests: trials are averaged by question first, and Holm corrects within a criterion over the pairs of modes. */
export function pairwiseResults(judgements: readonly PairwiseJudgement[]): readonly PairwiseResult[] {
  const pairs = [...groupBy(judgements, ({ mode, other }) => `${mode} ${other}`).values()];
  return CRITERIA.flatMap((criterion) => {
    const scores = pairs.map((pair) => pair.flatMap((one) => questionScore(one.scores[criterion])));
    const tests = testFamily(scores.map((ofPair) => ofPair.map((score) => 2 * score - 1)));
    return pairs.flatMap(([first], at) => {
      const [winRate, test] = [bootstrapFigure(scores[at] ?? []), tests[at]];
      if (!first || !winRate || !test) return [];
      return [{ mode: first.mode, other: first.other, criterion, winRate, p: test.p, verdict: test.verdict }];
    });
  });
}

/** The mean of a question's trials; nothing without any. */
const questionScore = (trials: readonly number[] = []): readonly number[] => (trials.length ? [meanOf(trials)] : []);
