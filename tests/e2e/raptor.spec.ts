import { expect, test } from '@playwright/test';
import { accessibilityFindings } from '../helpers/page-checks';
import { answer, askByMethod, openSample, passages } from '../helpers/page-steps';

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
