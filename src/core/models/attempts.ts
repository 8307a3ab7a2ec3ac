import type { ChatReply } from './chat-model';

/** A reply that is asked for. */
export interface Attempt {
  /** From 0. */
  readonly number: number;
  /** Set where the reply that is kept is of no use, and of an earlier run: the model is asked whatever is kept. */
  readonly anew?: 0;
}

/**
 * Replies that are asked for until one can be used: so many, and after these, once more, those that an earlier run had got and of which nothing
 * could be used, since the model may give a better one now.
 */
export class Attempts {
  readonly #most: number;
  readonly #stale: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a reply of which nothing can be used; tells whether this run got it. */
  useless({ number }: Attempt, { stale }: ChatReply): boolean {
    if (stale) this.#stale.push(number);
    return !stale;
  }

  *[Symbol.iterator](): Generator<Attempt> {
    for (let number = 0; number < this.#most; number++) yield { number };
    for (const number of this.#stale) yield { number, anew: 0 };
  }
}
