import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { randomOrder } from '../../src/core/random';
import type { Act, PreparedAct } from '../acts/act';
import { Acting } from '../acts/acting';
import { changed, differingFacts, type Facts } from '../acts/facts';
import { lookAround, type Look } from '../acts/look';
import { tabsOf, turnToCollection } from '../acts/places';
import { makeCollection, visit, type Chromium } from '../acts/visit';
import { openBeside, type Beside } from './beside';

/** A kill, with what was found afterwards. */
export interface Kill {
  readonly act: string;
  readonly beside: Beside;
  /** Milliseconds from the begin of the act, and from the acknowledgement where there was one. */
  readonly after: number;
  readonly afterAcknowledgement: number | null;
  /** Facts that had been acknowledged and are otherwise now. */
  readonly lost: readonly string[];
  /** Facts of an act that was not acknowledged, of which some hold and others do not. */
  readonly halfDone: readonly string[];
  readonly unopenable: readonly string[];
}

/** Milliseconds that an act takes until it was done once. */
const USUAL = 600;
/** Milliseconds of the latest kill after an acknowledgement, and of those right after it. */
const LATE = 1_500;
const AT_ONCE = 15;
/** Milliseconds until a long list is drawn. */
const DRAWING = 2_000;

/** Record of an act in a killed browser. */
interface Interrupted {
  readonly act: string;
  readonly beside: Beside;
  readonly before: Facts;
  readonly after: Facts;
  readonly started: number;
  readonly killed: number;
  readonly acknowledged: number | null;
}

interface Prepared {
  readonly act: Act;
  readonly beside: Beside;
  readonly prepared: PreparedAct;
}

/** Kills one browser after the other on the same profile, and compares what the next one shows with what was acknowledged. */
export class KillRounds {
  readonly #chromium: Chromium;
  readonly #acts: readonly Act[];
  readonly #random: () => number;
  readonly #durations = new Map<string, number>();
  #acting: Acting;
  #queue: Act[] = [];

  constructor(chromium: Chromium, acts: readonly Act[], random: () => number) {
    this.#chromium = chromium;
    this.#acts = acts;
    this.#random = random;
    this.#acting = new Acting('', new Map(), random);
  }

  /** Makes the collection that everything is done to. */
  async begin(): Promise<void> {
    await visit(this.#chromium, async (page) => {
      const main = await makeCollection(page);
      this.#acting = new Acting(main, (await lookAround(page, main)).facts, this.#random);
    });
  }

  /** Performs acts and kills the browser at each. The last visit only reads. */
  async *run(kills: number): AsyncGenerator<Kill> {
    let interrupted: Interrupted | null = null;
    for (let done = 0; done <= kills; done++) {
      const before = interrupted;
      let kill: Kill | null = null;
      interrupted = await visit(this.#chromium, async (page, end) => {
        if (before) kill = await this.#compare(page, before);
        return done < kills ? this.#interrupt(page, end) : null;
      });
      if (kill) yield kill;
    }
  }

  async #compare(page: Page, { before, after, ...interrupted }: Interrupted): Promise<Kill> {
    await page.locator('#collection').waitFor();
    const { acknowledged, killed, started } = interrupted;
    const { facts, unopenable } = await this.#look(page, acknowledged === null ? [after, before] : [after]);
    const fromAfter = differingFacts(after, facts);
    const fromBefore = differingFacts(before, facts);
    const isWhole = fromAfter.length === 0 || (acknowledged === null && fromBefore.length === 0);
    // Facts that an act without acknowledgement does not touch are in both.
    const lost = acknowledged === null ? fromAfter.filter((line) => fromBefore.includes(line)) : fromAfter;
    this.#acting.facts = facts;
    return {
      ...{ act: interrupted.act, beside: interrupted.beside, unopenable },
      after: Math.round(killed - started),
      afterAcknowledgement: acknowledged === null ? null : Math.round(killed - acknowledged),
      lost: isWhole ? [] : lost,
      halfDone: isWhole || lost.length > 0 ? [] : fromAfter,
    };
  }

  /** Reads a second time where a fact is not as expected: long lists are drawn bit by bit. */
  async #look(page: Page, expected: readonly Facts[]): Promise<Look> {
    const first = await lookAround(page, this.#acting.main);
    if (expected.some((facts) => differingFacts(facts, first.facts).length === 0)) return first;
    await wait(DRAWING);
    return lookAround(page, this.#acting.main);
  }

  async #interrupt(page: Page, end: () => Promise<void>): Promise<Interrupted> {
    const { act, beside, prepared } = await this.#prepareNext(page);
    const before = changed(this.#acting.facts, prepared.before ?? {});
    const after = changed(before, prepared.after);
    const started = performance.now();
    let acknowledged: number | null = null;
    let isDead = false;
    const performing = prepared.perform().then(
      () => (acknowledged = isDead ? null : performance.now()),
      (error: unknown) => {
        if (!isDead) throw error;
      },
    );
    await Promise.race([this.#moment(act, performing), performing.then(() => new Promise<void>(() => undefined))]);
    isDead = true;
    const killed = performance.now();
    await end();
    await performing;
    if (acknowledged !== null) this.#durations.set(act.name, acknowledged - started);
    return { ...{ act: act.name, beside, before, after, started, killed, acknowledged } };
  }

  /** Resolves when the browser is to be killed: in the middle of an act, right after its acknowledgement, or a little later. */
  async #moment(act: Act, performing: Promise<unknown>): Promise<void> {
    const kind = this.#random();
    const share = this.#random();
    if (kind < 0.4) return wait(share * (this.#durations.get(act.name) ?? USUAL));
    await performing;
    await wait(share * (kind < 0.8 ? AT_ONCE : LATE));
  }

  /** The next act that there is something to do to, with what is open beside it. */
  async #prepareNext(page: Page): Promise<Prepared> {
    await turnToCollection(page, this.#acting.main);
    const first = this.#takeAct();
    let beside = this.#besideOf(first);
    await openBeside(page, beside);
    const ready = await this.#acting.prepareNow(page, first);
    if (ready) return { act: first, beside, prepared: ready };
    // Acts that are done for this one leave the collection, which a second tab would take over.
    if (beside === 'a second tab') beside = 'nothing';
    for (const tab of tabsOf(page)) if (tab !== page) await tab.close();
    for (let act = first; ; act = this.#takeAct()) {
      const prepared = await this.#acting.prepare(page, act);
      if (prepared) return { act, beside, prepared };
    }
  }

  #takeAct(): Act {
    if (this.#queue.length === 0)
      this.#queue = [...randomOrder(this.#acts.length, this.#random)].flatMap((at) => this.#acts[at] ?? []);
    const act = this.#queue.pop();
    if (!act) throw new Error('There are no acts');
    return act;
  }

  /** A second tab would take over from the one that an act closes. */
  #besideOf({ closesTab }: Act): Beside {
    if (this.#random() < 0.5) return 'nothing';
    return closesTab === true || this.#random() < 0.5 ? 'a private window' : 'a second tab';
  }
}
