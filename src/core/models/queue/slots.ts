/** A question of a person goes before everything that is done in the background. */
export type Priority = 'question' | 'background';

/** The right to use the model until it is given back. */
export interface Slot {
  /** Aborted when a question takes the slot over. */
  readonly signal: AbortSignal;
  /** True once a question took it over. */
  readonly takenOver: boolean;
  release(): void;
}

interface Waiting {
  readonly priority: Priority;
  readonly start: (slot: Slot) => void;
}

interface Running {
  readonly priority: Priority;
  readonly controller: AbortController;
  takenOver: boolean;
}

/**
 * Assigns as many slots as a model takes calls: questions first, each kind in the order of requests. Where background
 * work has all of them, a question takes over the latest slot; that work then waits at the head of its kind.
 */
export class Slots {
  #capacity = 1;
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Running>();

  /** From now on this many, at least one; who has a slot keeps it. */
  resize(capacity: number): void {
    this.#capacity = Math.max(1, capacity);
    this.#next();
  }

  /** Counts the calls that would be served before a newcomer of this priority. */
  ahead(priority: Priority): number {
    const before = this.#waiting.filter((one) => priority === 'background' || one.priority === 'question').length;
    return before + Math.max(0, this.#running.size - this.#capacity + 1);
  }

  /** Resolves when it is this caller's turn. `again` goes before others of its kind. Throws the signal's reason. */
  take(
    priority: Priority,
    { signal, again = false }: { readonly signal?: AbortSignal | undefined; readonly again?: boolean } = {},
  ): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const leave = (): void => {
        const place = this.#waiting.indexOf(waiting);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal?.reason as Error);
      };
      const start = (slot: Slot): void => {
        signal?.removeEventListener('abort', leave);
        resolve(slot);
      };
      const waiting: Waiting = { priority, start };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.splice(this.#placeFor(priority, again), 0, waiting);
      this.#next();
    });
  }

  #placeFor(priority: Priority, again: boolean): number {
    const questions = this.#waiting.filter((one) => one.priority === 'question').length;
    if (priority === 'question') return again ? 0 : questions;
    return again ? questions : this.#waiting.length;
  }

  #next(): void {
    while (this.#running.size < this.#capacity) {
      const waiting = this.#waiting.shift();
      if (!waiting) return;
      waiting.start(this.#slot(waiting.priority));
    }
    if (this.#waiting[0]?.priority === 'question') this.#takeOver();
  }

  /** One for questions is enough: the others come as their work ends, or as this one does where that hangs. */
  #takeOver(): void {
    const running = [...this.#running];
    if (running.some((one) => one.priority === 'question' || one.takenOver)) return;
    const last = running.at(-1);
    if (!last) return;
    last.takenOver = true;
    last.controller.abort(new Error('A question goes first.'));
  }

  #slot(priority: Priority): Slot {
    const running: Running = { priority, controller: new AbortController(), takenOver: false };
    this.#running.add(running);
    return {
      signal: running.controller.signal,
      get takenOver() {
        return running.takenOver;
      },
      release: () => {
        if (this.#running.delete(running)) this.#next();
      },
    };
  }
}
