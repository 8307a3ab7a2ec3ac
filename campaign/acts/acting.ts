import type { Page } from '@playwright/test';
import { ready } from '../../tests/helpers/page-steps';
import type { Act, PreparedAct } from './act';
import { ACTS } from './acts';
import type { Copies } from './collection-acts';
import { changed, type Facts } from './facts';
import { turnToCollection } from './places';

/** Rounds of all acts that are done until there is something to do an act to. */
const ROUNDS = 2;

/** Prepares acts on one collection, and knows what the screen has shown as kept. */
export class Acting {
  readonly main: string;
  facts: Facts;
  readonly #random: () => number;
  readonly #copies: Copies = { newest: null };
  #serial = 0;
  #next = 0;

  constructor(main: string, facts: Facts, random: () => number) {
    this.main = main;
    this.facts = facts;
    this.#random = random;
  }

  /** Prepares an act. Where there is nothing to do it to, others are done until there is; null where that does not help. */
  async prepare(page: Page, act: Act): Promise<PreparedAct | null> {
    for (let tried = 0; tried <= ROUNDS * ACTS.length; tried++) {
      const prepared = await this.prepareNow(page, act);
      if (prepared) return prepared;
      const other = ACTS[this.#next++ % ACTS.length];
      if (other && other !== act && !other.closesTab) await this.#do(page, other);
    }
    return null;
  }

  /** Prepares an act; null where there is nothing to do it to. */
  async prepareNow(page: Page, act: Act): Promise<PreparedAct | null> {
    await turnToCollection(page, this.main);
    await ready(page);
    const serial = ++this.#serial;
    return act.prepare({ page, facts: this.facts, random: this.#random, serial, copies: this.#copies });
  }

  /** Notes what holds after an act that was acknowledged. */
  note({ before = {}, after }: PreparedAct): void {
    this.facts = changed(changed(this.facts, before), after);
  }

  async #do(page: Page, act: Act): Promise<void> {
    const prepared = await this.prepareNow(page, act);
    if (!prepared) return;
    await prepared.perform();
    this.note(prepared);
  }
}
