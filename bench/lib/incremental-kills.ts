import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startBrowser } from '../../tests/helpers/browser-process';
import { generatedText } from '../../tests/helpers/generated-text';
import { addFiles, ask, ready, textFile } from '../../tests/helpers/page-steps';
import { deleteDocument, mergeSuggested, showConversation, showDuplicates } from './scale/acts';
import { enter, look, missing, settle, type Ledger, type Shown } from './kill-ledger';

/** One kill: what is lost is known on the next visit only. */
export interface IncrementalVisit {
  /** What the page said it was doing at the last look. */
  readonly doing: string;
  readonly acts: readonly string[];
  /** What had been shown before the kill before and is gone. */
  readonly lost: readonly string[];
  readonly ready: boolean;
}

const CHARACTERS = 20_000;
const FEW = 4;
const MANY = 14;
const PAUSE = 600;
const PATIENCE = 30_000;
const READY = 120_000;
const DRAWING = 5_000;
const PEOPLE = ['Edda Halloran', 'Piotr Okafor', 'Marit Brandt', 'Luisa Castellan'];

/**
 * Opens a profile and compares what is there with the ledger. Then it changes the collection in small steps at random, and kills the browser
 * after so many milliseconds. Without them it only compares.
 */
export async function incrementalVisit(
  browser: { readonly executable: string; readonly profile: string; readonly url: string },
  ledger: Ledger,
  random: () => number,
  killAt: number | null,
): Promise<IncrementalVisit> {
  const { page, kill } = await startBrowser(browser.executable, browser.profile);
  let alive = true;
  try {
    await page.goto(browser.url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const { lost, isReady } = await compare(page, ledger);
    const acts: string[] = [];
    let seen: Shown | undefined;
    if (killAt === null) return { doing: '', acts, lost, ready: isReady };
    const work = untilDead(
      async () => {
        while (alive) await change(page, ledger, random, acts);
      },
      () => alive,
    );
    const watch = untilDead(
      async () => {
        for (; alive; await wait(10)) enter(ledger, (seen = await look(page)));
      },
      () => alive,
    );
    await wait(killAt);
    alive = false;
    await kill();
    await Promise.all([work, watch]);
    return { doing: seen?.doing ?? '', acts, lost, ready: isReady };
  } finally {
    alive = false;
    await kill();
  }
}

async function compare(page: Page, ledger: Ledger) {
  const known = ledger.documents.size + ledger.files.size;
  if (known === 0) return { lost: [], isReady: true };
  const isReady = await ready(page, READY).then(
    () => true,
    () => false,
  );
  let edits: Shown['edits'] = null;
  if (ledger.edits.size > 0) {
    await showDuplicates(page);
    await page.locator('section[aria-labelledby="made"] li').first().waitFor({ timeout: PATIENCE });
    edits = (await look(page)).edits;
  }
  await showAnswers(page, ledger);
  let shown = { ...(await look(page)), edits };
  const stands = (edit: string): boolean => namesStand(edit, shown.documents);
  // Answers are drawn one after the other.
  for (const end = Date.now() + DRAWING; missing(ledger, shown, stands).length > 0 && Date.now() < end;) {
    await wait(100);
    shown = { ...(await look(page)), edits };
  }
  const lost = missing(ledger, shown, stands);
  settle(ledger, shown);
  return { lost, isReady };
}

/** Shows the newest conversation, where there is one. */
async function showAnswers(page: Page, ledger: Ledger): Promise<void> {
  await showConversation(page);
  const conversation = page.locator('[aria-labelledby="conversations-title"] li .title').first();
  if (ledger.answers.size === 0 || (await conversation.count()) === 0) return;
  await conversation.click();
  await page.getByRole('article', { name: 'Answer' }).first().waitFor({ timeout: PATIENCE });
}

/** One small change or a question, until the page shows it. */
async function change(page: Page, ledger: Ledger, random: () => number, acts: string[]): Promise<void> {
  const documents = [...ledger.documents].filter((title) => !ledger.deleting.has(title));
  const drawn = random();
  if (documents.length < FEW || (drawn < 0.4 && documents.length < MANY)) {
    const number = Math.floor(random() * 1e6);
    const title = `log-${String(number).padStart(6, '0')}`;
    acts.push('add');
    await addFiles(page, textFile(`${title}.txt`, documentText(number)));
    await page.getByText(title).first().waitFor({ timeout: PATIENCE });
  } else if (drawn < 0.6 && documents.length > FEW) {
    const title = documents[Math.floor(random() * documents.length)] ?? '';
    acts.push('delete');
    await deleteDocument(page, title, () => ledger.deleting.add(title));
  } else if (drawn < 0.8) {
    acts.push('merge');
    await showDuplicates(page);
    await page.getByRole('heading', { name: 'Your edits' }).waitFor({ timeout: PATIENCE });
    await wait(PAUSE);
    if (await suggestions(page)) await mergeSuggested(page);
    await wait(PAUSE);
    await showAnswers(page, ledger);
  } else {
    acts.push('ask');
    const name = PEOPLE[Math.floor(random() * PEOPLE.length)] ?? '';
    await ask(page, `What did ${name} do? (${String(Math.floor(random() * 1e6))})`, 'Local');
  }
  await wait(random() * PAUSE);
}

/** Whether each name of a merge stands in one of the documents. */
function namesStand(edit: string, documents: readonly string[]): boolean {
  const texts = documents.map((title) => documentText(Number(title.slice('log-'.length))));
  return [...edit.matchAll(/“(.+?)”/gu)].every(([, name = '']) => texts.some((text) => text.includes(name)));
}

/** Every other document gives first names by their initial alone, so that there are pairs to merge. */
function documentText(number: number): string {
  const text = generatedText(CHARACTERS, number);
  return number % 2 === 0 ? text : text.replaceAll(/\b([A-Z])[a-z]+ (?=[A-Z][a-z]+ [a-z])/gu, '$1. ');
}

const suggestions = async (page: Page): Promise<boolean> =>
  (await page.getByRole('button', { name: /^Merge .+ into / }).count()) > 0;

/** Runs a driver of the page; its end by the kill is what is wanted. */
async function untilDead(drive: () => Promise<void>, isAlive: () => boolean): Promise<void> {
  try {
    await drive();
  } catch (error) {
    if (isAlive()) throw error;
  }
}
