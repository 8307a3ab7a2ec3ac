import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../../../src/core/errors';
import { collect } from '../../../../helpers/engine-env';
import { letters, READ } from '../../../../helpers/indexed-letters';
import { naming } from '../../../../helpers/naming-model';

const REPORTS = { ...READ, 'model reports': { reports: 'all', least_size: 2 } };
const FULL = { ...READ, 'model reading': { budget: 100, depth: 'full' } };

describe('A plan', () => {
  it('leaves out the calls whose replies are kept, such as after an index was taken back, and says how many', async () => {
    const { engine, model, plan, start } = await letters(12);
    const [before] = (await plan()).parts;
    expect(before).toMatchObject({ calls: 12, answered: 0 });
    await start();
    const layers = await engine.extractionRuns();
    await collect(engine.revertRuns(layers.map(({ layer }) => layer)));
    const after = await plan();
    expect(after.parts).toMatchObject([{ step: 'model reading', items: 12, calls: 0, answered: 12, promptTokens: 0 }]);
    expect(after.bytes).toBe(0);
    await start();
    expect(model.begun).toHaveLength(12);
  });

  it('counts only what is new where some passages were answered', async () => {
    const { engine, model, plan, start } = await letters(12);
    await start({ ...READ, 'model reading': { budget: 10 } });
    const read = model.begun.length;
    await collect(engine.revertRuns((await engine.extractionRuns()).map(({ layer }) => layer)));
    const [part] = (await plan()).parts;
    expect(part?.answered).toBe(read);
    await start();
    expect(model.begun.length - read).toBe(part?.calls);
  });

  it('knows the first turns of a conversation whose last one is missing', async () => {
    const { model, plan, start } = await letters(1, (request, call) =>
      call === 1 ? ['entity|Ada|person|Who wrote.'] : call === 2 ? new Error('Gone.') : naming(request, call),
    );
    const [before] = (await plan(FULL)).parts;
    await start(FULL).catch(() => undefined);
    expect(model.begun.length).toBeGreaterThan(1);
    const [after] = (await plan(FULL)).parts;
    expect(after?.answered).toBe(1);
    expect(after?.calls).toBe((before?.calls ?? 0) - 1);
  });

  it('fails where the kept replies cannot be read, and is not made any further once it is called off', async () => {
    const { engine, env } = await letters(12);
    let looked = 0;
    const leaving = new AbortController();
    const { get } = env.replies;
    const replies = {
      get: async (): Promise<never> => {
        looked++;
        throw new StorageError('The replies are locked.');
      },
    };
    Object.assign(env.replies, replies);
    await expect(engine.modelPlan(READ)).rejects.toThrow('The replies are locked.');
    Object.assign(env.replies, { get });
    looked = 0;
    leaving.abort();
    Object.assign(env.replies, { get: async (key: string) => (looked++, get(key)) });
    await expect(engine.modelPlan(READ, { signal: leaving.signal })).rejects.toThrow(/abort/iu);
    expect(looked).toBe(0);
  });

  it('knows reports that were taken back, and prices them at nothing one by one, too', async () => {
    const { engine, model, plan, start } = await letters(12);
    await start(REPORTS);
    const calls = model.begun.length;
    const reports = (await engine.extractionRuns()).filter(({ made }) => (made['reports'] ?? 0) > 0);
    expect(reports).toHaveLength(1);
    await collect(engine.revertRuns(reports.map(({ layer }) => layer)));
    const { parts } = await plan(REPORTS);
    expect(parts).toMatchObject([{ step: 'model reports', calls: 0, answered: reports[0]?.made['reports'] }]);
    const communities = (await engine.communities()).map(({ row }) => row.community);
    const found = await engine.reportsToWrite({ communities });
    expect(found?.reports.map(({ price }) => price)).toEqual(
      communities.map(() => ({ items: 1, calls: 0, answered: 1, promptTokens: 0, replyTokens: 0, seconds: 0 })),
    );
    await start(REPORTS);
    expect(model.begun).toHaveLength(calls);
  });

  it('counts what came to nothing in full, since another round asks for other replies', async () => {
    const { model, plan, start } = await letters(6, (request, call) => (call <= 3 ? ['?'] : naming(request, call)));
    await start();
    const calls = model.begun.length;
    const [part] = (await plan()).parts;
    expect(part).toMatchObject({ calls: 1, answered: 0 });
    await start();
    expect(model.begun.length - calls).toBe(1);
  });
});
