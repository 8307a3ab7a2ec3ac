import type { Page } from '@playwright/test';
import { startBrowser, type BrowserProcess } from '../../tests/helpers/browser-process';
import { generatedText } from '../../tests/helpers/generated-text';
import { addFiles, ready, textFile } from '../../tests/helpers/page-steps';
import { openCollection } from './places';

/** A browser to start, on a profile that outlives it. */
export interface Chromium {
  readonly executable: string;
  readonly profile: string;
  readonly url: string;
}

/** Milliseconds for a step of the screen, on a machine that is busy. */
const PATIENCE = 60_000;
const CHARACTERS = 15_000;

/** Starts the browser and opens the site. */
export async function openSite({ executable, profile, url }: Chromium): Promise<BrowserProcess> {
  const browser = await startBrowser(executable, profile);
  const { page } = browser;
  page.context().setDefaultTimeout(PATIENCE);
  try {
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    return browser;
  } catch (error) {
    await browser.kill();
    throw error;
  }
}

/** Opens the site in a browser, and kills it afterwards unless `use` has done so. */
export async function visit<T>(
  chromium: Chromium,
  use: (page: Page, kill: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { page, kill } = await openSite(chromium);
  try {
    return await use(page, kill);
  } finally {
    await kill();
  }
}

/** Makes the collection that acts are done to, of two documents whose names give pairs to merge. Returns its id. */
export async function makeCollection(page: Page): Promise<string> {
  const whole = textFile('log-0.txt', generatedText(CHARACTERS, 2));
  const initials = textFile('log-1.txt', withInitials(generatedText(CHARACTERS, 3)));
  await addFiles(page, whole, initials);
  await page
    .getByRole('button', { name: /^Delete log-/u })
    .nth(1)
    .waitFor();
  await ready(page, PATIENCE);
  return openCollection(page);
}

/** The same text with first names by their initial alone. */
const withInitials = (text: string): string => text.replaceAll(/\b([A-Z])[a-z]+ (?=[A-Z][a-z]+ [a-z])/gu, '$1. ');
