import { expect, it } from 'vitest';
import { collect } from '../../helpers/engine-env';
import { letters, READ } from '../../helpers/indexed-letters';

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
