import { describe, expect, it } from 'vitest';
import { checkerInTime, rerankerInTime } from '../../../../src/core/engine/asking/search-models';
import type { EngineEnv } from '../../../../src/core/engine/env';
import type { EntailmentModel, Reranker } from '../../../../src/core/models/encoders';
import { steppedTimer } from '../../../helpers/stepped-timer';

const never = <T>(): Promise<T> => new Promise(() => undefined);
const reranker = (rank: Reranker['rank']): Reranker => ({ id: 'made-up', title: 'Made-up reranker', rank });
const begin = (found: Promise<Reranker | null>) => {
  const timer = steppedTimer();
  const stop = new AbortController();
  const models = { reranker: () => found } as unknown as EngineEnv['models'];
  return { timer, stop, made: rerankerInTime({ models, timer }, stop.signal) };
};

describe('a reranker', () => {
  it('that reads in time is itself', async () => {
    const { made } = begin(Promise.resolve(reranker(() => Promise.resolve(Float32Array.of(0.5)))));
    expect(await (await made)?.rank('q', ['p'])).toEqual(Float32Array.of(0.5));
  });

  it('is none where none is chosen', async () => {
    expect(await begin(Promise.resolve(null)).made).toBeNull();
  });

  it('that never loads, or never reads, is given up after a while', async () => {
    const loading = begin(never<Reranker>());
    await expect(loading.timer.during(loading.made)).rejects.toThrow('It took too long.');
    const reading = begin(Promise.resolve(reranker(() => never())));
    const model = await reading.made;
    await expect(reading.timer.during(model?.rank('q', ['p']) ?? never())).rejects.toThrow('It took too long.');
  });

  it('is left as soon as the person leaves', async () => {
    const { stop, made } = begin(never<Reranker>());
    stop.abort(new Error('left'));
    await expect(made).rejects.toThrow('left');
  });
});

describe('a checker of sentences', () => {
  const checker = (judge: EntailmentModel['judge']): EntailmentModel => ({
    id: 'made-up',
    title: 'Made-up',
    batchSize: 1,
    judge,
  });
  const lend = (found: Promise<EntailmentModel | null>) => {
    const timer = steppedTimer();
    const models = { checker: () => found } as unknown as EngineEnv['models'];
    return { timer, made: checkerInTime({ models, timer }, new AbortController().signal) };
  };

  it('that answers in time is itself', async () => {
    const scores = [{ entailment: 1, neutral: 0, contradiction: 0 }];
    const { made } = lend(Promise.resolve(checker(() => Promise.resolve(scores))));
    expect(await (await made)?.judge([])).toEqual(scores);
  });

  it('that never loads, or never answers, is given up after a while', async () => {
    const loading = lend(never<EntailmentModel>());
    await expect(loading.timer.during(loading.made)).rejects.toThrow('It took too long.');
    const judging = lend(Promise.resolve(checker(() => never())));
    const model = await judging.made;
    await expect(judging.timer.during(model?.judge([]) ?? never())).rejects.toThrow('It took too long.');
  });
});
