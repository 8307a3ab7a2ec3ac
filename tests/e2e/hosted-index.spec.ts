import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { serveFaulty, type FaultyHost } from '../helpers/faulty-host';
import { changeLeaves, type Json } from '../helpers/lying-index';
import { answer, ask, askByMethod, library, ready } from '../helpers/page-steps';

const published = new Map<string, Uint8Array<ArrayBuffer>>();
let host: FaultyHost;

test.beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-published-'));
  try {
    const script = ['--import', 'tsx', 'scripts/publish-index.ts', 'public/sample/sample.burrow', folder];
    execFileSync(process.execPath, script);
    for (const name of readdirSync(folder)) published.set(name, new Uint8Array(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
test.beforeEach(async () => {
  host = await serveFaulty({ host: 'localhost', cors: true });
  for (const [name, bytes] of published) host.files.set(`papers/${name}`, { bytes, cors: true });
});
test.afterEach(() => host.close());

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Open from an address' });
const press = (page: Page, button: string) => dialog(page).getByRole('button', { name: button, exact: true }).click();

async function open(page: Page, then = ''): Promise<void> {
  const link = `./#/open?address=${encodeURIComponent(`${host.url}papers/`)}${then}`;
  await page.goto(link);
  await press(page, 'Look');
  await press(page, `Allow ${new URL(host.url).host}`);
  await expect(dialog(page)).toContainText('The Green Night');
  await press(page, 'Open');
  await expect(dialog(page)).toHaveCount(0);
  await ready(page);
}

test('a hosted index is asked by parts of its files, shows its evidence, and goes on without its host', async ({
  page,
}) => {
  await open(page);
  await expect(library(page)).toContainText('0 of 14 documents are here');
  await expect(page.getByRole('main')).toContainText('14 documents on');
  await expect(page.getByRole('button', { name: 'Add documents' })).toBeDisabled();
  const before = host.asked.length;
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  await expect(answer(page).getByRole('list', { name: 'Passages' })).toContainText('Chapel Beck');
  const parts = host.asked.slice(before).filter(({ path }) => path.endsWith('.pack'));
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.every(({ range }) => range !== undefined)).toBe(true);
  await expect(library(page)).not.toContainText('0 of 14 documents are here');

  await answer(page).getByRole('button', { name: 'Open in document' }).first().click();
  await expect(page.getByRole('complementary', { name: 'Evidence' }).locator('mark').first()).toContainText(
    /tin|Beck/u,
  );

  await host.close();
  await page.reload();
  await ready(page);
  await expect(page.locator('.exchange')).toHaveCount(1);
  await ask(page, 'Chapel Beck', 'Basic');
  await expect(
    page.getByRole('article', { name: 'Answer' }).last().getByRole('list', { name: 'Passages' }),
  ).toContainText('Chapel Beck');
});

test('every mode answers from a hosted index', async ({ page }) => {
  await open(page);
  for (const [mode, list] of [
    ['Local', 'Passages'],
    ['Global', 'Communities'],
    ['DRIFT', 'Passages'],
  ] as const) {
    await ask(page, 'Who kept the lamp at Chapel Beck?', mode);
    await expect(page.getByRole('article', { name: 'Answer' }).last().getByRole('list', { name: list })).toBeVisible();
  }
  for (const mode of ['LightRAG mix', 'RAPTOR collapsed', 'RAPTOR traversal', 'Lazy', 'Contextual', 'Everything']) {
    await askByMethod(page, mode, 'Who kept the lamp at Chapel Beck?');
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
    await expect(answer(page).getByRole('list', { name: 'Passages' })).toContainText('Chapel Beck');
  }
});

test('a broad question of a hosted index shows the summaries of its whole tree, and leads to words of a document', async ({
  page,
}) => {
  await open(page);
  await askByMethod(page, 'RAPTOR traversal', 'What are the main themes?');
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(
    answer(page)
      .getByText(/^Layer \d/u)
      .first(),
  ).toBeVisible();
  expect(host.asked.some(({ path }) => path.includes('/summaries.'))).toBe(true);
  await answer(page).getByRole('button', { name: 'Open in document' }).first().click();
  await expect(page.getByRole('complementary', { name: 'Evidence' }).locator('mark').first()).toBeVisible();
});

test('a host that ignores ranges serves small files whole', async ({ page }) => {
  for (const [name, bytes] of published) host.files.set(`papers/${name}`, { bytes, cors: true, whole: true });
  await open(page);
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  await expect(answer(page)).toContainText('Chapel Beck');
});

test('a damaged index is told in words', async ({ page }) => {
  await open(page);
  for (const [name, bytes] of published)
    if (name.endsWith('.pack'))
      host.files.set(`papers/${name}`, { bytes: bytes.map((byte) => byte ^ 0x5a), cors: true });
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Who carried one tin up?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('A part of this index is damaged').first()).toBeVisible();
});

test('repeated ids in a hosted index are refused in words, and the page goes on', async ({ page }) => {
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  const files = new Map(published);
  const double = (leaf: Json): void => void (leaf['units'] = [leaf['units'], leaf['units']].flat());
  await changeLeaves(files, 'documents', double);
  for (const [name, bytes] of files) host.files.set(`papers/${name}`, { bytes, cors: true });
  await open(page);
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Who carried one tin up?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('A part of this index is damaged').first()).toBeVisible();
  for (const [name, bytes] of published) host.files.set(`papers/${name}`, { bytes, cors: true });
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  await expect(answer(page)).toContainText('Chapel Beck');
  expect(broken).toEqual([]);
});

test('a host that falls silent does not hold up the passages that are here', async ({ page }) => {
  await open(page);
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  for (const [name, bytes] of published) host.files.set(`papers/${name}`, { bytes, cors: true, fault: 'hang' });
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Which letters and lamps are in the valley?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const last = page.getByRole('article', { name: 'Answer' }).last();
  await expect(page.getByText('for 5 seconds at most')).toBeVisible();
  await expect(last.getByRole('list', { name: 'Passages' })).toBeVisible();
  await expect(last.getByRole('status')).toContainText('for 5 seconds at most');
  await expect(last).toHaveAttribute('aria-busy', 'false');
  await expect(last.getByRole('note')).toContainText('has not sent what bears on this within 5 seconds');
});
