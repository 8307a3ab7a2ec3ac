import { groupBy } from '../../arrays';
import { CRITERIA, type Criterion, type Judgement } from '../evaluation';
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
