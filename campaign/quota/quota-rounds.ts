import type { CDPSession, Page } from '@playwright/test';
import type { Act, PreparedAct } from '../acts/act';
import { ACTS } from '../acts/acts';
import type { Copies } from '../acts/collection-acts';
import { changed, differingFacts, type Facts } from '../acts/facts';
import { lookAround } from '../acts/look';
import { tabsOf, turnToCollection } from '../acts/places';
import { makeCollection, visit, type Chromium } from '../acts/visit';

/** What became of an act while the browser's storage was full. */
export interface FullRound {
  readonly act: string;
  readonly end: ActEnd;
  /** Facts that are not as they were before, or as they are after an acknowledgement. */
  readonly lost: readonly string[];
  readonly unopenable: readonly string[];
  /** How it ended once there was room again. */
  readonly withRoom: ActEnd;
}

/** Acknowledged, as it needs hardly any room, or refused in these words, or neither of them: for the reason given. */
export type ActEnd =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Milliseconds for an act to be acknowledged or refused. */
const PATIENCE = 30_000;
/** Rounds of all acts that are done, with room, until there is something to do an act to. */
const TRIES = 3;

/** Does each act while the storage of the site is full, and again once it has room. */
export async function* fillStorage(
  chromium: Chromium,
  acts: readonly Act[],
  random: () => number,
): AsyncGenerator<FullRound> {
  const main = await visit(chromium, makeCollection);
  const round = new Round(main, random);
  for (const act of acts) yield await visit(chromium, (page) => round.run(page, act, chromium.url));
}

/** Acts on one collection, one after the other. */
class Round {
  readonly #main: string;
  readonly #random: () => number;
  readonly #copies: Copies = { newest: null };
  #facts: Facts = new Map();
  #serial = 0;
  #helper = 0;

  constructor(main: string, random: () => number) {
    this.#main = main;
    this.#random = random;
  }

  async run(page: Page, act: Act, url: string): Promise<FullRound> {
    const quota = await quotaOf(page);
    this.#facts = (await lookAround(page, this.#main)).facts;
    const prepared = await this.#prepare(page, act);
    const standing = changed(this.#facts, prepared.before ?? {});
    await quota.fill();
    const end = await endOf(page, prepared);
    await quota.lift();
    const next = await openAlone(page, url);
    await turnToCollection(next, this.#main);
    const { facts, unopenable } = await lookAround(next, this.#main);
    const lost = differingFacts(end.kind === 'acknowledged' ? changed(standing, prepared.after) : standing, facts);
    this.#facts = facts;
    return { act: act.name, end, lost, unopenable, withRoom: await endOf(next, await this.#prepare(next, act)) };
  }

  /** Prepares an act. Where there is nothing to do it to, others are done until there is. */
  async #prepare(page: Page, act: Act): Promise<PreparedAct> {
    for (let tried = 0; tried < TRIES * ACTS.length; tried++) {
      const prepared = await this.#prepareOne(page, act);
      if (prepared) return prepared;
      const other = ACTS[this.#helper++ % ACTS.length];
      if (other && other !== act && other.closesTab !== true) await this.#do(page, other);
    }
    throw new Error(`There is nothing to do this to: ${act.name}`);
  }

  async #prepareOne(page: Page, act: Act): Promise<PreparedAct | null> {
    const scene = { page, facts: this.#facts, random: this.#random, serial: ++this.#serial, copies: this.#copies };
    await turnToCollection(page, this.#main);
    return act.prepare(scene);
  }

  async #do(page: Page, act: Act): Promise<void> {
    const prepared = await this.#prepareOne(page, act);
    if (!prepared) return;
    await prepared.perform();
    this.#facts = changed(changed(this.#facts, prepared.before ?? {}), prepared.after);
  }
}

/** What the screen says of an act: that it is done, or why it failed. */
async function endOf(page: Page, prepared: PreparedAct): Promise<ActEnd> {
  const refused = await Promise.all(tabsOf(page).map(nextFailure));
  const done = prepared.perform().then((): ActEnd => ({ kind: 'acknowledged' }));
  try {
    return await Promise.any([done, ...refused.map((wait) => wait())]);
  } catch (error) {
    const [first] = (error as AggregateError).errors;
    return { kind: 'unanswered', reason: inOneLine(String(first)) };
  }
}

/** Waits for a failure that a tab does not show yet, above the page or beside a file. */
async function nextFailure(page: Page): Promise<() => Promise<ActEnd>> {
  const shown = page.locator('.notice.error .words, ul.lines li.failed');
  const failure = shown.nth(await shown.count());
  return async () => {
    await failure.waitFor({ timeout: PATIENCE });
    return { kind: 'refused', words: inOneLine(await failure.innerText()) };
  };
}

const inOneLine = (words: string): string => words.replaceAll(/\s+/gu, ' ');

/** Opens the site in a new tab and closes the others. */
async function openAlone(page: Page, url: string): Promise<Page> {
  const others = tabsOf(page);
  const next = await page.context().newPage();
  for (const other of others) await other.close();
  await next.goto(url);
  return next;
}

interface Quota {
  /** Lets the site keep nothing more. */
  fill(): Promise<void>;
  lift(): Promise<void>;
}

async function quotaOf(page: Page): Promise<Quota> {
  // An act may close its own page.
  const other = await page.context().newPage();
  await page.bringToFront();
  const session: CDPSession = await page.context().newCDPSession(other);
  const { origin } = new URL(page.url());
  return {
    fill: async () => {
      const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: Math.max(1, usage) });
    },
    lift: async () => {
      await session.send('Storage.overrideQuotaForOrigin', { origin });
    },
  };
}
