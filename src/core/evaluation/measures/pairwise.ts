import { groupBy } from '../../arrays';
import { type Contestant, CRITERIA, type Criterion } from '../evaluation';
import type { PairScores } from '../judging/compare-answers';
import { bootstrapFigure, meanOf, testFamily, type TestedDifference } from './statistics';

/** Scores of one answer to a question beside another. */
export interface JudgedPair {
  readonly questionId: string;
  readonly one: Contestant;
  readonly other: Contestant;
  /** Scores of the first by one judge: 1 won, 0.5 tie, 0 lost, a value for each trial. */
  readonly scores: PairScores;
}

/** One contestant against another by one criterion. */
export interface PairwiseResult extends TestedDifference, Pick<JudgedPair, 'one' | 'other'> {
  readonly measure: Criterion;
}

/**
 * Win rates in place of differences, ties as half: means of the questions' means. All trials of a question are averaged first, whoever judged. Holm corrects within a
 * criterion over the pairs.
 */
export function pairwiseResults(judged: readonly JudgedPair[]): readonly PairwiseResult[] {
  const pairs = [...groupBy(judged, ({ one, other }) => JSON.stringify([namesOf(one), namesOf(other)])).values()];
  return CRITERIA.flatMap((measure) => {
    const scores = pairs.map((pair) => questionScores(pair, measure));
    const tests = testFamily(scores.map((ofPair) => ofPair.map((score) => 2 * score - 1)));
    return pairs.flatMap(([first], at) => {
      const [difference, test] = [bootstrapFigure(scores[at] ?? []), tests[at]];
      return first && difference && test ? [{ ...test, one: first.one, other: first.other, measure, difference }] : [];
    });
  });
}

const namesOf = ({ mode, model = null }: Contestant) => [mode, model];

/** A mean for each question that has trials. */
const questionScores = (pair: readonly JudgedPair[], criterion: Criterion): readonly number[] =>
  [...groupBy(pair, ({ questionId }) => questionId).values()].flatMap((ofQuestion) => {
    const trials = ofQuestion.flatMap(({ scores }) => scores[criterion] ?? []);
    return trials.length > 0 ? [meanOf(trials)] : [];
  });
