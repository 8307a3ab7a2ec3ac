import { expect, test } from '@playwright/test';
import { ANSWERING_MODEL, serveAnswers } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { accessibilityFindings } from '../helpers/page-checks';
import { addsExchange, answer, askByMethod, openSample, passages } from '../helpers/page-steps';

const QUESTION = 'Who is Harriet Oakshott?';

for (const mode of ['Lazy', 'Contextual', 'Everything'])
  test(`${mode} shows the nearest passages without a model`, async ({ page }) => {
    await page.goto('./');
    await openSample(page);
    await askByMethod(page, mode, QUESTION);
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
    await expect(passages(page).first()).toContainText('Oakshott');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

test('Lazy tells what its tests brought, and pays for further tests only', async ({ page }) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 1);
  await askByMethod(page, 'Lazy', QUESTION);
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(answer(page)).toContainText(/tested \d+ passages of at most 20\. \d+ of them bear on the question/u);
  const first = model.calls('lazy-test').length;
  expect(first).toBeGreaterThan(5);
  expect(first).toBeLessThanOrEqual(20);
  const more = page.getByRole('button', { name: 'Test more passages' });
  await addsExchange(page, () => more.click());
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(answer(page)).toContainText(/tested \d+ passages of at most 100/u);
  const made = Number(/tested (\d+) passages of at most 100/u.exec(await answer(page).innerText())?.[1]);
  expect(model.calls('lazy-test').length).toBeLessThanOrEqual(made + 6);
  await model.close();
});

test('Lazy speaks of the tested passages alone where none bears on the question, names no writer and goes on', async ({
  page,
}) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 1);
  await askByMethod(page, 'Lazy', 'Which zeppelin crossed Antarctica?');
  await expect(answer(page)).toContainText(/Not in the \d+ passages tested; \d+ more were not tested/u);
  await expect(answer(page)).not.toContainText('Not in your documents');
  await expect(answer(page)).not.toContainText('Written by');
  const before = model.calls('lazy-test').length;
  await addsExchange(page, () => page.getByRole('button', { name: 'Test more passages' }).click());
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  expect(model.calls('lazy-test').length).toBeGreaterThan(before + 20);
  await model.close();
});
