import { expect, test, type Page } from '@playwright/test';
import { ANSWERING_MODEL, serveAnswers } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { answer, ask, openSample, passages } from '../helpers/page-steps';

test.use({ viewport: { width: 1280, height: 800 } });

/** Pixels that the composer may take. */
const COMPOSER = 96;
const QUESTIONS = [
  ['How did Tom Garside die?', 'Auto'],
  ['When was the reservoir filled?', 'Basic'],
  ['Who is Harriet Oakshott?', 'Local'],
] as const;

async function composerHeight(page: Page): Promise<number> {
  return (await page.locator('.box').boundingBox())?.height ?? Infinity;
}

test('three passages and what is marked in them stand on the first screen, above a small composer', async ({
  page,
}) => {
  await page.goto('./');
  await openSample(page);
  for (const [question, mode] of QUESTIONS) {
    await ask(page, question, mode);
    await expect(passages(page)).toHaveCount(3);
    const composer = await page.locator('.box').boundingBox();
    expect(composer?.height, question).toBeLessThanOrEqual(COMPOSER);
    const last = await passages(page).last().boundingBox();
    expect((last?.y ?? Infinity) + (last?.height ?? 0), question).toBeLessThanOrEqual(composer?.y ?? 0);
  }
  await answer(page)
    .getByRole('button', { name: /^Show \d+ more$/u })
    .click();
  expect(await passages(page).count()).toBeGreaterThan(3);
});

test('the composer stays small with a chat model and the price of a question', async ({ page }) => {
  const model = await serveAnswers();
  try {
    await page.goto('./');
    await openSample(page);
    await chooseModel(page, model.server, ANSWERING_MODEL, 2);
    for (const mode of ['Auto', 'Local', 'Global', 'DRIFT', 'Basic']) {
      await page.getByRole('radio', { name: mode, exact: true }).click();
      await page.getByRole('textbox', { name: 'Question' }).fill('What happened at Threlby in 1936?');
      await expect(page.getByRole('status', { name: 'What it takes' })).toContainText(/calls?/u);
      expect(await composerHeight(page), mode).toBeLessThanOrEqual(COMPOSER);
    }
  } finally {
    await model.close();
  }
});

test('a page that was made dark is dark before any of its modules runs', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.addInitScript(() => localStorage.setItem('burrow.theme', 'dark'));
  await page.goto('./');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
});
