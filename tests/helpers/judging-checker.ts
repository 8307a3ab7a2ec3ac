import type { EntailmentModel, EntailmentPair, EntailmentScores } from '../../src/core/models/encoders';
import { verdictCache, type Thresholds } from '../../src/core/search/grounding';
import type { Checker } from '../../src/core/search/writer/search-run';

/** Label that a made-up entailment model gives a pair. */
export type PairLabel = keyof EntailmentScores;

const HALF: Thresholds = {
  entailment: 0.5,
  contradiction: 0.5,
  found: { entailment: { passed: 1, leaked: 0 }, contradiction: { passed: 1, leaked: 0 } },
};

/** An entailment model that is sure of what it is told to say. */
export function sayingModel(labelOf: (pair: EntailmentPair) => PairLabel, id = 'made-up-nli'): EntailmentModel {
  return {
    id,
    title: 'Made-up NLI',
    batchSize: 4,
    judge: (pairs) =>
      Promise.resolve(pairs.map((pair) => ({ entailment: 0, neutral: 0, contradiction: 0, [labelOf(pair)]: 1 }))),
  };
}

/** The same, to check the sentences of answers with. */
export const judgingChecker = (labelOf: (pair: EntailmentPair) => PairLabel): Checker => ({
  model: sayingModel(labelOf),
  thresholds: HALF,
  verdicts: verdictCache(),
});
