import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import papa from 'papaparse';
import { accessibilityFindings, watchRequests } from '../helpers/page-checks';
import { openSample } from '../helpers/page-steps';

/** One visit, step after step. */
test.describe.configure({ mode: 'serial' });

let page: Page;
let foreign: () => readonly string[];

const query = (): Locator => page.getByRole('textbox', { name: 'SQL query' });
const result = (): Locator => page.getByRole('table', { name: 'Result' });
const refused = (): Locator => page.locator('.sql').getByRole('alert');
const status = (): Locator => page.getByRole('status').filter({ hasText: /\d–\d/u });

async function run(sql: string): Promise<void> {
  await query().fill(sql);
  await query().press('Control+Enter');
}

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(15_000);
  foreign = watchRequests(page);
  await page.goto('./');
  await openSample(page);
  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  await page.getByRole('tab', { name: 'SQL' }).click();
});
test.afterAll(() => page.close());

test('an example is written into the box, runs, and shows what the tables hold', async () => {
  await page.getByRole('button', { name: 'Most connected entities' }).click();
  await expect(result().getByRole('row')).toHaveCount(21);
  await expect(query()).toHaveValue(/FROM entities/u);
  await page.getByRole('button', { name: 'Entities per document' }).click();
  await expect(result().getByRole('columnheader', { name: 'entities' })).toBeVisible();
  await expect(result().getByRole('row').nth(1)).toContainText(/\d/u);
});

test('a query by the keyboard is in the address, and its result is turned page by page', async () => {
  await run('SELECT range AS n FROM range(120)');
  await expect(status()).toHaveText('1–50 of 120');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(status()).toHaveText('51–100 of 120');
  await expect(result()).toContainText('51');
  const address = page.url();
  await page.reload();
  await expect(query()).toHaveValue('SELECT range AS n FROM range(120)');
  expect(page.url()).toBe(address);
  await expect(result()).toHaveCount(0);
});

test('a result is saved as CSV', async () => {
  await run('SELECT title, degree FROM entities ORDER BY degree DESC LIMIT 3');
  await expect(result().getByRole('row')).toHaveCount(4);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const { data } = papa.parse<string[]>(readFileSync(await download.path(), 'utf8'), { skipEmptyLines: true });
  expect(data).toHaveLength(4);
  expect(data[0]).toEqual(['title', 'degree']);
});

test('what is no query that reads is refused in words, and the tables stay', async () => {
  for (const [sql, words] of [
    ['DROP TABLE entities', /^Only one query that reads/u],
    ["SELECT * FROM read_csv('https://example.org/x.csv')", /^Permission Error/u],
    ['SELEC title\nFROM entities', /at or near "SELEC"\s*Line 1$/u],
  ] as const) {
    await run(sql);
    await expect(refused()).toHaveText(words);
  }
  await run('SELECT count(*) AS entities FROM entities');
  await expect(refused()).toHaveCount(0);
  await expect(result().getByRole('row').nth(1)).toContainText(/[1-9]\d/u);
});

test('a query without end is stopped, and the next one runs', async () => {
  await run('SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range = 7');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(refused()).toHaveText('The query was stopped.');
  await run('SELECT 1 + 1 AS two');
  await expect(result()).toContainText('2');
});

for (const width of [1280, 390])
  for (const scheme of ['light', 'dark'] as const)
    test(`no accessibility finding at ${String(width)} px in ${scheme}`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.screenshot({ path: `test-results/sql-${String(width)}-${scheme}.png` });
    });

test('nothing was asked of any other host', () => {
  expect(foreign()).toEqual([]);
});
