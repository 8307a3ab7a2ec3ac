import type { Timer } from './platform';

/** Admits one caller at a time, in the order of arrival. */
export interface Mutex {
  /** Resolves once the caller may go in, to the function that lets the next one in. Throws the signal's reason when aborted before. */
  acquire(signal?: AbortSignal): Promise<() => void>;
  /** Runs a task alone. Its failure goes to the caller; the next task starts all the same. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A free mutex. */
export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  const acquire = async (signal?: AbortSignal): Promise<() => void> => {
    const before = last;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    last = before.then(() => released);
    try {
      await abortable(before, signal);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  };
  return {
    acquire,
    run: async (task, signal) => {
      const release = await acquire(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}

/**
 * Results that may wait to be taken, per call at a time. It is large enough for a model to continue while a slow item,
 * or deriving everything again after one, delays the others.
 */
const UNTAKEN = 64;

/** The first items, which show whether the others are worth beginning. */
interface Pilot {
  readonly size: number;
  /** Resolves when the others may begin; they also begin once all of the pilot's results are taken. */
  readonly passed: Promise<void>;
}

/**
 * Maps items, so many at a time, and takes the results one after the other in the items' order. `items` may be a function: it is asked for an
 * item whenever a call is free, until it has none and no call runs. The first failure in order ends it, once no call runs any more; the results
 * before it are taken by then.
 */
export async function mapInOrder<A, B>(
  items: readonly A[] | (() => A | undefined),
  concurrency: number,
  map: (item: A, index: number) => Promise<B>,
  take: (result: B, item: A) => Promise<void> | void,
  pilot?: Pilot,
): Promise<void> {
  const most = Math.max(1, concurrency);
  const draw = typeof items === 'function' ? items : () => items[begun];
  /** Begun and not taken yet, in order. */
  const untaken: { readonly item: A; readonly result: Promise<B> }[] = [];
  let begun = 0;
  let running = 0;
  let failed = false;
  let limit = pilot?.size ?? Infinity;
  const call = async (item: A, index: number): Promise<B> => {
    running++;
    try {
      return await map(item, index);
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      running--;
      begin();
    }
  };
  const begin = (): void => {
    while (!failed && running < most && begun < limit && untaken.length < most * UNTAKEN) {
      const item = draw();
      if (item === undefined) return;
      const result = call(item, begun++);
      result.catch(() => undefined); // awaited below; this keeps a failure from being reported as unhandled
      untaken.push({ item, result });
    }
  };
  const lift = (): void => {
    limit = Infinity;
    begin();
  };
  void pilot?.passed.then(lift);
  begin();
  try {
    for (let taken = 1; untaken[0]; taken++) {
      const { item, result } = untaken[0];
      await take(await result, item);
      untaken.shift();
      if (taken >= limit) limit = Infinity;
      begin();
    }
  } catch (error) {
    failed = true;
    await Promise.allSettled(untaken.map(({ result }) => result));
    throw error;
  }
}

/** Maps items, so many at a time, as `mapInOrder` does, and returns the results. */
export async function mapConcurrent<A, B>(
  items: readonly A[] | (() => A | undefined),
  concurrency: number,
  map: (item: A, index: number) => Promise<B>,
): Promise<readonly B[]> {
  const results: B[] = [];
  await mapInOrder(items, concurrency, map, (result) => void results.push(result));
  return results;
}

interface StreamOptions<E> {
  /** Also aborts what runs. */
  readonly signal?: AbortSignal | undefined;
  /** Makes one of the last item that nobody took yet and the next one; undefined keeps both. */
  readonly merge?: (last: E, next: E) => E | undefined;
  /** Allows merging with items before the last one; none by default. */
  readonly mayPass?: (last: E, next: E) => boolean;
  /** A reader that leaves early does not wait for the end. */
  readonly detached?: boolean;
}

/**
 * Runs a task that emits items and streams them in order, but for what is merged, so that the task never waits for its reader. Returns what the task returns, and throws
 * what it throws. A reader that leaves early aborts the task's signal and waits for its end, whose error it does not see.
 */
export async function* streamFromCallback<E, R = void>(
  run: (emit: (item: E) => void, signal: AbortSignal) => Promise<R>,
  { signal, merge, mayPass, detached = false }: StreamOptions<E> = {},
): AsyncGenerator<E, R> {
  const left = new AbortController();
  const waiting: E[] = [];
  let over = false;
  let wake = (): void => undefined;
  const isMerged = (item: E): boolean => {
    for (let at = waiting.length - 1; at >= 0; at--) {
      const last = waiting[at] as E;
      const merged = merge?.(last, item);
      if (merged !== undefined) waiting[at] = merged;
      if (merged !== undefined || !mayPass?.(last, item)) return merged !== undefined;
    }
    return false;
  };
  const emit = (item: E): void => {
    if (!isMerged(item)) waiting.push(item);
    wake();
  };
  const task = run(emit, anySignal(left.signal, signal)).finally(() => {
    over = true;
    wake();
  });
  const ended = task.catch(() => undefined); // awaited below; this keeps an early failure from being reported as unhandled
  try {
    for (;;) {
      const [item] = waiting.splice(0, 1);
      if (item !== undefined) yield item;
      else if (over) return await task;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    if (!over) left.abort();
    if (!detached) await ended;
  }
}

/** A signal that aborts as soon as one of these does. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** Calls back when the signal aborts, at once if it has; returns what ends the listening. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  else signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}

/** The result, or the signal's reason as soon as it aborts. What the promise does after that is ignored. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason as Error));
    promise.then(resolve, reject).finally(stop);
  });
}

/** Resolves after so many milliseconds; throws the signal's reason when it aborts before. */
export function delay(timer: Timer, milliseconds: number, signal?: AbortSignal): Promise<void> {
  let cancel = (): void => undefined;
  const elapsed = new Promise<void>((resolve) => (cancel = timer.after(milliseconds, resolve)));
  return abortable(elapsed, signal).finally(cancel);
}

/** The result, unless it takes longer than so many milliseconds: then this error. Throws the signal's reason when it aborts before. */
export function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  { timer, signal, error }: { readonly timer: Timer; readonly signal?: AbortSignal | undefined; readonly error: Error },
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = timer.after(milliseconds, () => reject(error));
    abortable(promise, signal).then(resolve, reject).finally(cancel);
  });
}
