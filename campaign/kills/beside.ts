import type { Page } from '@playwright/test';
import { addFiles, textFile } from '../../tests/helpers/page-steps';
import { openSecondTab } from '../acts/places';

/** Other windows of the browser during an act. */
export type Beside = 'nothing' | 'a second tab' | 'a private window';

/** A document of the private window, which nothing may bring out of it. */
const PRIVATE = 'private-page';

/** Opens it, and waits until it shows what it has. */
export async function openBeside(page: Page, beside: Beside): Promise<void> {
  if (beside === 'a second tab') await openSecondTab(page);
  else if (beside === 'a private window') await openPrivateWindow(page);
}

/** A window with a storage of its own, which goes with it. */
async function openPrivateWindow(page: Page): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('The browser has no private windows');
  const window = await context.newPage();
  await window.goto(page.url().replace(/#.*$/u, ''));
  await addFiles(window, textFile(`${PRIVATE}.txt`, 'The private page names nobody at all.'));
  await window.getByRole('button', { name: PRIVATE, exact: true }).first().waitFor();
  await page.bringToFront();
}
