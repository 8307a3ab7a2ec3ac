import type { CDPSession, Page } from '@playwright/test';
import type { Act, PreparedAct } from '../acts/act';
import { Acting } from '../acts/acting';
import { changed, differingFacts } from '../acts/facts';
import { lookAround, type Look } from '../acts/look';
import { tabsOf, turnToCollection } from '../acts/places';
import { makeCollection, openSite, type Chromium } from '../acts/visit';

/** Outcome of an act while the browser's storage was full. */
export interface FullRound {
  readonly act: string;
  readonly end: ActEnd;
  /** Facts that are not as they were before, or as they are after an acknowledgement. */
  readonly lost: readonly string[];
  readonly unopenable: readonly string[];
  /** Outcome once there was room again. */
  readonly withRoom: ActEnd;
}

/** Acknowledged, as it needs hardly any room, or refused in these words, or neither of them: for the reason given. */
export type ActEnd =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Milliseconds for an act to be acknowledged or refused. */
const PATIENCE = 30_000;

/** Performs each act while the storage of the site is full, and again once it has room. */
export async function* fillStorage(
  chromium: Chromium,
  acts: readonly Act[],
  random: () => number,
): AsyncGenerator<FullRound> {
  const { page, kill } = await openSite(chromium);
  try {
    const main = await makeCollection(page);
    const { facts } = await lookAround(page, main);
    const rounds = new QuotaRounds(page, chromium.url, new Acting(main, facts, random));
    for (const act of acts) yield await rounds.run(act);
  } finally {
    await kill();
  }
}

/** Acts on one collection, one after the other, in the newest of the browser's tabs. */
class QuotaRounds {
  readonly #url: string;
  readonly #acting: Acting;
  #page: Page;

  constructor(page: Page, url: string, acting: Acting) {
    this.#page = page;
    this.#url = url;
    this.#acting = acting;
  }

  async run(act: Act): Promise<FullRound> {
    if (this.#page.isClosed()) await this.#openAlone();
    const quota = await quotaOf(this.#page);
    const prepared = await this.#prepare(act);
    const standing = changed(this.#acting.facts, prepared.before ?? {});
    await quota.fill();
    const end = await endOf(this.#page, prepared);
    await quota.lift();
    const { facts, unopenable } = await this.#lookAnew();
    const lost = differingFacts(end.kind === 'acknowledged' ? changed(standing, prepared.after) : standing, facts);
    const again = await this.#prepare(act);
    const withRoom = await endOf(this.#page, again);
    if (withRoom.kind === 'acknowledged') this.#acting.note(again);
    else await this.#lookAnew();
    return { act: act.name, end, lost, unopenable, withRoom };
  }

  async #prepare(act: Act): Promise<PreparedAct> {
    const prepared = await this.#acting.prepare(this.#page, act);
    if (!prepared) throw new Error(`There is nothing to do this to: ${act.name}`);
    return prepared;
  }

  /** Looks at what is kept in a tab that knows nothing of what was shown before. */
  async #lookAnew(): Promise<Look> {
    await this.#openAlone();
    const { main } = this.#acting;
    await turnToCollection(this.#page, main);
    const look = await lookAround(this.#page, main);
    this.#acting.facts = look.facts;
    return look;
  }

  /** Opens the site in a new tab and closes the others. */
  async #openAlone(): Promise<void> {
    const others = tabsOf(this.#page);
    this.#page = await this.#page.context().newPage();
    for (const other of others) await other.close();
    await this.#page.goto(this.#url);
  }
}

/** Reads the outcome of an act from the screen: done, or the reason of its failure. */
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
  const shown = page.locator('.notice.error .words, li.aside.failed');
  const failure = shown.nth(await shown.count());
  return async () => {
    await failure.waitFor({ timeout: PATIENCE });
    return { kind: 'refused', words: inOneLine(await failure.innerText()) };
  };
}

const inOneLine = (words: string): string => words.replaceAll(/\s+/gu, ' ');

interface Quota {
  /** Fills the storage of the site. */
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
      await other.close();
    },
  };
}
