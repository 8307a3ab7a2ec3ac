import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { accessibilityFindings, scrollsTwice, watchRequests } from '../helpers/page-checks';
import { evidence, markedWords, openSample, openView } from '../helpers/page-steps';

test.describe.configure({ mode: 'serial' });

let page: Page;
let foreign: () => readonly string[];

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 844 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  foreign = watchRequests(page);
  await page.goto('./');
  await openSample(page);
  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
});
test.afterAll(() => page.context().close());

const tab = (name: string) => page.getByRole('tab', { name, exact: true });

/** The file of an export, as text. */
async function saved(button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readFile(await (await download).path(), 'utf8');
}

/** No finding in either theme at either width, nothing wider than the screen, one scrollbar. */
async function expectAccessible(name: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(page), `${name}, ${String(width)} px, ${colorScheme}`).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await scrollsTwice(page)).toBe(false);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 844 });
}

test('the book is read by mouse: a level, the contents, a citation, the export', async () => {
  await openView(page, 'Reports', 'Book');
  await expect(page.getByText('Report 1 of 8')).toBeVisible();
  await page.getByRole('combobox', { name: 'Level of detail' }).selectOption('All levels');
  await expect(page.getByText(/^Report 1 of (?!8$)/u)).toBeVisible();
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const line = contents.getByRole('button').nth(7);
  const title = (await line.textContent()) ?? '';
  await line.click();
  const report = page.getByRole('article', { name: title, exact: true });
  await expect(report).toBeInViewport();
  await expect(page).toHaveURL(/down=all.*|community=/u);
  await report
    .getByRole('button', { name: /^Source/u })
    .first()
    .click();
  await expect.poll(() => markedWords(page)).not.toBe('');
  const markdown = await saved('Export as Markdown');
  const count = await contents.getByRole('listitem').first().getAttribute('aria-setsize');
  expect(markdown.match(/^#{2,5} .+\n\n_/gmu)).toHaveLength(Number(count));
  expect(markdown).toContain(`${title}\n\n_`);
  expect(markdown.match(/^\[\^\d+\]: .+“.+”$/gmu)?.length).toBeGreaterThan(50);
  await page.goBack();
  await page.goBack();
  await expect(page.getByText(/^Report 1 of/u)).toBeVisible();
});

test('the book is read by keyboard: from the contents to the next report and its sources', async () => {
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Report 3 of/u)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Reports' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Pin/u }).and(page.locator(':focus'))).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(evidence(page).locator('mark').first()).toBeVisible();
  await expectAccessible('book');
});

test('a print holds the reports that were loaded and nothing beside them', async () => {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('tab', { name: 'Reports' })).toBeHidden();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
});

test('the matrix is walked by keyboard: a filled cell opens its passages, a passage its words', async () => {
  await openView(page, 'Documents × communities');
  const grid = page.getByRole('grid', { name: 'Matrix' });
  await expect(grid).toBeVisible();
  await page.getByRole('combobox', { name: 'Level of detail' }).selectOption('Down to level 1');
  await expect(page.getByText(/^14 documents, \d+ communities$/u)).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Control+ArrowRight');
  const cell = (await page.locator('#matrix-cell').textContent()) ?? '';
  const counted = Number(/\. (\d+) of/u.exec(cell)?.[1]);
  await page.keyboard.press('Enter');
  const region = page.locator('section.cell');
  await expect(region.getByRole('listitem')).toHaveCount(counted);
  await region.getByRole('listitem').getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(evidence(page).locator('mark').first()).toBeVisible();
  await expectAccessible('matrix');
});

test('the matrix is used by mouse, and its table holds the same cells', async () => {
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const canvas = page.locator('canvas');
  const box = await canvas.boundingBox();
  const side = Math.min(260, Math.round((box?.width ?? 0) * 0.38));
  await canvas.hover({ position: { x: side + 12, y: 144 } });
  const description = (await page.locator('.description').textContent()) ?? '';
  expect(description).not.toBe('');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Matrix' }).getByRole('row');
  await rows.nth(1).getByRole('button').nth(2).click();
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  await expectAccessible('matrix as a table');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeHidden();
});

test('passages and communities are tables; columns are chosen, and what is filtered is exported', async () => {
  await openView(page, 'Tables', 'Passages');
  const table = page.getByRole('table', { name: 'Passages' });
  await page.getByRole('searchbox', { name: 'Filter passages' }).fill('swallow');
  await expect(page.getByText(/^1–\d+ of \d+$/u)).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Headings' }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'Headings' })).toBeVisible();
  await expect(table).toHaveAttribute('aria-busy', 'false');
  const total = Number(/of (\d+)$/u.exec((await page.getByText(/^1–\d+ of \d+$/u).textContent()) ?? '')?.[1]);
  const { data, meta } = Papa.parse<Record<string, string>>(await saved('Export as CSV'), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data).toHaveLength(total);
  expect(meta.fields).toContain('heading_path');
  for (const row of data) expect(Object.values(row).join(' ')).toMatch(/swallow/iu);
  await page.reload();
  await expect(table.getByRole('columnheader', { name: 'Headings' })).toBeVisible();
  await table.getByRole('row').nth(1).getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(evidence(page).locator('mark').first()).toBeVisible();
  await expectAccessible('table of passages');
  await openView(page, 'Tables', 'Community table');
  const first = page.getByRole('table', { name: 'Community table' }).getByRole('row').nth(1).getByRole('button');
  const title = (await first.textContent()) ?? '';
  await first.click();
  await expect(evidence(page).getByRole('heading', { name: title.trim() })).toBeVisible();
  await expectAccessible('table of communities');
});

test('the timeline is walked by keyboard and by mouse: a year opens its dates, a date its words', async () => {
  await tab('Timeline').click();
  const years = page.getByRole('list', { name: 'Timeline' }).locator('.year');
  await years.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(years.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(years.nth(1)).toHaveAttribute('aria-expanded', 'true');
  const entry = page.locator('.entries').getByRole('button').first();
  await entry.click();
  await expect(evidence(page).locator('mark').first()).toBeVisible();
  await expectAccessible('timeline');
  await page.getByRole('button', { name: 'Filter by entity…' }).click();
  await page.getByRole('combobox', { name: 'Entity' }).fill('Harriet Oakshott');
  await page.getByRole('dialog').getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Entity: Harriet Oakshott/u })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Entity: Harriet Oakshott/u })).toBeVisible();
});

test('nothing was asked of another host', () => {
  expect(foreign()).toEqual([]);
});
