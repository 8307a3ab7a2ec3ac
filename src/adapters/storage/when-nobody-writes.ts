import { writeLock } from './locks';
import type { StorageContext } from './storage-context';

/** Milliseconds left to a tab that is only being reloaded, so that it writes on. */
const GRACE = 1500;

/** Calls back whenever nobody has written a collection for a moment, until stopped: another tab was closed, or died. */
export function whenNobodyWrites(context: StorageContext, collection: string, callback: () => void): () => void {
  const stop = new AbortController();
  const wait = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await context.locks.whenFree(writeLock(collection), stop.signal);
      await context.pause(GRACE);
      if (stop.signal.aborted) return;
      callback();
      await context.pause(GRACE); // who was called takes the lock: asking for it at once would be in the way
    }
  };
  wait().catch((error: unknown) => {
    if (!stop.signal.aborted) context.report(error);
  });
  return () => stop.abort();
}
