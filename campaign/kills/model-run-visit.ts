import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startBrowser, withProfile, type BrowserProcess } from '../../tests/helpers/browser-process';
import type { GoldCall, GoldServer } from '../../tests/helpers/gold-server';
import { crash, crashGpu, endWorker, openInstead } from '../../tests/helpers/kill-steps';
import {
  chooseGold,
  chooseMethods,
  modelIndex,
  openPlan,
  progress,
  runDone,
  sampleFiles,
} from '../../tests/helpers/model-index-steps';
import { addFiles, openCopy, ready, saveCopy } from '../../tests/helpers/page-steps';
import { readCopy, type ReadCopy } from '../../tests/helpers/read-copy';

/** Victims of kills: the browser with all its processes, the tab's process, one worker, or the GPU's process. */
export const VICTIMS = ['browser', 'page', 'browser', 'server', 'browser', 'engine', 'browser', 'gpu'] as const;
type Victim = (typeof VICTIMS)[number];

/** Word of the person that the screen has acknowledged just before a kill. */
const WORDS = ['none', 'paused', 'resumed'] as const;
export type Word = (typeof WORDS)[number];

export interface PlannedKill {
  readonly victim: Victim;
  readonly word: Word;
  /** Calls that must have arrived since the kill before. */
  readonly calls: number;
  /** Milliseconds after that, or after the word was acknowledged. */
  readonly delay: number;
}

interface DoneKill extends PlannedKill {
  /** Calls that had arrived. */
  readonly at: number;
  /** Time of the kill and of its certain death, by `performance.now()`. */
  readonly killed: number;
  readonly died: number;
  /** True if the order is still in force when the page is open again. */
  readonly holds: boolean;
}

/** Calls that were repeated because of a kill. */
interface AskedAgain {
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

/** Milliseconds in which a paused run would have asked again. */
const QUIET = 500;
/** Milliseconds for a step of the screen, on a machine that is busy. */
const PATIENCE = 30_000;
const END = 400_000;

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

/** Setup of a run under kills. */
interface RunUnderKills {
  readonly executable: string;
  readonly url: string;
  readonly gold: GoldServer;
  readonly copy: Buffer;
  readonly plan: readonly PlannedKill[];
  /** Methods by the names of their boxes, and the calls by which kills are planned; default GraphRAG in full depth, and all calls. */
  readonly methods?: readonly string[] | undefined;
  readonly counted?: GoldCall['kind'] | undefined;
}

/**
 * Indexes a saved copy with the server's model, and kills what is planned one after the other. Each time it opens the page again
 * as a person would. In the end it reads what stands. Kills that are planned for later than the end, or find nothing to kill, are left out.
 */
export const indexUnderKills = (run: RunUnderKills): Promise<KilledRun> =>
  withProfile(async (profile) => {
    const visit = new ModelRunVisit(run, profile, await startBrowser(run.executable, profile));
    try {
      return await visit.run();
    } finally {
      await visit.end();
    }
  });

/** A run of a model in a browser of its own, which is killed and started again. */
class ModelRunVisit {
  readonly #run: RunUnderKills;
  readonly #profile: string;
  #browser: BrowserProcess;
  #page: Page;

  constructor(run: RunUnderKills, profile: string, browser: BrowserProcess) {
    this.#run = run;
    this.#profile = profile;
    this.#browser = browser;
    this.#page = browser.page;
  }

