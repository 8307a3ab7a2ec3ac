import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { library } from './page-steps';

/** Exports end in the browser's downloads, as in browsers that let nobody choose the place of a file. To be called before the page is loaded. */
export async function exportToDownloads(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
}

/** Exports the open collection in the format of this title, with the option of this name where one is given. */
export async function exportAs(
  page: Page,
  format: string,
  option?: string,
): Promise<{ readonly name: string; readonly file: Buffer }> {
  await library(page).getByRole('button', { name: 'Export as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export for other programs' });
  await dialog.getByRole('radio', { name: format }).click();
  if (option !== undefined) await dialog.getByRole('checkbox', { name: option }).check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = await download;
  const file = await readFile(await saved.path());
  await expect(dialog).toHaveCount(0);
  return { name: saved.suggestedFilename(), file };
}
