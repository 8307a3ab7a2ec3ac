import type { CollectionView } from './api/collections';
import type { OpenCollection } from './open-collection';
import { viewOf } from './view';

/** Calls back at each generation that another tab makes durable; returns how to stop. */
export type ListenForNews = (collection: string, callback: () => void) => () => void;

/**
 * Views of a collection that another tab writes, one after each of its commits, or one for several that come close together.
 * Ends when aborted, and once this tab may write.
 */
export async function* follow(
  open: OpenCollection,
  listen: ListenForNews,
  signal?: AbortSignal,
): AsyncGenerator<CollectionView> {
  let heard = true; // something may have been committed since the collection was opened
  let wake = (): void => undefined;
  const stop = listen(open.record.id, () => {
    heard = true;
    wake();
  });
  const onAbort = (): void => wake();
  signal?.addEventListener('abort', onAbort);
  try {
    while (!signal?.aborted && !open.store.writable) {
      if (!heard) await new Promise<void>((resolve) => (wake = resolve));
      if (signal?.aborted) return;
      heard = false;
      if (await open.refresh()) yield viewOf(open);
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', onAbort);
  }
}
