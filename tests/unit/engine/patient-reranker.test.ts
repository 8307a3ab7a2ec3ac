import { describe, expect, it } from 'vitest';
import { patientReranker } from '../../../src/core/engine/patient-reranker';
import type { EngineEnv } from '../../../src/core/engine/env';
import type { Reranker } from '../../../src/core/ports/reranker';
import { steppedTimer } from '../../helpers/stepped-timer';

const never = <T>(): Promise<T> => new Promise(() => undefined);
const reranker = (rank: Reranker['rank']): Reranker => ({ id: 'made-up', title: 'Made-up reranker', rank });
const begin = (found: Promise<Reranker | null>) => {
  const timer = steppedTimer();
  const stop = new AbortController();
  const models = { reranker: () => found } as unknown as EngineEnv['models'];
  return { timer, stop, made: patientReranker({ models, timer }, stop.signal) };
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
