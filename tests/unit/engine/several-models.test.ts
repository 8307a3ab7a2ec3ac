import { expect, it } from 'vitest';
import { claiming, good } from '../../helpers/claiming-model';
import { collect } from '../../helpers/engine-env';
import { letters, READ } from '../../helpers/indexed-letters';
import { naming } from '../../helpers/naming-model';

const HALF = { ...READ, 'model reports': { reports: 'all' } };

it('a passage is to the credit of the model that read it, whichever other one was chosen and ran later', async () => {
  const { engine, start, choose, plan } = await letters(12);
  await start();
  const { byModel: before } = await engine.view();
  choose('Tiny', undefined, 'reading');
  choose('Big', undefined, 'reports');
  await start(HALF, { onlyReports: true });
  expect((await plan()).readers).toEqual([{ title: 'Scripted', passages: 12 }]);
  const { byModel } = await engine.view();
  expect(byModel).toMatchObject({ entities: before?.entities, relationships: before?.relationships });
  expect(byModel?.reports).toBeGreaterThan(0);
});

it('what was read again is to the credit of the last one', async () => {
  const { start, choose, plan } = await letters(6);
  await start();
  choose('Tiny');
  await start(READ, { readAgain: true });
  expect((await plan()).readers).toEqual([{ title: 'Tiny', passages: 6 }]);
});

it('what all runs cost never shrinks: not when another model runs, nor when an index is taken back', async () => {
  const { engine, start, choose } = await letters(12);
  const calls = async (): Promise<number> => (await engine.view()).spentByRuns.calls;
  await start();
  expect(await calls()).toBe(12);
  choose('Tiny');
  await start(READ, { readAgain: true });
  expect((await engine.view()).model?.spent.calls).toBe(12);
  expect(await calls()).toBe(24);
  const layers = (await engine.modelLayers()).map(({ layer }) => layer);
  await collect(engine.takeBack(layers.slice(1)));
  expect(await calls()).toBe(24);
  await collect(engine.takeBack(layers.slice(0, 1)));
  expect(await calls()).toBe(24);
});

it('a passage whose claims were asked for later counts once where that reading stands again', async () => {
  const { engine, start, choose } = await letters(3, claiming(good));
  await start();
  await start({ ...READ, 'model reading': { budget: 100, claims: true } });
  choose('Tiny');
  await start(READ, { readAgain: true });
  const [, tiny] = (await engine.modelLayers()).map(({ layer }) => layer);
  await collect(engine.takeBack([tiny ?? '']));
  expect((await engine.view()).model?.found).toMatchObject({ passages: 3, claims: 3 });
});

it('what would be taken back is counted as what was read is, whoever was asked in vain and whatever was read again', async () => {
  const { engine, start, choose, plan } = await letters(12);
  await start();
  choose('Tiny', (request, call) =>
    /on day 1\b|on day 11/u.test(JSON.stringify(request)) ? ['?'] : naming(request, call),
  );
  await start(READ, { readAgain: true });
  const { readers } = await plan();
  expect(readers).toEqual([
    { title: 'Tiny', passages: 10 },
    { title: 'Scripted', passages: 2 },
  ]);
  expect(await engine.modelLayers()).toMatchObject([
    { layer: expect.stringContaining('Scripted') as string, passages: 2, readSince: 10 },
    { layer: expect.stringContaining('Tiny') as string, passages: 10, readSince: 0 },
  ]);
});
