import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startBrowser, withProfile, type BrowserProcess } from './browser-process';
import type { GoldCall, GoldServer } from './gold-server';
import { crash, crashGpu, endWorker, openInstead } from './kill-steps';
import { chooseGold, modelIndex, openPlan, runDone, sampleFiles } from './model-index-steps';
import { addFiles, openCopy, ready, saveCopy } from './page-steps';
import { readCopy, type ReadCopy } from './read-copy';

/** What is killed: the tab's process, the browser with all its processes, one worker, or the GPU's process. */
export const VICTIMS = ['page', 'browser', 'server', 'engine', 'gpu'] as const;
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
  /** When it was killed and when it was surely dead, by `performance.now()`. */
  readonly killed: number;
  readonly died: number;
}

/** What was asked again because of a kill. */
export interface AskedAgain {
  /** Calls under way when it died. */
  readonly inFlight: number;
  /** Calls asked again although they were not. */
  readonly answered: readonly {
    /** Milliseconds before the kill at which the answer had been sent to the end. */
    readonly before: number;
    readonly kind: GoldCall['kind'];
  }[];
  readonly all: number;
}

export interface KilledRun {
  readonly kills: readonly DoneKill[];
  readonly copy: ReadCopy;
  /** After the first kill and before the next one, and so on. */
  readonly again: readonly AskedAgain[];
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
 * Indexes a saved copy in full depth with the server's model, and kills what is planned one after the other. Each time it opens the page again
 * as a person would. In the end it reads what stands. Kills that are planned for later than the end, or find nothing to kill, are left out.
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
        const killed = performance.now();
        if (!(await die(kill.victim, browser, page))) continue;
        kills.push({ ...kill, killed, at: gold.count() - first, died: performance.now() });
        ({ browser, page } = await comeBack(kill.victim, visit, browser, page));
      }
      await runDone(page, 400_000);
      const calls = gold.calls().slice(first);
      return {
        kills,
        copy: await readCopy(new Uint8Array(await saveCopy(page))),
        calls: calls.length,
        again: askedAgain(calls, kills),
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

/** False where there was nothing to kill. */
async function die(victim: Victim, browser: BrowserProcess, page: Page): Promise<boolean> {
  if (victim === 'browser') await browser.kill();
  else if (victim === 'page') await crash(page);
  else if (victim === 'gpu') await crashGpu(page);
  else return endWorker(page, victim);
  return true;
}

/** Opens the page again where it is gone; the rest comes back by itself. */
async function comeBack(
  victim: Victim,
  { executable, profile, url }: Visit,
  browser: BrowserProcess,
  page: Page,
): Promise<{ readonly browser: BrowserProcess; readonly page: Page }> {
  if (victim === 'page') return { browser, page: await openInstead(page, url) };
  if (victim !== 'browser') return { browser, page };
  const next = await startBrowser(executable, profile);
  await next.page.goto(url);
  return { browser: next, page: next.page };
}

/** What the server was asked a second time, by the kill after which that was. */
function askedAgain(calls: readonly GoldCall[], kills: readonly DoneKill[]): readonly AskedAgain[] {
  return kills.map(({ at, killed, died }, nth) => {
    const until = kills[nth + 1]?.at ?? calls.length;
    const asked = calls.slice(0, at);
    const inFlight = new Set(asked.filter((call) => wasInFlight(call, died, kills[nth - 1]?.died)));
    const before = new Map(asked.map((call) => [call.key, call]));
    const again = calls.slice(at, until).flatMap((call) => before.get(call.key) ?? []);
    const answered = again.filter((call) => !inFlight.has(call));
    return {
      inFlight: inFlight.size,
      all: again.length,
      answered: answered.map(({ kind, endedAt }) => ({ kind, before: killed - endedAt })),
    };
  });
}

/** Its connection ended with who had asked, or outlived them. */
const wasInFlight = ({ ended, endedAt }: GoldCall, died: number, earlier = 0): boolean =>
  endedAt > died || (ended === 'left' && endedAt > earlier);
