import { StorageError } from '../../errors';
import { message } from '../../message';
import type { CollectionContents, CollectionRecord, StorageUsage } from '../../ports/collections';
import type { CallOptions } from '../../platform';
import { evaluationJournal, openJournal } from '../model-index/asking/spending';
import type { OpenCollection } from './open-collection';
import type { Session } from '../session/session';
import { uniqueName } from './unique-name';
import { viewOf, type CollectionView } from './collection-view';

/** The collections of this browser, and what the page shows of the open one. */
export interface CollectionCalls {
  collections(): Promise<readonly CollectionRecord[]>;
  createCollection(name: string): Promise<CollectionRecord>;
  renameCollection(id: string, name: string): Promise<void>;
  removeCollection(id: string): Promise<void>;
  /** Counts, from storage, of what would be removed with a collection. */
  collectionContents(id: string): Promise<CollectionContents>;
  /** Opens a collection and closes the one before. It does not wait for derived tables that are out of date. */
  open(id: string): Promise<CollectionView>;
  /** Opens the sample, fetched as a saved copy from `url`; keeps the one already there. */
  openSample(url: string): Promise<CollectionView>;
  /** Returns the data of the open collection that the page shows. */
  view(): Promise<CollectionView>;
  /** Loads a newer generation of another tab, and takes the right to write when it became free. */
  refresh(): Promise<CollectionView>;
  /** Views of the open collection while another tab writes it, one after its commits. Ends when aborted or when this tab may write. */
  follow(options?: CallOptions): AsyncIterable<CollectionView>;
  /** A whole collection as one file. */
  saveCopy(id: string): Promise<Blob>;
  eraseEverything(): Promise<void>;
  usage(): Promise<StorageUsage>;
}

/** The id under which the sample is kept, so that it is fetched once. */
const SAMPLE_ID = 'sample';

/** The collections of this browser, and the one that the session has open. */
export function collectionCalls(session: Session): CollectionCalls {
  const { collections, settings, fetchCopy } = session.env;
  const find = async (id: string): Promise<CollectionRecord | undefined> =>
    (await collections.list()).find((record) => record.id === id);
  const open = async (record: CollectionRecord): Promise<CollectionView> => viewOf(await session.open(record));
  return {
    collections: () => collections.list(),
    createCollection: async (name) => collections.create(uniqueName(name, await collections.list())),
    renameCollection: async (id, name) => {
      await collections.rename(id, name);
      if (session.isOpen(id)) session.current().rename(name);
    },
    removeCollection: async (id) => {
      if (session.isOpen(id)) await session.close();
      await collections.remove(id);
      for (const name of [id, evaluationJournal(id)]) await (await openJournal(settings, name)).write([]);
    },
    collectionContents: (id) => collections.contents(id),
    open: async (id) => {
      const record = await find(id);
      if (record) return open(record);
      throw new StorageError(message`This collection is not here. Your other collections are kept.`, {
        detail: id,
        traits: ['says what was kept'],
      });
    },
    openSample: async (url) =>
      open((await find(SAMPLE_ID)) ?? (await collections.load(await fetchCopy(url), { id: SAMPLE_ID }))),
    view: async () => viewOf(session.current()),
    refresh: async () => {
      const current = session.current();
      await current.store.refresh();
      return viewOf(current);
    },
    follow: (options) =>
      followWriter(session.current(), (id, callback) => collections.onNews(id, callback), options?.signal),
    saveCopy: (id) => collections.save(id),
    eraseEverything: async () => {
      await session.close();
      await collections.eraseEverything();
    },
    usage: () => collections.usage(),
  };
}

/** Calls back at each generation that another tab makes durable; returns how to stop. */
type ListenForNews = (collection: string, callback: () => void) => () => void;

/**
 * Views of a collection that another tab writes, one after each of its commits. Commits in quick succession share a view. Ends when
 * aborted, and once this tab may write.
 */
async function* followWriter(
  open: OpenCollection,
  listen: ListenForNews,
  signal?: AbortSignal,
): AsyncGenerator<CollectionView> {
  let hasNews = true; // something may have been committed since the collection was opened
  let isShown = open.store.isWhole;
  let wake = (): void => undefined;
  const stop = listen(open.record.id, () => {
    hasNews = true;
    wake();
  });
  const onAbort = (): void => wake();
  signal?.addEventListener('abort', onAbort);
  try {
    while (!signal?.aborted && !open.store.writable) {
      if (!hasNews) await new Promise<void>((resolve) => (wake = resolve));
      if (signal?.aborted) return;
      hasNews = false;
      if ((await open.store.refresh()) || !isShown) yield viewOf(open);
      isShown = true;
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', onAbort);
  }
}
