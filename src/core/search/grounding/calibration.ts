import { abortable } from '../../async';
import type { CallOptions } from '../../platform';
import type { EntailmentModel, EntailmentPair, EntailmentScores } from '../../models/encoders';
import pairs from './calibration-pairs.json' with { type: 'json' };

/** A pair of which is known what it is. */
export interface CalibrationPair extends EntailmentPair {
  readonly label: keyof EntailmentScores;
}

/** From which score on a model's word is taken; above 1 where it never is. */
export interface Thresholds {
  readonly entailment: number;
  readonly contradiction: number;
  /** Results on the labelled pairs, as shares from 0 to 1. */
  readonly found: Readonly<Record<'entailment' | 'contradiction', ThresholdShares>>;
}

interface ThresholdShares {
  /** Share of the pairs of this kind that pass. */
  readonly passed: number;
  /** Share of the other pairs that pass too. */
  readonly leaked: number;
}

/** Original pairs in English, German and Chinese: entailed, neutral and contradicted ones of the same premises. */
export const CALIBRATION_PAIRS: readonly CalibrationPair[] = pairs as readonly CalibrationPair[];

const NEVER = 2;
/** Largest share of the wrong pairs that may pass. */
const MOST_LEAKED = 0.02;
/** The model is not used where no threshold keeps the errors below this, or where fewer of the right ones pass. */
const UNFIT_LEAKED = 0.1;
const LEAST_PASSED = 0.2;
/** A score below is no yes, whatever the pairs suggest. */
const LEAST_SCORE = 0.5;

/**
 * Thresholds for a model, found on labelled pairs: the lowest score that lets at most 2 per cent of the wrong ones pass; where hardly
 * any right ones reach it, the score with the fewest wrong ones of those that half of the right ones reach. Throws the model's errors.
 */
export async function calibrate(
  model: EntailmentModel,
  labelled: readonly CalibrationPair[] = CALIBRATION_PAIRS,
  options: CallOptions = {},
): Promise<Thresholds> {
  const scores: EntailmentScores[] = [];
  const size = Math.max(1, model.batchSize);
  for (let from = 0; from < labelled.length; from += size) {
    options.signal?.throwIfAborted();
    const batch = labelled.slice(from, from + size).map(({ premise, hypothesis }) => ({ premise, hypothesis }));
    scores.push(...(await model.judge(batch, options)));
  }
  const entailment = thresholdFor('entailment', labelled, scores);
  const contradiction = thresholdFor('contradiction', labelled, scores);
  return {
    entailment: entailment.score,
    contradiction: contradiction.score,
    found: { entailment: entailment.shares, contradiction: contradiction.shares },
  };
}

/** Calibrates each model once, by its id, for all who wait: one who leaves takes it from nobody. A failed try is forgotten. */
export function calibrations(
  labelled: readonly CalibrationPair[] = CALIBRATION_PAIRS,
): (model: EntailmentModel, options?: CallOptions) => Promise<Thresholds> {
  const known = new Map<string, Promise<Thresholds>>();
  const begin = (model: EntailmentModel): Promise<Thresholds> => {
    const begun = calibrate(model, labelled);
    known.set(model.id, begun);
    begun.catch(() => known.delete(model.id));
    return begun;
  };
  return (model, { signal } = {}) => {
    const found = known.get(model.id) ?? begin(model);
    return abortable(found, signal);
  };
}

function thresholdFor(
  label: 'entailment' | 'contradiction',
  labelled: readonly CalibrationPair[],
  scores: readonly EntailmentScores[],
): { readonly score: number; readonly shares: ThresholdShares } {
  const of = (isRight: boolean): readonly number[] =>
    labelled.flatMap((pair, at) => ((pair.label === label) === isRight ? [scores[at]?.[label] ?? 0] : []));
  const [right, wrong] = [of(true), of(false)];
  const sharesAt = (score: number): ThresholdShares => ({
    passed: right.filter((one) => one >= score).length / Math.max(1, right.length),
    leaked: wrong.filter((one) => one >= score).length / Math.max(1, wrong.length),
  });
  // Half-way between a score and the next lower one, so that neither is met by chance.
  const sorted = [...new Set([...right, ...wrong, LEAST_SCORE])]
    .filter((one) => one >= LEAST_SCORE)
    .sort((a, b) => a - b);
  const tried = sorted.map((one, at) => {
    const score = at === 0 ? one : (one + (sorted[at - 1] ?? one)) / 2;
    return { score, shares: sharesAt(score) };
  });
  const strict = tried.find(({ shares }) => shares.leaked <= MOST_LEAKED);
  const [fewest] = tried
    .filter(({ shares }) => shares.passed >= 0.5)
    .sort((a, b) => a.shares.leaked - b.shares.leaked || b.shares.passed - a.shares.passed);
  const chosen = strict && strict.shares.passed >= LEAST_PASSED ? strict : fewest;
  if (chosen && chosen.shares.leaked <= UNFIT_LEAKED && chosen.shares.passed >= LEAST_PASSED) return chosen;
  return { score: NEVER, shares: { passed: 0, leaked: 0 } };
}
