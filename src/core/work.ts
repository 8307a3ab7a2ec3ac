import type { CallOptions, Clock } from './platform';

export interface WorkProgress {
  readonly done: number;
  readonly total: number;
}

/** Long pure work as a generator: it yields often (every few milliseconds) and returns its result. */
export type Work<T> = Generator<WorkProgress, T, void>;

export interface WorkOptions extends CallOptions {
  readonly clock: Clock;
  readonly onProgress?: (progress: WorkProgress) => void;
  /** Milliseconds to work before other tasks get their turn; default 12. */
  readonly slice?: number;
}

/** Visits the items in order, yielding after every so many. */
export function* inSteps<T>(
  items: { readonly length: number; entries(): Iterable<[number, T]> },
  visit: (item: T) => void,
  every = 64,
): Work<void> {
  for (const [at, item] of items.entries()) {
    visit(item);
    if ((at + 1) % every === 0) yield { done: at + 1, total: items.length };
  }
}

/** The same work, as the part of other work from one share of it to another. */
export function* asPart<T>(work: Work<T>, from: number, to: number): Work<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const { done, total } = step.value;
    yield { done: from + ((to - from) * done) / Math.max(1, total), total: 1 };
  }
}

/** Drives work to its end in slices, so that questions are answered meanwhile. Throws the signal's reason when aborted. */
export async function runWork<T>(work: Work<T>, options: WorkOptions): Promise<T> {
  const { clock, signal, onProgress, slice = 12 } = options;
  let sliceEnd = clock.now() + slice;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (clock.now() < sliceEnd) continue;
    onProgress?.(step.value);
    await clock.yield();
    signal?.throwIfAborted();
    sliceEnd = clock.now() + slice;
  }
}

/** Runs work to its end at once (tests, scripts, small inputs). */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
