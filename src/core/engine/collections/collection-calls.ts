import type { CallOptions } from '../../platform';
import type { CollectionRecord, StorageUsage } from '../../ports/collections';
import { viewOf, type CollectionView } from './collection-view';
import type { EngineApi } from '../api';
import { openJournal } from '../model-index/asking/spending';
import type { Session } from '../session/session';
import { StorageError } from '../../errors';
import type { OpenCollection } from '../session/open-collection';

/** The collections: listed, opened, followed, copied out and in. */
export interface CollectionCalls {
  collections(): Promise<readonly CollectionRecord[]>;
  createCollection(name: string): Promise<CollectionRecord>;
  renameCollection(id: string, name: string): Promise<void>;
  removeCollection(id: string): Promise<void>;
  /** Opens a collection; the one open before is closed. Derived tables that are out of date are not waited for. */
  open(id: string): Promise<CollectionView>;
  /** Opens the sample, fetched as a saved copy from `url`; keeps the one already there. */
  openSample(url: string): Promise<CollectionView>;
  /** What the page shows of the open collection now. */
  view(): Promise<CollectionView>;
  /** Takes over a newer generation of another tab, or the right to write when it became free. */
  refresh(): Promise<CollectionView>;
  /** Views of the open collection while another tab writes it, one after its commits; ends when aborted or when this tab may write. */
  follow(options?: CallOptions): AsyncIterable<CollectionView>;
  saveCopy(id: string): Promise<Blob>;
  openCopy(copy: Blob): Promise<CollectionRecord>;
  eraseEverything(): Promise<void>;
  usage(): Promise<StorageUsage>;
}

/** The collections of this browser: listed, made, renamed, removed, all erased. */
export function collectionCalls(
  session: Session,
): Pick<
  EngineApi,
  'collections' | 'createCollection' | 'renameCollection' | 'removeCollection' | 'eraseEverything' | 'usage'
> {
  const { collections, settings } = session.env;
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
      await (await openJournal(settings, id)).write([]);
    },
    eraseEverything: async () => {
      await session.close();
      await collections.eraseEverything();
    },
    usage: () => collections.usage(),
  };
}

type OpeningCalls = Pick<EngineApi, 'open' | 'openSample' | 'view' | 'refresh' | 'follow'>;

/** The id under which the sample is kept, so that it is fetched once. */
const SAMPLE_ID = 'sample';

/** Opening a collection and seeing what is in it. */
export function openingCalls(session: Session): OpeningCalls {
  const { collections, fetchCopy } = session.env;
  const find = async (id: string): Promise<CollectionRecord | undefined> =>
    (await collections.list()).find((record) => record.id === id);
  const open = async (record: CollectionRecord): Promise<CollectionView> => viewOf(await session.open(record));
  return {
    open: async (id) => {
      const record = await find(id);
      if (!record) throw gone(id);
      return open(record);
    },
    openSample: async (url) => {
      const kept = await find(SAMPLE_ID);
      return open(kept ?? (await collections.load(await fetchCopy(url), { id: SAMPLE_ID })));
    },
    view: async () => viewOf(session.current()),
    refresh: async () => {
      const current = session.current();
      await current.refresh();
      return viewOf(current);
    },
    follow: (options) => follow(session.current(), (id, callback) => collections.onNews(id, callback), options?.signal),
  };
}

function gone(id: string): StorageError {
  return new StorageError('This collection is not here. Your other collections are kept.', {
    detail: id,
    traits: ['says what was kept'],
  });
}

type CopyCalls = Pick<EngineApi, 'saveCopy' | 'openCopy'>;

/** A whole collection as one file, out and in. */
export function copyCalls({ env: { collections } }: Session): CopyCalls {
  return {
    saveCopy: (id) => collections.save(id),
    openCopy: async (copy) => {
      const others = await collections.list();
      const record = await collections.load(copy, {});
      const name = uniqueName(record.name, others);
      if (name !== record.name) await collections.rename(record.id, name);
      return { ...record, name };
    },
  };
}

/** The name, numbered when another collection has it already. */
function uniqueName(name: string, others: readonly CollectionRecord[]): string {
  const taken = new Set(others.map((record) => record.name));
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(free)) return free;
  }
}

/** Calls back at each generation that another tab makes durable; returns how to stop. */
type ListenForNews = (collection: string, callback: () => void) => () => void;

/**
 * Views of a collection that another tab writes, one after each of its commits, or one for several that come close together.
 * Ends when aborted, and once this tab may write.
 */
async function* follow(
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
