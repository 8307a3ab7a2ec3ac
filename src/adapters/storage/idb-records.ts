import { deleteDB } from 'idb';
import type { Conversation } from '../../core/ports/conversations';
import { idbDatabase, type Store } from './idb-database';
import { idbReplies, removeRepliesOf } from './idb-replies';
import { isRecord } from './is-record';
import type { RecordStore } from './registry';

/** Small records in IndexedDB, opened at first use; a write is on disk when its promise resolves. */
export function idbRecords(name = 'burrow'): RecordStore {
  const database = idbDatabase(name);
  const { open, change } = database;
  return {
    collections: {
      list: async () => (await open()).getAll('collections'),
      get: async (id) => (await open()).get('collections', id),
      put: (record) => change(['collections'], (transaction) => transaction.objectStore('collections').put(record)),
      // With the record goes what was kept since the rest of the collection went: without it, nothing more is.
      remove: (id) =>
        change(['collections', 'conversations', 'replies', 'forgotten'], async (transaction) => {
          await transaction.objectStore('collections').delete(id);
          await removeConversationsOf(id, transaction.objectStore('conversations'));
          const stores = {
            replies: transaction.objectStore('replies'),
            forgotten: transaction.objectStore('forgotten'),
          };
          await removeRepliesOf(id, stores);
        }),
    },
    conversations: {
      list: async (collection) => {
        const found = await (await open()).getAllFromIndex('conversations', 'collection', collection);
        return found.sort((a, b) => b.updated - a.updated);
      },
      get: async (id) => (await open()).get('conversations', id),
      change: async (id, changed) => {
        let next: Conversation | null = null;
        await change(['conversations'], async (transaction) => {
          const store = transaction.objectStore('conversations');
          const kept = await store.get(id);
          next = kept ? changed(kept) : null;
          if (next) await store.put(next);
        });
        return next;
      },
      put: (conversation) =>
        change(['conversations'], (transaction) => transaction.objectStore('conversations').put(conversation)),
      begin: async (conversation) => {
        let isThere = false;
        await change(['conversations', 'collections'], async (transaction) => {
          const kept = await transaction.objectStore('collections').getKey(conversation.collection);
          isThere = kept !== undefined;
          if (isThere) await transaction.objectStore('conversations').put(conversation);
        });
        return isThere;
      },
      remove: (id) => change(['conversations'], (transaction) => transaction.objectStore('conversations').delete(id)),
      removeAll: (collection) =>
        change(['conversations'], (transaction) =>
          removeConversationsOf(collection, transaction.objectStore('conversations')),
        ),
    },
    replies: idbReplies(database),
    settings: {
      get: async (key) => (await open()).get('settings', key),
      change: async (key, parts) => {
        let whole: unknown;
        await change(['settings'], async (transaction) => {
          const store = transaction.objectStore('settings');
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

async function removeConversationsOf(
  collection: string,
  store: Pick<Store<'conversations'>, 'index' | 'delete'>,
): Promise<void> {
  for (const key of await store.index('collection').getAllKeys(collection)) await store.delete(key);
}
