import { expect, test, type Locator } from '@playwright/test';
import { utils, write } from '@e965/xlsx';
import { accessibilityFindings } from '../helpers/page-checks';
import { addFiles, answer, ask, evidence, ready, textFile, type GivenFile } from '../helpers/page-steps';

/** A workbook of 500 rows below a title and their head, with a harbour for each row. */
function harbours(): GivenFile {
  const rows = Array.from({ length: 500 }, (_, at) => [
    `Harbour ${String(at)}`,
    at % 7,
    1000 + at,
    `Keeper ${String(at)}`,
  ]);
  const sheet = utils.aoa_to_sheet([['Dues of the coast'], [], ['Port', 'Berths', 'Dues', 'Keeper'], ...rows]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Read me'], ['Nothing of note']]), 'About');
  utils.book_append_sheet(book, sheet, 'Budget');
  return {
    name: 'dues.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer),
  };
}

/** The cells of the first marked row, as they are read. */
const markedRow = (place: Locator): Promise<readonly string[]> =>
  place.locator('tr.marked').first().locator('th, td').allTextContents();

const headOf = (place: Locator): Locator => place.locator('table:has(tr.marked) thead').first().locator('th');

test('a row of a workbook is shown in its table, with its head and number, in Evidence and in the document', async ({
  page,
}) => {
  page.setDefaultTimeout(15_000);
  await page.goto('./');
  await addFiles(page, harbours());
  await ready(page);
  await ask(page, 'What are the dues of Harbour 397?', 'Basic');
  const passage = answer(page).locator('article.passage').first();
  await expect(passage).toContainText('sheet Budget, row 401');
  await expect(headOf(passage)).toHaveText(['Port', 'Berths', 'Dues', 'Keeper']);
  expect(await markedRow(passage)).toEqual(['401', 'Harbour 397', '5', '1397', 'Keeper 397']);
  expect(await accessibilityFindings(page)).toEqual([]);
  await passage.getByRole('button', { name: 'Open in document' }).click();
  await expect(evidence(page).locator('tr.marked').first()).toBeInViewport();
  await expect(evidence(page).getByText('sheet Budget, row 401')).toBeVisible();
  await expect(headOf(evidence(page))).toHaveText(['Port', 'Berths', 'Dues', 'Keeper']);
  expect(await markedRow(evidence(page))).toEqual(['401', 'Harbour 397', '5', '1397', 'Keeper 397']);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('the row that names the columns is no evidence by itself', async ({ page }) => {
  page.setDefaultTimeout(15_000);
  await page.goto('./');
  await addFiles(page, harbours());
  await ready(page);
  await ask(page, 'Which port has which keeper and dues?', 'Basic');
  for (const row of await answer(page).locator('tr.marked').all()) await expect(row).toContainText('Harbour');
  await expect(answer(page).locator('mark', { hasText: /^Port/u })).toHaveCount(0);
});

test('a wide table scrolls in its own box, by the keyboard too', async ({ page }) => {
  page.setDefaultTimeout(15_000);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('./');
  const columns = Array.from({ length: 12 }, (_, at) => `Column ${String(at)}`);
  const rows = Array.from({ length: 30 }, (_, at) => columns.map((name) => `${name} of ${String(at)}`));
  await addFiles(page, textFile('wide.csv', [columns, ...rows].map((row) => row.join(',')).join('\n'), 'text/csv'));
  await ready(page);
  await ask(page, 'Column 7 of 12', 'Basic');
  const passage = answer(page).locator('article.passage').first();
  const box = passage.getByRole('region').first();
  await expect(passage.locator('tr.marked').first()).toContainText('Column 7 of 12');
  const scrolled = (): Promise<number> => box.evaluate((one) => one.scrollLeft);
  expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await box.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(scrolled).toBeGreaterThan(0);
  expect(await accessibilityFindings(page)).toEqual([]);
});
