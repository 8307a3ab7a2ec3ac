import { expect, test, type Locator, type Page } from '@playwright/test';
import { ANSWERING_MODEL, serveAnswers, type AnsweringServer } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { accessibilityFindings } from '../helpers/page-checks';
import { answers, markedWords, openSample, ready } from '../helpers/page-steps';

const QUESTION = 'Who is Harriet Oakshott?';

const comparison = (page: Page): Locator => page.getByRole('region', { name: 'Comparison' }).last();
const beside = (page: Page): Locator => page.getByRole('combobox', { name: 'Compare', exact: true });
const heads = (page: Page): Locator => comparison(page).locator('.head strong');
const tops = (page: Page): Promise<readonly number[]> =>
  heads(page).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

/** Asks in two modes and does not wait. */
async function compare(page: Page, first: string, second: string, question = QUESTION): Promise<void> {
  await page.getByRole('radio', { name: first }).click();
  await beside(page).selectOption({ label: second });
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

async function ended(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
  await expect(page.locator('article[aria-busy=true]')).toHaveCount(0);
}

test('two modes without a model: side by side, one above the other on a phone, and both after a reload', async ({
  page,
}) => {
  await page.goto('./');
  await openSample(page);
  await compare(page, 'Local', 'DRIFT');
  await ended(page);
  await expect(heads(page)).toHaveText(['Local', 'DRIFT']);
  const [left = 0, right = 1] = await tops(page);
  expect(left).toBe(right);
  const evidenceTexts = await answers(page).evaluateAll((all) =>
    all.map((one) => one.querySelector('.evidence')?.textContent),
  );
  expect(evidenceTexts[0]).not.toBe(evidenceTexts[1]);

  await page.setViewportSize({ width: 390, height: 844 });
  const [upper = 1, lower = 0] = await tops(page);
  expect(lower).toBeGreaterThan(upper);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await ready(page);
  await expect(heads(page)).toHaveText(['Local', 'DRIFT']);
  await expect
    .poll(() => answers(page).evaluateAll((all) => all.map((one) => one.querySelector('.evidence')?.textContent)))
    .toEqual(evidenceTexts);
  for (const at of [0, 1]) {
    await answers(page).nth(at).getByRole('button', { name: 'Open in document' }).first().click();
    expect(await markedWords(page)).not.toBe('');
  }
});

test('no mode is compared with itself, whoever chooses it', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  await page.getByRole('radio', { name: 'Local' }).click();
  await beside(page).selectOption({ label: 'Basic' });
  await page.getByRole('radio', { name: 'Basic' }).click();
  await expect(beside(page).locator('option:checked')).toHaveText('Local');
  await expect(beside(page).locator('option', { hasText: 'Basic' })).toHaveCount(0);
  await compare(page, 'Auto', 'Local');
  await ended(page);
  await expect(heads(page)).toHaveText(['Basic', 'Local']);
  await expect(comparison(page)).toContainText('Chosen to compare with the other answer.');
});

test.describe('with a model', () => {
  test.describe.configure({ mode: 'serial' });

  let page: Page;
  let model: AnsweringServer;

  test.beforeAll(async ({ browser }) => {
    model = await serveAnswers('honest', {}, 4096);
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(20_000);
    await page.goto('./');
    await openSample(page);
    await chooseModel(page, model.server, ANSWERING_MODEL, 2);
  });
  test.afterAll(async () => {
    await page.close();
    await model.close();
  });

  test('the cost of both is told before they are asked, and what each took afterwards', async () => {
    await page.getByRole('radio', { name: 'Local' }).click();
    await beside(page).selectOption({ label: 'Basic' });
    const cost = page.getByRole('status', { name: 'What it takes' });
    await expect(cost).toHaveText(/^Local: Up to 2 calls, .* Basic: Up to 1 call, /u);
    await compare(page, 'Local', 'Basic');
    await ended(page);
    await expect(comparison(page).locator('.head:has(strong)')).toHaveText([
      /Local\s*1 model call, 1 more for follow-up questions/u,
      /Basic\s*1 model call/u,
    ]);
    expect(model.calls('local-answer')).toHaveLength(1);
    expect(model.calls('basic-answer')).toHaveLength(1);
  });

  test('one is stopped while the other is written to its end', async () => {
    model.server.hold = 'before each piece';
    await compare(page, 'Local', 'Basic', 'What did Agnes Lorne do in 1936?');
    await expect
      .poll(
        async () => {
          model.server.release();
          return comparison(page)
            .getByRole('button', { name: /^Citation/u })
            .count();
        },
        { intervals: [20] },
      )
      .toBeGreaterThan(1);
    await comparison(page).getByRole('button', { name: 'Stop Local only' }).click();
    const [local, basic] = [answers(page).nth(2), answers(page).nth(3)];
    await expect(local).toContainText('Stopped before the end.');
    await expect(basic).toHaveAttribute('aria-busy', 'true');
    delete model.server.hold;
    model.server.release();
    await ended(page);
    await expect(basic).not.toContainText('Stopped before the end.');
    await expect(local.getByRole('button', { name: /^Citation/u }).first()).toBeVisible();
  });

  test('Stop ends both, and what came of both stands after a reload', async () => {
    model.server.hold = 'before each piece';
    await compare(page, 'Local', 'Basic', 'What did Edmund Vasey build?');
    const mine = comparison(page).getByRole('article', { name: 'Answer' });
    for (const at of [0, 1]) {
      await expect
        .poll(
          async () => {
            model.server.release();
            return mine.nth(at).locator('.written p').count();
          },
          { intervals: [20] },
        )
        .toBeGreaterThan(0);
    }
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    delete model.server.hold;
    model.server.release();
    await ended(page);
    await expect(comparison(page).getByText('Stopped before the end.')).toHaveCount(2);
    await page.reload();
    await ready(page);
    await expect(page.getByRole('region', { name: 'Comparison' })).toHaveCount(3);
    await expect(comparison(page).getByText('Stopped before the end.')).toHaveCount(2);
  });
});
