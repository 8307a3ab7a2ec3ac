import { ModelError } from '../../../core/errors';
import { abortable, createMutex } from '../../../core/async';

interface Disposable {
  dispose(): Promise<void>;
}

/** Keeps one session open at a time and lends it to one caller after the other. Another key closes it before its own is opened. */
interface SessionCache<K, T extends Disposable> {
  /**
   * A session whose work fails is closed, so that the next call opens it again; a refusal in words (ModelError) leaves
   * it open. Throws the signal's reason while it waits. An opening that has begun continues for the next call.
   */
  use<R>(key: K, signal: AbortSignal | undefined, work: (session: T) => Promise<R>): Promise<R>;
  /** Checks if this one is open already. */
  has(key: K): boolean;
  unload(): Promise<void>;
}

interface CachedSession<K, T> {
  readonly key: K;
  readonly opening: Promise<T>;
  open: boolean;
}

export function createSessionCache<K, T extends Disposable>(open: (key: K) => Promise<T>): SessionCache<K, T> {
  const mutex = createMutex();
  let cached: CachedSession<K, T> | undefined;
  /** Resolves when the earlier session is closed, or failed to close. */
  let closed: Promise<unknown> = Promise.resolve();

  const free = (): Promise<void> => {
    const old = cached;
    cached = undefined;
    const disposed = closed.then(async () => (await old?.opening.catch(() => undefined))?.dispose());
    closed = disposed.catch(() => undefined); // thrown to the caller; the next one opens its own all the same
    return disposed;
  };
  const get = (key: K): Promise<T> => {
    if (cached?.key === key) return cached.opening;
    const mine: CachedSession<K, T> = { key, opening: free().then(() => open(key)), open: false };
    cached = mine;
    mine.opening.then(
      () => (mine.open = true),
      () => {
        if (cached === mine) cached = undefined;
      },
    );
    return mine.opening;
  };
  return {
    use: (key, signal, work) =>
      mutex.run(async () => {
        try {
          return await work(await abortable(get(key), signal));
        } catch (error) {
          if (!signal?.aborted && !(error instanceof ModelError)) await free();
          throw error;
        }
      }, signal),
    has: (key) => cached?.key === key && cached.open,
    unload: () => mutex.run(free),
  };
}
