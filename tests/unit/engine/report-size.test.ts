import { expect, it } from 'vitest';
import { createEngine } from '../../../src/core/engine/engine';
import { letters } from '../../helpers/indexed-letters';
import { naming } from '../../helpers/naming-model';

it.each([
  [0, 5],
  [7, 7],
])('A report has as many findings as a person wants, after a reload, too: %i for %i', async (findings, shown) => {
  const asked: string[] = [];
  const { env, engine, start } = await letters(6, (request, call) => {
    if (request.shape?.kind === 'record') asked.push(request.messages[0]?.content ?? '');
    return naming(request, call);
  });
  await start({ 'model reading': { budget: 100 }, 'model reports': { reports: 'all', findings } });
  expect(asked.length).toBeGreaterThan(0);
  for (const prompt of asked) expect(prompt).toContain(`"findings": up to ${String(shown)},`);
  const { collection } = await engine.view();
  const reloaded = createEngine(env);
  await reloaded.open(collection.id);
  const reports = (await reloaded.steps()).find(({ name }) => name === 'model reports');
  expect(reports?.parameters.find(({ name }) => name === 'findings')).toMatchObject({ value: findings });
});
