import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

/** A file as a person would choose it. */
export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function textFile(name: string, text: string | Uint8Array, mimeType = 'text/plain'): GivenFile {
  return { name, mimeType, buffer: Buffer.from(text) };
}

export async function ready(page: Page, timeout = 60_000): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /\bReady\b/u })).toBeVisible({ timeout });
}

export async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the sample' }).click();
  await ready(page);
}

export async function addFiles(page: Page, ...files: readonly GivenFile[]): Promise<void> {
  await page
    .getByLabel('Add documents')
    .first()
    .setInputFiles([...files]);
}

/** Asks and waits until the answer is kept. */
export async function ask(page: Page, question: string, mode: string): Promise<void> {
  await page.getByRole('radio', { name: mode }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await addsExchange(page, () => page.getByRole('button', { name: 'Ask', exact: true }).click());
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
}

/** Chooses a mode in the menu of methods, where it then stands as the sixth, and asks in it. */
export async function askByMethod(page: Page, mode: string, question: string): Promise<void> {
  await page.getByRole('button', { name: 'More methods' }).click();
  await page.getByRole('menuitem', { name: mode, exact: true }).click();
  await expect(page.getByRole('radiogroup', { name: 'Search mode' }).getByRole('radio')).toHaveCount(6);
  await expect(page.getByRole('radio', { name: mode })).toBeChecked();
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await addsExchange(page, () => page.getByRole('button', { name: 'Ask', exact: true }).click());
}

/** Waits until what is done has added a question with its answer. Those that are there count whether or not they are drawn yet. */
export async function addsExchange(page: Page, act: () => Promise<void>): Promise<void> {
  const exchanges = page.locator('.exchange');
  const before = await exchanges.count();
  await act();
  await expect(exchanges).toHaveCount(before + 1);
}

export function answers(page: Page): Locator {
  return page.getByRole('article', { name: 'Answer' });
}

/** The newest answer. */
export function answer(page: Page): Locator {
  return answers(page).last();
}

export function evidence(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Evidence' });
}

export function library(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Library' });
}

/** Citations of the newest answer, of one kind or of all. */
export function citations(page: Page, kind?: 'passage' | 'entity' | 'relationship' | 'report'): Locator {
  const all = answer(page).getByRole('button', { name: /^Citation \d+/ });
  return kind ? all.and(page.locator(`.${kind}`)) : all;
}

/** Passages of the newest answer. */
export function passages(page: Page): Locator {
  return answer(page).locator('article.passage');
}

/** Opens a passage of the newest answer in its document. */
export async function openPassage(page: Page, at = 0): Promise<void> {
  await passages(page).nth(at).getByRole('button', { name: 'Open in document' }).click();
}

/** The words marked in Evidence, without their white space, which the page lays out anew. */
export async function markedWords(page: Page): Promise<string> {
  await expect(evidence(page).locator('mark').first()).toBeInViewport();
  return withoutSpace((await evidence(page).locator('mark').allTextContents()).join(''));
}

export function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}

/** Chooses from the menu behind a button of three dots. */
export async function chooseFrom(page: Page, menu: string | RegExp, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}

export async function deleteDocument(page: Page, title: string): Promise<void> {
  const button = page.getByRole('button', { name: `Delete ${title}`, exact: true });
  await button.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(button).toHaveCount(0);
  await ready(page);
}

export async function saveCopy(page: Page, place: Page | Locator = page): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    place.getByRole('button', { name: 'Export collection' }).click(),
  ]);
  return readFile(await download.path());
}

export const openCopy = (page: Page, copy: Buffer): Promise<void> =>
  importFile(page, { name: 'copy.burrow', mimeType: 'application/octet-stream', buffer: copy });

/** Imports a collection from a file. */
export async function importFile(page: Page, file: GivenFile): Promise<void> {
  await page.getByRole('button', { name: 'Import collection' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles(file);
}

/** Turns to a view of Explore: by its tab, and by its name where there are several behind that. */
export async function openView(page: Page, tab: string, view?: string): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).click();
  if (view) await page.locator('.view-choice').getByRole('combobox').selectOption({ label: view });
}