  async run(): Promise<KilledRun> {
    const { gold, plan, counted } = this.#run;
    const first = gold.count();
    await this.#begin();
    const kills: DoneKill[] = [];
    for (const planned of plan) {
      const at = gold.count(counted) + planned.calls;
      while (gold.count(counted) < at && !(await this.#isDone())) await wait(20);
      if (!(await this.#give(planned.word))) break;
      await wait(planned.delay);
      if (await this.#isDone()) break;
      const killed = performance.now();
      if (!(await this.#die(planned.victim))) continue;
      const died = performance.now();
      const before = gold.count();
      await this.#comeBack(planned.victim);
      kills.push({ ...planned, killed, died, at: before - first, holds: await this.#holds(planned.word) });
    }
    await runDone(this.#page, END);
    const calls = gold.calls().slice(first);
    const copy = await readCopy(new Uint8Array(await saveCopy(this.#page)));
    return { kills, copy, calls: calls.length, again: askedAgain(calls, kills) };
  }

  end(): Promise<void> {
    return this.#browser.kill();
  }

  async #begin(): Promise<void> {
    const { gold, copy, url, methods } = this.#run;
    const page = this.#page;
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await openCopy(page, copy);
    await page.getByText(/^Imported as/u).waitFor();
    await ready(page);
    await chooseGold(page, gold);
    const plan = await openPlan(page, PATIENCE);
    if (methods) await chooseMethods(plan, methods);
    else await plan.getByRole('radio', { name: 'Full' }).check();
    await plan.getByRole('button', { name: 'Start' }).click();
    await this.#started();
  }

  /** Waits until the screen acknowledges that the run is on, or it is done. Until then it says that the run is being started. */
  async #started(): Promise<void> {
    const isOn = progress(this.#page).and(this.#page.locator(':not([aria-valuetext="Starting"])'));
    await isOn.or(modelIndex(this.#page).locator('.dot')).first().waitFor();
  }

  async #isDone(): Promise<boolean> {
    return (await modelIndex(this.#page).locator('.dot').count()) > 0;
  }

  /** Gives an order and waits until it is acknowledged; false where the run came to its end meanwhile. */
  async #give(word: Word): Promise<boolean> {
    if (word === 'none') return true;
    const region = modelIndex(this.#page);
    const resume = region.getByRole('button', { name: 'Resume' });
    await region
      .getByRole('button', { name: 'Pause' })
      .click({ timeout: PATIENCE / 10 })
      .catch(() => undefined); // it may be done
    await resume.or(region.locator('.dot')).first().waitFor();
    if (await this.#isDone()) return false;
    if (word === 'paused') return true;
    await resume.click();
    await this.#started();
    return true;
  }

  /** Checks if an order is still in force. Afterwards the run continues in any case. */
  async #holds(word: Word): Promise<boolean> {
    const region = modelIndex(this.#page);
    const resume = region.getByRole('button', { name: 'Resume' });
    if (word !== 'paused') {
      // Until it goes on by itself, it can be resumed, too.
      const running = progress(this.#page).or(region.locator('.dot')).first();
      const holds = await running.waitFor({ timeout: PATIENCE }).then(
        () => true,
        () => false,
      );
      if (!holds) await resume.click();
      return holds;
    }
    await ready(this.#page);
    const before = this.#run.gold.count();
    await wait(QUIET);
    const holds = (await resume.count()) > 0 && this.#run.gold.count() === before;
    if ((await resume.count()) > 0) await resume.click();
    return holds;
  }

  /** False where there was nothing to kill. */
  async #die(victim: Victim): Promise<boolean> {
    if (victim === 'browser') await this.#browser.kill();
    else if (victim === 'page') await crash(this.#page);
    else if (victim === 'gpu') await crashGpu(this.#page);
    else return endWorker(this.#page, victim);
    return true;
  }

  /** Opens the page again where it is gone; the rest comes back by itself. */
  async #comeBack(victim: Victim): Promise<void> {
    const { executable, url } = this.#run;
    if (victim === 'page') this.#page = await openInstead(this.#page, url);
    if (victim !== 'browser') return;
    this.#browser = await startBrowser(executable, this.#profile);
    this.#page = this.#browser.page;
    await this.#page.goto(url);
  }
}

/** Finds the repeated calls of the server, by the kill before them. */
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

/** Checks that a connection ended with its caller, or outlived it. */
const wasInFlight = ({ ended, endedAt }: GoldCall, died: number, earlier = 0): boolean =>
  endedAt > died || (ended === 'left' && endedAt > earlier);
