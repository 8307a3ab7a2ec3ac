import { describe, expect, it } from 'vitest';
import type { EntailmentModel, EntailmentPair, EntailmentScores } from '../../../../src/core/models/encoders';
import {
  CALIBRATION_PAIRS,
  calibrate,
  calibrations,
  type CalibrationPair,
} from '../../../../src/core/search/grounding';

/** A model that gives each pair these shares of its own label and of entailment. */
function knowing(score: (label: CalibrationPair['label'], at: number) => EntailmentScores): EntailmentModel {
  const at = ({ premise, hypothesis }: EntailmentPair): number =>
    CALIBRATION_PAIRS.findIndex((pair) => pair.premise === premise && pair.hypothesis === hypothesis);
  return {
    id: 'knowing',
    title: 'Knowing',
    batchSize: 7,
    judge: (pairs) =>
      Promise.resolve(pairs.map((pair) => score(CALIBRATION_PAIRS[at(pair)]?.label ?? 'neutral', at(pair)))),
  };
}

const scores = (entailment: number, contradiction: number): EntailmentScores => ({
  ...{ entailment, contradiction, neutral: 1 - entailment - contradiction },
});
const right = (label: CalibrationPair['label']): EntailmentScores =>
  scores(label === 'entailment' ? 0.9 : 0.05, label === 'contradiction' ? 0.9 : 0.05);

describe('the labelled pairs', () => {
  it('are different, and have of each kind a quarter at least', () => {
    expect(new Set(CALIBRATION_PAIRS.map((pair) => JSON.stringify(pair))).size).toBe(CALIBRATION_PAIRS.length);
    for (const kind of ['entailment', 'neutral', 'contradiction']) {
      const own = CALIBRATION_PAIRS.filter(({ label }) => label === kind).length;
      expect(own / CALIBRATION_PAIRS.length).toBeGreaterThan(0.25);
    }
  });
});

describe('thresholds', () => {
  it('let every right pair pass, and no wrong one, of a model that knows', async () => {
    const { entailment, contradiction, found } = await calibrate(knowing(right));
    expect(found).toEqual({ entailment: { passed: 1, leaked: 0 }, contradiction: { passed: 1, leaked: 0 } });
    for (const threshold of [entailment, contradiction]) {
      expect(threshold).toBeGreaterThanOrEqual(0.5);
      expect(threshold).toBeLessThanOrEqual(0.9);
    }
  });

  it('lie above the wrong pairs of a model that says yes too easily', async () => {
    const easy = knowing((label, at) => scores(label === 'entailment' ? 0.85 + 0.003 * at : 0.8, 0.05));
    const { entailment, found } = await calibrate(easy);
    expect(entailment).toBeGreaterThan(0.8);
    expect(found.entailment.leaked).toBe(0);
  });

  it('bear the fewest wrong pairs of a model whose scores are words alone', async () => {
    const wrong = CALIBRATION_PAIRS.findIndex(({ label }) => label === 'neutral');
    const { entailment, found } = await calibrate(
      knowing((label, at) => (at === wrong ? scores(0.9, 0.05) : right(label))),
    );
    expect(entailment).toBeLessThanOrEqual(0.9);
    expect(found.entailment.passed).toBe(1);
    expect(found.entailment.leaked).toBeLessThan(0.05);
  });

  it('let nothing pass of a model that says yes to all', async () => {
    const { entailment, contradiction } = await calibrate(knowing(() => scores(0.95, 0.02)));
    expect(entailment).toBeGreaterThan(1);
    expect(contradiction).toBeGreaterThan(1);
  });

  it('are found once for a model, and again after a failure', async () => {
    let calls = 0;
    const model: EntailmentModel = {
      ...knowing(right),
      batchSize: 1000,
      judge: (pairs) => {
        calls += 1;
        if (calls === 1) return Promise.reject(new Error('gone'));
        return Promise.resolve(pairs.map(() => right('neutral')));
      },
    };
    const thresholdsOf = calibrations();
    await expect(thresholdsOf(model)).rejects.toThrow('gone');
    expect(await thresholdsOf(model)).toEqual(await thresholdsOf(model));
    expect(calls).toBe(2);
  });

  it('come to those who still wait when the one who asked first leaves', async () => {
    const first = new AbortController();
    const thresholdsOf = calibrations();
    const left = thresholdsOf(knowing(right), { signal: first.signal });
    const waiting = thresholdsOf(knowing(right), { signal: new AbortController().signal });
    first.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect((await waiting).entailment).toBeLessThanOrEqual(1);
  });
});
