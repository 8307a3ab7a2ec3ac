import { expect, test } from '@playwright/test';
import { DERIVATIONS } from '../../src/core/index/pipeline';
import { serveGold, type GoldCall } from '../helpers/gold-server';
import { crashTab } from '../helpers/kill-steps';
import { chooseMethods, collectionWith, openPlan, runDone, sampleFiles } from '../helpers/model-index-steps';

/** Calls of reading, and of each derivation. */
const KINDS: readonly GoldCall['kind'][] = ['full', 'description', 'report', 'keywords', 'contexts', 'summary'];
/** Calls at a time, all of which a killed tab leaves. */
const SEATS = 2;

test('a tab that is killed in calls of every derivation goes on by itself, repeats only these, and leaves none of their items to make', async ({
  page: first,
}) => {
  test.setTimeout(400_000);
  expect(KINDS).toHaveLength(1 + DERIVATIONS.length);
  const gold = await serveGold({ pace: 400 });
  await collectionWith(first, gold, (await sampleFiles()).slice(0, 8));
  const plan = await openPlan(first);
  await chooseMethods(plan, ['GraphRAG', 'LightRAG', 'RAPTOR', 'Contextual Retrieval']);
  await plan.getByRole('radio', { name: 'Full' }).check();
  await plan.getByText('More settings').click();
  const joinAbove = plan.getByRole('spinbutton', { name: /^Join by a model above/u });
  await joinAbove.fill('0');
  await joinAbove.press('Tab');
  await expect(async () => {
    await plan.getByRole('button', { name: 'Start' }).click(); // it waits for the new price
    await expect(plan).toBeHidden({ timeout: 1000 });
  }).toPass();

  let page = first;
  const left = new Set(KINDS);
  const killed: string[] = [];
  const running = (): GoldCall['kind'] | undefined =>
    gold.calls().find(({ kind, ended }) => left.has(kind) && ended === 'not yet')?.kind;
  while (left.size > 0) {
    await expect.poll(running, { timeout: 90_000, intervals: [50] }).toBeDefined();
    const kind = running();
    if (kind === undefined) continue;
    left.delete(kind);
    killed.push(kind);
    page = await crashTab(page, './');
  }
  await runDone(page, 240_000);
  expect(killed.toSorted()).toEqual([...KINDS].sort());
  expect(gold.repeated().length).toBeLessThanOrEqual(KINDS.length * SEATS);
  const calls = (await openPlan(page)).getByRole('table', { name: 'Calls and tokens' });
  await expect(calls.getByRole('row').first()).toBeVisible();
  for (const { title } of DERIVATIONS) await expect(calls.getByRole('rowheader', { name: title })).toHaveCount(0);
  await gold.close();
});
