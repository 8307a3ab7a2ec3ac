import type { Tuning } from '../core/index/tuning';
import type { Values } from '../core/parameters';
import { READING, readingValues } from './reading-values';
import type { Session } from './session.svelte';
import { WatchedCalls } from './watched-calls.svelte';

/** A parameter of the reading as a model proposes it. */
export interface Proposal {
  readonly parameter: string;
  readonly title: string;
  readonly proposed: string;
  /** What is set now; empty for nothing. */
  readonly now: string;
  readonly taken: boolean;
}

/** Lets the chosen model look at the collection and propose how to read it. */
export class ReadingTuning {
  readonly model = new WatchedCalls();
  /** What the documents are about; it is only said. */
  domain = $state('');
  proposals = $state.raw<readonly Proposal[]>([]);
  /** Whether the last proposals were written into the parameters. */
  used = $state(false);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async propose(): Promise<void> {
    Object.assign(this, { domain: '', proposals: [], used: false });
    let now: Values = {};
    await this.model.run(
      'Fitting to your documents',
      async (signal) => {
        const engine = await this.#session.engine();
        now = await readingValues(engine);
        return engine.tuneReading({ signal });
      },
      (event) => {
        if (event.kind === 'tuned') this.#take(event.tuning, now);
      },
    );
  }

  choose(parameter: string, taken: boolean): void {
    this.proposals = this.proposals.map((one) => (one.parameter === parameter ? { ...one, taken } : one));
  }

  /** A person's own words in place of the proposed ones; they are taken unless they say what is set now, or nothing. */
  reword(parameter: string, words: string): void {
    this.used = false;
    this.proposals = this.proposals.map((one) =>
      one.parameter === parameter ? { ...one, proposed: words, taken: isNews(words, one.now) } : one,
    );
  }

  /** Writes what is chosen into the parameters of the reading. */
  async use(): Promise<void> {
    const chosen = this.proposals.flatMap(({ taken, parameter, proposed }) =>
      taken ? [[parameter, proposed.trim()]] : [],
    );
    this.used = await this.#session.indexing.run('Setting how passages are read', async function* (engine, options) {
      const values = { ...(await readingValues(engine)), ...Object.fromEntries(chosen) };
      yield* engine.configure(READING, values, options);
    });
    if (!this.used) return;
    this.proposals = this.proposals.map((one) => (one.taken ? { ...one, now: one.proposed, taken: false } : one));
  }

  #take({ domain, persona, types, claims, language }: Tuning, now: Values): void {
    const proposal = (parameter: string, title: string, proposed: string, taken = true): Proposal => {
      const before = String(now[parameter] ?? '');
      return { parameter, title, proposed, now: before, taken: taken && isNews(proposed, before) };
    };
    this.domain = domain;
    this.proposals = [
      proposal('entity_types', 'Kinds of entities', types.join(', ')),
      proposal('persona', 'Who reads', persona),
      proposal('claims_about', 'What counts as a claim', claims),
      proposal('language', 'Language of what is written', language, false),
    ];
  }
}

const isNews = (words: string, now: string): boolean => words.trim() !== '' && words.trim() !== now;
