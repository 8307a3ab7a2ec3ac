import { expect, type Browser, type Page } from '@playwright/test';
import { addFiles, ready } from '../../tests/helpers/page-steps';
import type { Mutant } from './mutants';

/** The end of a mutant in the site. */
export interface Outcome {
  readonly mutant: Mutant;
  /** `asks`: it waits for another password than the one that its file had. */
  readonly end: 'read' | 'asks' | 'refused' | 'hang' | 'crash';
  /** The reason that a person reads; empty for one that is read. */
  readonly reason: string;
}

/** As many as the page lists with their reasons, members of archives and attachments of mails included. */
const BATCH = 20;
/** Time for a batch in which each file may be stopped after ten seconds, on a busy machine. */
const PATIENCE = 300_000;
/** Password of the locked files. */
const PASSWORD = 'Möwe 7';

/** Adds mutants by batches, each to a site of its own, and tells what became of each. */
export async function* addMutants(
  browser: Browser,
  url: string,
  given: AsyncIterable<Mutant>,
): AsyncGenerator<Outcome> {
  let batch: Mutant[] = [];
  for await (const mutant of given) {
    batch.push(mutant);
    if (batch.length < BATCH) continue;
    yield* await addBatch(browser, url, batch);
    batch = [];
  }
  if (batch.length > 0) yield* await addBatch(browser, url, batch);
}

async function addBatch(browser: Browser, url: string, batch: readonly Mutant[]): Promise<readonly Outcome[]> {
  const page = await browser.newPage();
  const uncaught: string[] = [];
  page.on('pageerror', (error) => uncaught.push(String(error)));
  try {
    await page.goto(url);
    // A good file among them shows that the others go on, and begins a collection even where all are refused.
    const good = { name: 'good.txt', mimeType: 'text/plain', buffer: Buffer.from('The keeper counts the boats.') };
    const files = batch.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: bytes }));
    await addFiles(page, good, ...files);
    await ready(page, PATIENCE);
    await unlockAll(page, batch);
    await ready(page, PATIENCE);
    await expect(page.getByRole('button', { name: 'good', exact: true }).first()).toBeVisible();
    const lines = await page.locator('li.aside.failed').evaluateAll((all) =>
      all.map((line) => ({
        path: line.querySelector('.path')?.getAttribute('title') ?? '',
        reason: line.querySelector('.soft')?.textContent ?? '',
      })),
    );
    const reasons = new Map(lines.map(({ path, reason }) => [path, reason]));
    expect(uncaught).toEqual([]);
    const asking = await askingIn(page, batch);
    return batch.map((mutant) => outcomeOf(mutant, reasons.get(mutant.name) ?? '', asking.has(mutant)));
  } finally {
    await page.close();
  }
}

const fieldOf = (page: Page, { name }: Mutant) => page.getByLabel(`Password of ${name}`, { exact: true });

/** The mutants that wait for a password. */
async function askingIn(page: Page, batch: readonly Mutant[]): Promise<ReadonlySet<Mutant>> {
  const asking = new Set<Mutant>();
  for (const mutant of batch) if ((await fieldOf(page, mutant).count()) > 0) asking.add(mutant);
  return asking;
}

/** Enters the password of each locked file once. */
async function unlockAll(page: Page, batch: readonly Mutant[]): Promise<void> {
  for (const mutant of await askingIn(page, batch)) {
    await fieldOf(page, mutant).fill(PASSWORD);
    await fieldOf(page, mutant).press('Enter');
  }
}

/** Words of the reader in place of a reader's own reason: one for silence, others for errors that no reader expected. */
const HANG = /made no progress for/u;
const CRASH = /The reader stopped while reading it|It could not be read \(|too busy with other work/u;

function outcomeOf(mutant: Mutant, reason: string, asks: boolean): Outcome {
  if (asks) return { mutant, end: 'asks', reason };
  const kind = HANG.test(reason) ? 'hang' : CRASH.test(reason) ? 'crash' : 'refused';
  return { mutant, end: reason === '' ? 'read' : kind, reason };
}
