import { ModelError } from '../../../core/errors';
import { createTurns } from '../turns';

interface Disposable {
  dispose(): Promise<void>;
}

/** Holds one loaded thing at a time and lends it in turns; another key lets go of what is held before it opens its own. */
export interface Held<K, T extends Disposable> {
  /** A thing that fails at work is let go, unless it was a refusal in words (ModelError), so that the next call opens it anew. Throws the signal's reason while it waits. */
  use<R>(key: K, signal: AbortSignal | undefined, work: (thing: T) => Promise<R>): Promise<R>;
  has(key: K): boolean;
  letGo(): Promise<void>;
}

export function createHeld<K, T extends Disposable>(open: (key: K) => Promise<T>): Held<K, T> {
  const turns = createTurns();
  let held: { readonly key: K; readonly thing: T } | undefined;

  const free = async (): Promise<void> => {
    const old = held;
    held = undefined;
    await old?.thing.dispose();
  };
  const get = async (key: K): Promise<T> => {
    if (held?.key === key) return held.thing;
    await free();
    const thing = await open(key);
    held = { key, thing };
    return thing;
  };
  return {
    use: async (key, signal, work) => {
      const leave = await turns.take(signal);
      try {
        const thing = await get(key);
        signal?.throwIfAborted();
        return await work(thing);
      } catch (error) {
        if (!signal?.aborted && !(error instanceof ModelError)) await free();
        throw error;
      } finally {
        leave();
      }
    },
    has: (key) => held?.key === key,
    letGo: async () => {
      const leave = await turns.take();
      await free().finally(leave);
    },
  };
}
