import { type DBSchema, type IDBPDatabase, deleteDB, type IDBPObjectStore, openDB, type StoreNames } from 'idb';
import { StorageError } from '../../core/errors';
import type { ChatReply } from '../../core/models/chat-model';
import { ownerKeys } from './reply-owners';
import type { CollectionRecord, Conversation } from '../../core/ports';
import { isRecord } from './is-record';
import type { RecordStore } from './registry';

interface BurrowDatabase extends DBSchema {
  settings: { key: string; value: unknown };
  collections: { key: string; value: CollectionRecord };
  conversations: { key: string; value: Conversation; indexes: { collection: string } };
  replies: { key: string; value: KeptReply; indexes: { collection: string; owners: string } };
}

/** A model's reply, with the documents that it was made from as `collection/document`. */
interface KeptReply {
  readonly key: string;
  readonly reply: ChatReply;
  readonly collection: string;
  readonly owners: readonly string[];
}

type Database = IDBPDatabase<BurrowDatabase>;
type StoreName = StoreNames<BurrowDatabase>;
type Store<N extends StoreName> = IDBPObjectStore<BurrowDatabase, [N], N, 'readwrite'>;

/** Small records in IndexedDB, opened at first use; a write is on disk when its promise resolves. */
export function idbRecords(name = 'burrow'): RecordStore {
  const database = lazily((forget) => openDatabase(name, forget));
  const change = async <N extends StoreName>(
    storeName: N,
    act: (store: Store<N>) => Promise<unknown>,
  ): Promise<void> => {
    const transaction = (await database()).transaction([storeName], 'readwrite', { durability: 'strict' });
    try {
      await Promise.all([act(transaction.objectStore(storeName) as unknown as Store<N>), transaction.done]);
    } catch (cause) {
      throw recordFailure(cause);
    }
  };
  return {
    collections: {
      list: async () => (await database()).getAll('collections'),
      get: async (id) => (await database()).get('collections', id),
      put: (record) => change('collections', (store) => store.put(record)),
      remove: (id) => change('collections', (store) => store.delete(id)),
    },
    conversations: {
      list: async (collection) => {
        const found = await (await database()).getAllFromIndex('conversations', 'collection', collection);
        return found.sort((a, b) => b.updated - a.updated);
      },
      put: (conversation) => change('conversations', (store) => store.put(conversation)),
      remove: (id) => change('conversations', (store) => store.delete(id)),
      removeAll: (collection) =>
        change('conversations', async (store) => {
          for (const key of await store.index('collection').getAllKeys(collection)) await store.delete(key);
        }),
    },
    replies: {
      get: async (key) => (await (await database()).get('replies', key))?.reply,
      put: (key, reply, { collection, documentIds }) =>
        change('replies', (store) => store.put({ key, reply, collection, owners: ownerKeys(collection, documentIds) })),
      removeDocuments: (collection, documentIds) =>
        change('replies', async (store) => {
          for (const owner of ownerKeys(collection, documentIds)) {
            for (const key of await store.index('owners').getAllKeys(owner)) await store.delete(key);
          }
        }),
      removeCollection: (collection) =>
        change('replies', async (store) => {
          for (const key of await store.index('collection').getAllKeys(collection)) await store.delete(key);
        }),
    },
    settings: {
      get: async (key) => (await database()).get('settings', key),
      change: async (key, parts) => {
        let whole: unknown;
        await change('settings', async (store) => {
          const before: unknown = await store.get(key);
          whole = { ...(isRecord(before) ? before : {}), ...parts };
          await store.put(whole, key);
        });
        return whole;
      },
    },
    // Other tabs close theirs when they are told, and this one opens a new one at its next use.
    erase: async () => {
      await database.close();
      await deleteDB(name);
    },
  };
}

function openDatabase(name: string, forget: () => void): Promise<Database> {
  return openDB<BurrowDatabase>(name, 2, {
    upgrade: (db, older) => {
      if (older < 1) {
        db.createObjectStore('settings');
        db.createObjectStore('collections', { keyPath: 'id' });
        db.createObjectStore('conversations', { keyPath: 'id' }).createIndex('collection', 'collection');
      }
      const replies = db.createObjectStore('replies', { keyPath: 'key' });
      replies.createIndex('collection', 'collection');
      replies.createIndex('owners', 'owners', { multiEntry: true });
    },
    // A newer Burrow in another tab wants to upgrade; this tab opens again at its next use.
    blocking: (_current, _blocked, event) => {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
}

interface Lazily<T> {
  (): Promise<T>;
  close(): Promise<void>;
}

/** Opened at the first call and after each close. */
function lazily<T extends { close(): void }>(open: (forget: () => void) => Promise<T>): Lazily<T> {
  let opened: Promise<T> | undefined;
  const forget = (): void => {
    opened = undefined;
  };
  const get = (): Promise<T> => {
    opened ??= open(forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
  const close = async (): Promise<void> => {
    const closing = opened;
    forget();
    (await closing)?.close();
  };
  return Object.assign(get, { close });
}

function recordFailure(cause: unknown): StorageError {
  const full = cause instanceof Error && cause.name === 'QuotaExceededError';
  const why = full ? "the browser's storage is full. Remove a collection or free space on this disk" : 'try again';
  return new StorageError(`This could not be saved: ${why}. Everything saved before is kept.`, {
    cause,
    traits: ['says what was kept'],
  });
}
