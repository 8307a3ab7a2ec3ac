import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startBrowser, withProfile } from './browser-process';
import { generatedText } from './generated-text';
import { addFiles, ask, ready, textFile } from './page-steps';

/** What the page showed as kept. */
export interface Kept {
  /** Titles of the documents in the library. */
  readonly documents: readonly string[];
  /** Each finished answer with its question. */
  readonly answers: readonly string[];
}

export interface CrashVisit {
  readonly killedAt: number;
  /** What the page said it was doing at the last look. */
  readonly doing: string;
  readonly before: Kept;
  readonly after: Kept;
  /** What was shown and is not there any more. */
  readonly lost: readonly string[];
  /** Whether what was pending went on by itself until Ready. */
  readonly ready: boolean;
}

const NOTHING: Kept = { documents: [], answers: [] };
const QUESTIONS = [
  'Who repaired the lamp of Skerry Light?',
  'What did Edda Halloran do?',
  'Who was in Norraby in fog?',
];
/** Milliseconds after which a browser is killed although it has shown too little. */
const PATIENCE = 60_000;
const BATCH = 3;
const CHARACTERS = 60_000;

/**
 * Indexes, asks and kills the browser, then opens the same profile again. The kill comes `killAt` milliseconds after the first documents were
 * given, or later, once enough is shown for it to prove something.
 */
export function crashVisit(
  executable: string,
  url: string,
  killAt: number,
  enough: (shown: Kept) => boolean = () => true,
): Promise<CrashVisit> {
  return withProfile(async (profile) => {
    const { doing, ...before } = await untilKilled(executable, profile, url, killAt, enough);
    const { ready: isReady, ...after } = await afterReopening(executable, profile, url, before);
    const lost = [
      ...before.documents.filter((title) => !after.documents.includes(title)),
      ...before.answers.filter((text) => !after.answers.includes(text)),
    ];
    return { killedAt: killAt, doing, before, after, lost, ready: isReady };
  });
}

async function untilKilled(
  executable: string,
  profile: string,
  url: string,
  killAt: number,
  enough: (shown: Kept) => boolean,
) {
  const { page, kill } = await startBrowser(executable, profile);
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const begun = Date.now();
  let seen = { ...NOTHING, doing: '' };
  let alive = true;
  const isAlive = (): boolean => alive;
  const work = untilItDies(() => workOn(page), isAlive);
  const watch = untilItDies(async () => {
    while (alive) seen = await look(page);
  }, isAlive);
  await wait(killAt - (Date.now() - begun));
  while (!enough(seen) && Date.now() - begun < PATIENCE) await wait(50);
  alive = false;
  await kill();
  await Promise.all([work, watch]);
  return seen;
}

/** Runs a driver of the page; its end by the kill is what is wanted. */
async function untilItDies(drive: () => Promise<void>, isAlive: () => boolean): Promise<void> {
  try {
    await drive();
  } catch (error) {
    if (isAlive()) throw error;
  }
}

/** Adds documents in batches without end, and asks while they are indexed. */
async function workOn(page: Page): Promise<void> {
  for (let batch = 0; ; batch++) {
    const files = Array.from({ length: BATCH }, (_, at) => {
      const number = batch * BATCH + at;
      return textFile(`log-${String(number).padStart(2, '0')}.txt`, generatedText(CHARACTERS, number));
    });
    await addFiles(page, ...files);
    await page.getByRole('button', { name: `Delete log-${String(batch * BATCH).padStart(2, '0')}` }).waitFor();
    await ask(page, `${QUESTIONS[batch % QUESTIONS.length] ?? ''} (${String(batch)})`, 'Local');
    if (batch % 2 === 1) await ready(page);
  }
}

/** One look at the page; no function in it has a name, because what runs this file may mark names in a way that the page does not know. */
function look(page: Page): Promise<Kept & { readonly doing: string }> {
  return page.evaluate(() => ({
    documents: [...document.querySelectorAll('[aria-label="Library"] li button.title')]
      .map((title) => title.textContent?.trim() ?? '')
      .filter((title) => title.startsWith('log-')),
    answers: [...document.querySelectorAll('[aria-label="Question and answer"]')]
      .filter((turn) => turn.querySelector('article[aria-busy="false"]'))
      .map(
        (turn) => `${turn.querySelector('h3')?.textContent ?? ''} ${turn.querySelector('article')?.textContent ?? ''}`,
      ),
    doing: document.querySelector('[role="status"] strong')?.textContent ?? '',
  }));
}

/** What is there when the page is opened again by its address alone, and after everything pending was done. */
async function afterReopening(
  executable: string,
  profile: string,
  url: string,
  before: Kept,
): Promise<Kept & { readonly ready: boolean }> {
  const { page, kill } = await startBrowser(executable, profile);
  try {
    await page.goto(url);
    if (before.documents.length === 0) return { ...NOTHING, ready: true };
    const isReady = await ready(page).then(
      () => true,
      () => false,
    );
    const conversation = page.locator('[aria-labelledby="conversations-title"] li .title').first();
    if (before.answers.length > 0 && (await conversation.count()) > 0) {
      await conversation.click();
      await page.getByRole('article', { name: 'Answer' }).first().waitFor();
    }
    const { documents, answers } = await look(page);
    return { documents, answers, ready: isReady };
  } finally {
    await kill();
  }
}
