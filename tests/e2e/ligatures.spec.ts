import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { addFiles, answer, ask, ready } from '../helpers/page-steps';

test('a word whose ligature the font of a PDF does not name is found, and the file name is shown', async ({ page }) => {
  await page.goto('./');
  const pdf = await readFile('tests/fixtures/documents/bitmap-fonts.pdf');
  await addFiles(page, { name: 'affair.pdf', mimeType: 'application/pdf', buffer: pdf });
  await ready(page);
  await expect(page.getByText(/affair\.pdf/).first()).toBeVisible();
  await ask(page, 'Who was fired?', 'Basic');
  await expect(answer(page)).toContainText('The benefit of the affidavit went to the officer');
});
