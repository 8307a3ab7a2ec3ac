import type { Timer } from '../../src/core/platform';

/** Turns of the event loop after which nothing is taken to be under way but what waits for time to pass. */
const TURNS = 20;

/** A timer whose time passes only when a test lets it. */
export interface SteppedTimer extends Timer {
  /** All waits that were begun, in milliseconds. */
  readonly set: readonly number[];
  /** Resolves once so much of this time has passed. */
  pause(milliseconds: number): Promise<void>;
  /** Resolves with what work comes to; whenever that waits for time alone, the next wait is over at once. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Time that stands still as long as anything else goes on. */
export function steppedTimer(): SteppedTimer {
  const set: number[] = [];
  const waits = new Map<number, { readonly due: number; readonly act: () => void }>();
  let now = 0;
  let last = 0;
  const after: Timer['after'] = (milliseconds, act) => {
    set.push(milliseconds);
    const id = ++last;
    waits.set(id, { due: now + milliseconds, act });
    return () => waits.delete(id);
  };
  const step = (): void => {
    const [next] = [...waits].sort(([a, one], [b, other]) => one.due - other.due || a - b);
    if (!next) return;
    const [id, { due, act }] = next;
    waits.delete(id);
    now = due;
    act();
  };
  return {
    set,
    after,
    pause: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    during: async (work) => {
      let isOver = false;
      const end = (): void => void (isOver = true);
      work.then(end, end);
      while (!isOver) {
        for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
        if (!isOver) step();
      }
      return work;
    },
  };
}
