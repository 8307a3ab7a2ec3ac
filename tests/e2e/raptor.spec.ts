import { expect, test } from '@playwright/test';
import { serveGold } from '../helpers/gold-server';
import {
  chooseMethods,
  collectionWith,
  openPlan,
  plannedCalls,
  runDone,
  sampleFiles,
} from '../helpers/model-index-steps';
import { accessibilityFindings } from '../helpers/page-checks';
import { answer, askByMethod, deleteDocument, openSample, passages } from '../helpers/page-steps';

const QUESTION = 'Who is Harriet Oakshott?';
const BROAD_QUESTION = 'What are the main themes?';

for (const mode of ['RAPTOR collapsed', 'RAPTOR traversal'])
  test(`${mode} shows passages, and without a model no summary that says less of the question`, async ({ page }) => {
    await page.goto('./');
    await openSample(page);
    await askByMethod(page, mode, QUESTION);
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
    await expect(passages(page).first()).toContainText('Oakshott');
    await expect(answer(page).getByText(/^Layer \d/u)).toHaveCount(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

test('RAPTOR traversal shows the layer of each summary of a broad question', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  await askByMethod(page, 'RAPTOR traversal', BROAD_QUESTION);
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(
    answer(page)
      .getByText(/^Layer \d/u)
      .first(),
  ).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('the tree of summaries opens down to sentences of the documents', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  await page
    .getByRole('tab', { name: 'Explore' })
    .or(page.getByRole('link', { name: 'Explore' }))
    .first()
    .click();
  await page.getByRole('tab', { name: 'Reports' }).click();
  await page.getByLabel('Show as').selectOption({ label: 'Tree of summaries' });
  const layers = page.getByText(/^Layer \d+, rests on/u);
  await expect(layers.first()).toBeVisible();
  for (let depth = 0; depth < 5 && (await page.locator('.branch .quote').count()) === 0; depth++)
    await page.locator('details:not([open]) > summary').first().click();
  const quote = page.locator('.branch .quote').first();
  await expect(quote).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await quote.click();
  await expect(
    page
      .getByRole('region', { name: /Evidence/u })
      .or(page.locator('mark'))
      .first(),
  ).toBeVisible();
});

test('a tree by a model is made anew from Explore, by the same settings and for a price that is shown first', async ({
  page,
}) => {
  test.slow();
  const gold = await serveGold();
  await collectionWith(page, gold, (await sampleFiles()).slice(0, 9));
  const plan = await openPlan(page);
  await chooseMethods(plan, ['RAPTOR']);
  await plan.getByRole('button', { name: 'Start' }).click();
  await runDone(page);
  await deleteDocument(page, 'Ellen Pike: Oral History Interview');
  await page.getByRole('tab', { name: 'Explore' }).click();
  await page.getByRole('tab', { name: 'Reports' }).click();
  await page.getByLabel('Show as').selectOption({ label: 'Tree of summaries' });
  await page.getByRole('button', { name: 'Make the tree anew…' }).click();
  const anew = page.getByRole('dialog', { name: 'Index plan' });
  await expect(anew.getByRole('checkbox', { name: 'RAPTOR' })).toBeChecked();
  await expect(anew.getByRole('checkbox', { name: 'GraphRAG' })).not.toBeChecked();
  await expect(anew.getByRole('status')).toContainText(/calls?/u);
  expect(await accessibilityFindings(page)).toEqual([]);
  const planned = await plannedCalls(anew);
  const before = gold.count();
  await anew.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('tab', { name: 'Ask', exact: true }).click();
  await runDone(page);
  expect(gold.count() - before).toBeLessThanOrEqual(planned);
  await gold.close();
});
