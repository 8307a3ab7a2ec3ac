import type { CDPSession, Page } from '@playwright/test';
import type { Act, PreparedAct, Scene } from '../acts/act';
import type { Copies } from '../acts/collection-acts';
import { changed, differingFacts, type Facts } from '../acts/facts';
import { lookAround } from '../acts/look';
import { turnToCollection } from '../acts/places';
import { makeCollection, visit, type Chromium } from '../acts/visit';

/** Outcome of an act while the browser's storage was full. */
export interface FullRound {
  readonly act: string;
  /** Acknowledged, as it needs hardly any room, or refused in these words. */
  readonly end: { readonly kind: 'acknowledged' } | { readonly kind: 'refused'; readonly words: string };
  /** Facts that are not as they were before, or as they are after an acknowledgement. */
  readonly lost: readonly string[];
  /** True if the act was acknowledged once there was room again. */
  readonly worksAgain: boolean;
}

/** Milliseconds for an act to be acknowledged or refused. */
const PATIENCE = 30_000;
/** Acts to prepare for others: a full disk is met by each act once. */
const TRIES = 3;

/** Performs each act while the storage of the site is full, and again once it has room. */
export async function* fillStorage(
  chromium: Chromium,
  acts: readonly Act[],
  random: () => number,
): AsyncGenerator<FullRound> {
  const copies: Copies = { newest: null };
  let serial = 0;
  const main = await visit(chromium, makeCollection);
  for (const act of acts) {
    const round = await visit(chromium, async (page) => {
      const quota = await quotaOf(page);
      const before = (await lookAround(page, main)).facts;
      const prepared = await prepare(act, { page, facts: before, random, copies }, () => ++serial);
      if (!prepared) return null;
      await quota.fill();
      const end = await endOf(page, prepared);
      await quota.lift();
      const seen = await lookAfterReload(page, main);
      const standing = changed(before, prepared.before ?? {});
      const expected = end.kind === 'refused' ? standing : changed(before, prepared.after);
      const lost = differingFacts(expected, seen);
      return {
        act: act.name,
        end,
        lost,
        worksAgain: await works(act, { page, facts: seen, random, copies }, ++serial),
      };
    });
    if (round) yield round;
  }
}

type Place = Omit<Scene, 'serial'>;

async function prepare(act: Act, place: Place, serial: () => number): Promise<PreparedAct | null> {
  for (let tried = 0; tried < TRIES; tried++) {
    const prepared = await act.prepare({ ...place, serial: serial() });
    if (prepared) return prepared;
  }
  return null;
}

/** Reads the outcome of an act from the screen: done, or the reason of its failure. */
async function endOf(page: Page, prepared: PreparedAct): Promise<FullRound['end']> {
  const failure = page.locator('.notice.error .words').first();
  const refused = failure
    .waitFor({ timeout: PATIENCE })
    .then(async () => (await failure.innerText()).replaceAll('\n', ' '));
  const done = prepared.perform().then(() => null);
  const words = await Promise.any([refused, done]);
  return words === null ? { kind: 'acknowledged' } : { kind: 'refused', words };
}

async function lookAfterReload(page: Page, main: string): Promise<Facts> {
  await page.reload();
  await turnToCollection(page, main);
  return (await lookAround(page, main)).facts;
}

async function works(act: Act, place: Place, serial: number): Promise<boolean> {
  const prepared = await act.prepare({ ...place, serial });
  return !prepared || (await endOf(place.page, prepared)).kind === 'acknowledged';
}

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
    },
  };
}
