import { createContext } from 'svelte';
import { onAbort } from '../core/async';
import { explain, isAbort, type Explained } from './words/errors';

/** A failure stays until it is dismissed; a toast goes by itself. */
type Notice = { readonly id: number; readonly what: string } & (
  | ({
      readonly kind: 'failure';
      /** Name of the failed action; another try replaces its notice. */
      readonly doing: string;
    } & Explained)
  | { readonly kind: 'toast'; readonly undo?: () => void }
);

type NewNotice = Notice extends infer T ? (T extends Notice ? Omit<T, 'id'> : never) : never;

/** Messages shown at a time; more would cover the page. */
const SHOWN = 3;

/** Milliseconds that a toast is shown, and one with *Undo*. */
const TOAST = 5_000;
const UNDO = 10_000;

/** Milliseconds after which work without a progress of its own is shown. */
const LONG = 1_000;

/** Work without a known progress. */
interface LongWork {
  readonly doing: string;
  /** Start of the work, in milliseconds since 1970. */
  readonly begun: number;
  /** Stops it; missing where it cannot be stopped. */
  readonly stop?: () => void;
}

/** Messages to the person. */
export class Notices {
  items = $state.raw<readonly Notice[]>([]);
  /** Long work that reports no progress. */
  working = $state.raw<readonly LongWork[]>([]);
  #next = 1;
  /** Called when a toast with *Undo* goes, by its id. */
  readonly #onGone = new Map<number, () => void>();

  /** Shows a toast, and returns its id. */
  say(what: string, milliseconds = TOAST): number {
    const id = this.#push({ kind: 'toast', what });
    setTimeout(() => this.dismiss(id), milliseconds);
    return id;
  }

  /** Shows a toast with *Undo* until the signal aborts at the latest. Resolves when it goes: with true where it was undone. */
  offerUndo(what: string, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      let isUndone = false;
      const undo = (): void => {
        isUndone = true;
        this.dismiss(id);
      };
      const id = this.#push({ kind: 'toast', what, undo });
      this.#onGone.set(id, () => resolve(isUndone));
      setTimeout(() => this.dismiss(id), UNDO);
      onAbort(signal, () => this.dismiss(id));
    });
  }

  fail(doing: string, error: unknown): void {
    if (isAbort(error)) return;
    this.#push({ kind: 'failure', doing, ...explain(doing, error) });
  }

  dismiss(id: number): void {
    this.#show(this.items.filter((item) => item.id !== id));
  }

  /** Runs something the person asked for; a failure becomes a notice and `undefined`. */
  async attempt<T>(doing: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await run();
      this.#show(this.items.filter((item) => item.kind !== 'failure' || item.doing !== doing));
      return result;
    } catch (error) {
      this.fail(doing, error);
      return undefined;
    }
  }

  /**
   * Does the same for long work: while it runs, it is shown with a way to stop it. No error is shown once it was
   * stopped.
   */
  async attemptLong<T>(doing: string, run: () => Promise<T>, stop?: AbortController): Promise<T | undefined> {
    const work = { doing, begun: Date.now(), ...(stop && { stop: () => stop.abort() }) };
    const telling = setTimeout(() => (this.working = [...this.working, work]), LONG);
    try {
      return await this.attempt(doing, run);
    } finally {
      clearTimeout(telling);
      this.working = this.working.filter((one) => one !== work);
    }
  }

  #push(notice: NewNotice): number {
    const id = this.#next++;
    const others = this.items.filter((item) => !replaces(notice, item));
    this.#show([...others.slice(1 - SHOWN), { ...notice, id }]);
    return id;
  }

  #show(items: readonly Notice[]): void {
    this.items = items;
    for (const [id, onGone] of this.#onGone) {
      if (items.some((item) => item.id === id)) continue;
      this.#onGone.delete(id);
      onGone();
    }
  }
}

/** The same message, or another try of the same thing. Two toasts with *Undo* are about two things. */
function replaces(notice: NewNotice, item: Notice): boolean {
  if (item.kind === 'failure' && notice.kind === 'failure' && item.doing === notice.doing) return true;
  return item.what === notice.what && !('undo' in item);
}

export const [getNotices, setNotices] = createContext<Notices>();
