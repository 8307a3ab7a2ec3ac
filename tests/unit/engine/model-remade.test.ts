import { describe, expect, it } from 'vitest';
import { collect } from '../../helpers/engine-env';
import { letters, READ } from '../../helpers/indexed-letters';

describe('Documents that are made anew since a parameter changed', () => {
  it('keep what a model read in passages that stay the same, and nothing is asked again', async () => {
    const { engine, model, plan, rows, start } = await letters(6);
    await start();
    const byModel = async () => (await rows('extractions')).filter(({ layer }) => layer.startsWith('Scripted'));
    const before = await byModel();
    const mentions = (await engine.steps()).find(({ name }) => name === 'mentions');
    expect(mentions).toBeDefined();
    await collect(engine.configure('mentions', {}));
    expect(await byModel()).toEqual(before);
    expect(await plan(READ)).toMatchObject({ parts: [], passages: { done: 6 } });
    expect(model.begun).toHaveLength(6);
  });
});
