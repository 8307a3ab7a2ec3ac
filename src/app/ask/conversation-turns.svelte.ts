import {
  mergeTurns,
  type ConversationChange,
  type ConversationItem,
  type KeptTurn,
  type Turn,
} from '../../core/conversations/conversations';
import type { ConnectEngine } from '../engine';

/** The turns of one conversation, as they are kept. They are read once; afterwards only those that were written since. */
export class ConversationTurns {
  /** The conversation whose turns these are; null while another one's are read. */
  conversation = $state<string | null>(null);
  #kept = $state.raw<readonly KeptTurn[]>([]);
  readonly turns = $derived<readonly Turn[]>(this.#kept.map(({ turn }) => turn));
  readonly #engine: ConnectEngine;
  /** Up to which everything is here. */
  #revision = 0;
  /** Ends when what was asked for last is here; null while nothing is read. */
  #reading = $state.raw<Promise<void> | null>(null);
  /** Counts what was turned to. */
  #latest = 0;

  constructor(engine: ConnectEngine) {
    this.#engine = engine;
  }

  /** Current reading of turns; null for none. */
  get reading(): Promise<void> | null {
    return this.#reading;
  }

  /** Turns to a conversation and reads its turns; null for none. */
  async show(conversation: string | null): Promise<void> {
    this.#hold(null, [], 0);
    if (conversation !== null) await this.#track(this.#read(conversation, 0));
  }

  /** Reads what was written of a conversation since. */
  async refresh(conversation: string, { revision }: Pick<ConversationItem, 'revision'>): Promise<void> {
    if (conversation !== this.conversation || revision <= this.#revision) return;
    await this.#track(this.#read(conversation, this.#revision));
  }

  /** Takes over a turn that was written. Another one that was written before it and is not here yet is read. */
  adopt({ conversation: { id, revision }, kept }: ConversationChange): void {
    if (id !== this.conversation) return;
    const isNext = kept.revision === this.#revision + 1;
    this.#kept = mergeTurns(this.#kept, [kept]);
    if (isNext) this.#revision = kept.revision;
    else void this.refresh(id, { revision }).catch(() => undefined); // the turn itself is here
  }

  /** Turns to a conversation that has just begun with a turn. */
  begin({ conversation: { id }, kept }: ConversationChange): void {
    this.#hold(id, [kept], kept.revision);
  }

  #hold(conversation: string | null, kept: readonly KeptTurn[], revision: number): void {
    this.#latest += 1;
    this.#reading = null;
    this.conversation = conversation;
    this.#kept = kept;
    this.#revision = revision;
  }

  async #read(conversation: string, after: number): Promise<void> {
    const ticket = this.#latest;
    const written: KeptTurn[] = [];
    const engine = await this.#engine();
    for await (const portion of engine.turns(conversation, after)) {
      if (ticket !== this.#latest) return;
      written.push(...portion);
    }
    if (ticket !== this.#latest) return;
    this.conversation = conversation;
    this.#kept = mergeTurns(this.#kept, written);
    this.#revision = Math.max(this.#revision, ...written.map(({ revision }) => revision));
  }

  async #track(reading: Promise<void>): Promise<void> {
    this.#reading = reading;
    try {
      await reading;
    } finally {
      if (this.#reading === reading) this.#reading = null;
    }
  }
}
