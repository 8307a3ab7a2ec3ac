import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Visit } from '../chromium';
import type { Spent } from '../renderer-process';
import { look, type Watched } from './watch-page';

/** Milliseconds after *Ready* in which what is written behind it still counts. */
const SETTLING = 3_000;
const POLL = 50;
/** Milliseconds for which a person looks for files, at the least. */
const PICKING = 1_000;

/** An act of a person until *Ready*, with the bytes written for it, those of the seconds after it included. */
export interface Act {
  readonly watched: Watched;
  readonly bytes: number;
  /** Processor time until then; null where it is not known. */
  readonly spent: Spent | null;
}

/** Error of a wait that took too long. */
export class LateError extends Error {}

/** Makes a change of the index and waits until it is *Ready* again. */
export async function act(visit: Visit, change: () => Promise<unknown>, timeout: number, poll = POLL): Promise<Act> {
  const { page } = visit;
  const { written } = await look(page);
  const before = visit.spent();
  await change();
  const watched = await until(page, ({ ready }) => ready !== null, timeout, poll);
  const after = visit.spent();
  await wait(SETTLING);
  return { watched, bytes: (await look(page)).written - written, spent: before && after && spentSince(before, after) };
}

const spentSince = (before: Spent, after: Spent): Spent => ({
  renderer: after.renderer - before.renderer,
  system: after.system - before.system,
  page: after.page - before.page,
  engine: after.engine - before.engine,
  others: after.others - before.others,
});

/** Asks and waits for the first passage, or the answer's end where it has none. */
export async function ask(page: Page, question: string, timeout: number): Promise<Watched> {
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  return until(page, ({ evidence, answered }) => evidence !== null || answered !== null, timeout);
}

export async function until(
  page: Page,
  reached: (watched: Watched) => boolean,
  timeout: number,
  poll = POLL,
): Promise<Watched> {
  const end = Date.now() + timeout;
  for (;;) {
    const watched = await look(page);
    if (reached(watched)) return watched;
    if (Date.now() > end) throw new LateError(`> ${String(Math.round(timeout / 1000))} s`);
    await wait(poll);
  }
}

/** Picks files as a person does: by the button, and after a moment. */
export async function addFiles(page: Page, files: readonly string[]): Promise<void> {
  const button = page.getByRole('button', { name: 'Add documents' }).first();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await wait(PICKING);
  await chooser.setFiles([...files]);
}

/** Deletes the document of this title or file name for good; a long list is filtered for it. */
export async function deleteDocument(page: Page, title: string): Promise<void> {
  const find = page.getByRole('searchbox', { name: 'Find a document' });
  if (await find.isVisible()) await find.fill(title);
  const row = page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: title });
  await row
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  // It is gone once it cannot be brought back any more.
  await page.getByRole('button', { name: 'Dismiss this message' }).last().click();
}

/** Shows the suggested duplicates and the edits. */
export async function showDuplicates(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [collection = '-'] = location.hash.replace(/^#\/?/u, '').split(/[/?]/u);
    location.hash = `#/${collection}/explore?view=aliases`;
  });
}

/** Merges the first suggested pair of entities, once it is shown. */
export function mergeSuggested(page: Page): Promise<void> {
  return page
    .getByRole('button', { name: /^Merge .+ into / })
    .first()
    .click();
}

export async function showConversation(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [collection = '-'] = location.hash.replace(/^#\/?/u, '').split(/[/?]/u);
    location.hash = `#/${collection}/ask`;
  });
  await page.getByRole('textbox', { name: 'Question' }).waitFor();
}
