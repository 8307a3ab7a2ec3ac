import { ModelError } from '../../../core/errors';
import { abortable, createMutex } from '../../../core/async';

interface Disposable {
  dispose(): Promise<void>;
}

/** Holds one loaded thing at a time and lends it in turns; another key lets go of what is held before it opens its own. */
export interface SessionCache<K, T extends Disposable> {
  /**
   * A thing that fails at work is let go, unless it was a refusal in words (ModelError), so that the next call opens it anew. Throws the
   * signal's reason while it waits; an opening that has begun goes on for the next call.
   */
  use<R>(key: K, signal: AbortSignal | undefined, work: (thing: T) => Promise<R>): Promise<R>;
  /** Whether this one is open already. */
  has(key: K): boolean;
  letGo(): Promise<void>;
}

interface CachedSession<K, T> {
  readonly key: K;
  readonly opening: Promise<T>;
  open: boolean;
}

export function createSessionCache<K, T extends Disposable>(open: (key: K) => Promise<T>): SessionCache<K, T> {
  const mutex = createMutex();
  let cached: CachedSession<K, T> | undefined;
  /** Resolves when what was held before is gone, well or not. */
  let gone: Promise<unknown> = Promise.resolve();

  const free = (): Promise<void> => {
    const old = cached;
    cached = undefined;
    const disposed = gone.then(async () => (await old?.opening.catch(() => undefined))?.dispose());
    gone = disposed.catch(() => undefined); // told to who asked for it; the next one opens its own all the same
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
    use: async (key, signal, work) => {
      const release = await mutex.acquire(signal);
      try {
        const thing = await abortable(get(key), signal);
        return await work(thing);
      } catch (error) {
        if (!signal?.aborted && !(error instanceof ModelError)) await free();
        throw error;
      } finally {
        release();
      }
    },
    has: (key) => cached?.key === key && cached.open,
    letGo: async () => {
      const release = await mutex.acquire();
      await free().finally(release);
    },
  };
}
