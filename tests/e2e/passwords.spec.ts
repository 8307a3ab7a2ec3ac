import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { addFiles, answer, ask, library, openPassage, ready, textFile, type GivenFile } from '../helpers/page-steps';
import { passwordPdf } from '../unit/documents/encrypt-pdf';

const PASSWORD = 'Möwe 7';
const fixture = async (name: string): Promise<GivenFile> => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: await readFile(new URL(`../fixtures/documents/${name}`, import.meta.url)),
});
const lockedPdf = (): GivenFile => ({
  name: 'tides.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(passwordPdf('ebb', 'owner', 'Low water comes at four.')),
});

async function unlock(page: Page, name: string, password: string): Promise<void> {
  const field = page.getByLabel(`Password of ${name}`);
  await field.fill(password);
  await field.press('Enter');
}

test.beforeEach(({ page }) => page.setDefaultTimeout(15_000));

test('locked files wait on their lines, say where a password is wrong, and are read with the right one', async ({
  page,
}) => {
  await page.goto('./');
  await addFiles(
    page,
    textFile('open.txt', 'The keeper counts the boats.'),
    await fixture('locked-agile.docx'),
    lockedPdf(),
  );
  await ready(page);
  await expect(library(page).getByText('It needs a password.')).toHaveCount(2);
  await unlock(page, 'tides.pdf', 'flood');
  await expect(library(page).getByText('This password does not open it.')).toBeVisible();
  await expect(page.getByLabel('Password of tides.pdf')).toBeFocused();
  await page.reload();
  await unlock(page, 'locked-agile.docx', PASSWORD);
  await unlock(page, 'tides.pdf', 'ebb');
  await expect(library(page).getByRole('heading', { name: 'Documents 3' })).toBeVisible();
  await ready(page);
  await ask(page, 'When does low water come?', 'Basic');
  await expect(answer(page)).toContainText('Low water comes at four.');
});

test('a password is kept nowhere: the pages of its file are drawn once it was entered again', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, lockedPdf());
  await unlock(page, 'tides.pdf', 'ebb');
  await ready(page);
  const kept = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const visit = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of folder.values())
        if (entry.kind === 'directory') await visit(entry as FileSystemDirectoryHandle);
        else texts.push(await (await (entry as FileSystemFileHandle).getFile()).text());
    };
    await visit(await navigator.storage.getDirectory());
    return texts.filter((text) => /"password"|\bebb\b/u.test(text));
  });
  expect(kept).toEqual([]);
  await ask(page, 'When does low water come?', 'Basic');
  await openPassage(page);
  await expect(page.getByText('Its pages are drawn once you enter the password again.')).toBeVisible();
  await unlock(page, 'tides', 'ebb');
  await expect(page.getByRole('region', { name: 'The page as it is drawn' })).toBeVisible();
});
