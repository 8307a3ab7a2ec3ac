import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startBrowser, withProfile, type BrowserProcess } from './browser-process';
import type { GoldServer } from './gold-server';
import { crashTab, endWorker } from './kill-steps';
import { chooseGold, modelIndex, openPlan, runDone, sampleFiles } from './model-index-steps';
import { addFiles, openCopy, ready, saveCopy } from './page-steps';
import { readCopy, type ReadCopy } from './read-copy';

/** What is killed: the tab's process, the browser with all its processes, or one worker. */
export const VICTIMS = ['page', 'browser', 'engine', 'server'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface PlannedKill {
  readonly victim: Victim;
  /** Calls that must have arrived since the kill before. */
  readonly calls: number;
  /** Milliseconds after that. */
  readonly delay: number;
}

export interface DoneKill extends PlannedKill {
  /** Calls that had arrived. */
  readonly at: number;
  /** Calls under way at that moment. */
  readonly running: number;
}

export interface KilledRun {
  readonly kills: readonly DoneKill[];
  readonly copy: ReadCopy;
  /** Calls that were asked again after the first kill and before the next one, and so on. */
  readonly repeated: readonly number[];
  /** Of these, the ones whose first answer had been sent to the end. */
  readonly paidTwice: number;
  readonly calls: number;
}

interface Visit {
  readonly executable: string;
  readonly profile: string;
  readonly url: string;
}

/** A saved copy of a collection of the sample's documents that no model has read. */
export function unreadCopy(executable: string, url: string): Promise<Buffer> {
  return withProfile(async (profile) => {
    const { page, kill } = await startBrowser(executable, profile);
    try {
      await page.goto(url);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      const files = await sampleFiles();
      await addFiles(page, ...files);
      await page.getByRole('heading', { name: `Documents ${String(files.length)}` }).waitFor();
      await ready(page);
      return await saveCopy(page);
    } finally {
      await kill();
    }
  });
}

/**
 * Indexes a saved copy in full depth with the server's model, kills what is planned one after the other, each time opens the page again as a
 * person would, and reads what stands in the end. Kills that are planned for later than the end are left out.
 */
export function indexUnderKills(
  executable: string,
  url: string,
  { gold, copy, plan }: { readonly gold: GoldServer; readonly copy: Buffer; readonly plan: readonly PlannedKill[] },
): Promise<KilledRun> {
  return withProfile(async (profile) => {
    const visit = { executable, profile, url };
    let browser = await startBrowser(executable, profile);
    let { page } = browser;
    const first = gold.count();
    try {
      await begin(page, url, gold, copy);
      const kills: DoneKill[] = [];
      for (const kill of plan) {
        const at = gold.count() + kill.calls;
        while (gold.count() < at && !(await isDone(page))) await wait(20);
        await wait(kill.delay);
        if (await isDone(page)) break;
        kills.push({ ...kill, at: gold.count() - first, running: gold.server.running });
        ({ browser, page } = await die(kill.victim, visit, browser, page));
      }
      await runDone(page, 400_000);
      const calls = gold.calls().slice(first);
      return {
        kills,
        copy: await readCopy(new Uint8Array(await saveCopy(page))),
        calls: calls.length,
        ...repeats(calls, kills),
      };
    } finally {
      await browser.kill();
    }
  });
}

async function begin(page: Page, url: string, gold: GoldServer, copy: Buffer): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openCopy(page, copy);
  await ready(page);
  await chooseGold(page, gold);
  const plan = await openPlan(page);
  await plan.getByRole('radio', { name: 'Full' }).check();
  await plan.getByRole('button', { name: 'Start' }).click();
}

const isDone = async (page: Page): Promise<boolean> => (await modelIndex(page).locator('.dot').count()) > 0;

/** Kills, and opens the page again where it is gone. */
async function die(
  victim: Victim,
  { executable, profile, url }: Visit,
  browser: BrowserProcess,
  page: Page,
): Promise<{ readonly browser: BrowserProcess; readonly page: Page }> {
  if (victim === 'browser') {
    await browser.kill();
    const next = await startBrowser(executable, profile);
    await next.page.goto(url);
    return { browser: next, page: next.page };
  }
  if (victim === 'page') return { browser, page: await crashTab(page, url) };
  await endWorker(page, victim);
  return { browser, page };
}

/** Calls asked again, by the kill after which that was. */
function repeats(
  calls: ReturnType<GoldServer['calls']>,
  kills: readonly DoneKill[],
): Pick<KilledRun, 'repeated' | 'paidTwice'> {
  const repeated = kills.map(() => 0);
  let paidTwice = 0;
  const known = new Map<string, string>();
  for (const [place, { key, ended }] of calls.entries()) {
    const before = known.get(key);
    known.set(key, ended);
    if (before === undefined) continue;
    const after = kills.findLastIndex(({ at }) => at <= place);
    repeated[after] = (repeated[after] ?? 0) + 1;
    if (before === 'well') paidTwice++;
  }
  return { repeated, paidTwice };
}
