import { StorageError } from '../errors';
import type { CollectionRecord } from '../ports';
import type { EngineApi } from './api';
import type { Session } from './session';
import { viewOf } from './view';

type CollectionCalls = Pick<
  EngineApi,
  | 'collections'
  | 'createCollection'
  | 'renameCollection'
  | 'removeCollection'
  | 'open'
  | 'openSample'
  | 'view'
  | 'refresh'
  | 'saveCopy'
  | 'openCopy'
  | 'eraseEverything'
  | 'usage'
>;

/** The name, numbered when another collection has it already. */
function freeName(name: string, others: readonly CollectionRecord[]): string {
  const taken = new Set(others.map((record) => record.name));
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(free)) return free;
  }
}

/** The id under which the sample is kept, so that it is fetched once. */
const SAMPLE_ID = 'sample';

export function collectionCalls(session: Session): CollectionCalls {
  const { collections } = session.env;
  const find = async (id: string): Promise<CollectionRecord | undefined> =>
    (await collections.list()).find((record) => record.id === id);
  const open = async (record: CollectionRecord) => viewOf(await session.open(record));
  const isOpen = (id: string): boolean => {
    try {
      return session.current().record.id === id;
    } catch (error) {
      if (error instanceof StorageError) return false;
      throw error;
    }
  };
  return {
    collections: () => collections.list(),
    createCollection: async (name) => collections.create(freeName(name, await collections.list())),
    renameCollection: async (id, name) => {
      await collections.rename(id, name);
      if (isOpen(id)) session.current().rename(name);
    },
    removeCollection: async (id) => {
      if (isOpen(id)) await session.close();
      await collections.remove(id);
    },
    open: async (id) => {
      const record = await find(id);
      if (!record)
        throw new StorageError(
          'This collection is no longer here: it was deleted, perhaps in another tab. Your other collections are kept.',
          { detail: id },
        );
      return open(record);
    },
    openSample: async (url) => {
      const kept = await find(SAMPLE_ID);
      if (kept) return open(kept);
      const copy = await session.env.fetchCopy(url);
      return open(await collections.load(copy, { id: SAMPLE_ID }));
    },
    view: async () => viewOf(session.current()),
    refresh: async () => {
      const current = session.current();
      await current.refresh();
      return viewOf(current);
    },
    saveCopy: (id) => collections.save(id),
    openCopy: async (copy) => {
      const others = await collections.list();
      const record = await collections.load(copy, {});
      const name = freeName(record.name, others);
      if (name !== record.name) await collections.rename(record.id, name);
      return { ...record, name };
    },
    eraseEverything: async () => {
      await session.close();
      await collections.eraseEverything();
    },
    usage: () => collections.usage(),
  };
}
