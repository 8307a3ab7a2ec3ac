import { deleteDB } from 'idb';
import { idbDatabase, type Database } from './database';
import { idbConversations } from './idb-conversations';
import { firstAskedFirst, mergeParts, ownerKeyRange, ownerKeys, type RecordStore, replyOf } from './record-store';
import type { QuestionStore } from '../../../core/conversations/conversations';
import type { ReplyCache } from '../../../core/models/queue/reply-cache';
import type { SettingStore } from '../../../core/platform';
import { isRecord } from '../../../core/shapes/read-fields';

/** Small records in IndexedDB, opened at first use; a write is on disk when its promise resolves. */
export function idbRecords(name = 'burrow'): RecordStore {
  const database = idbDatabase(name);
  const { open, change } = database;
  return {
    collections: {
      list: async () => (await open()).getAll('collections'),
      get: async (id) => (await open()).get('collections', id),
      put: (record) => change(['collections'], (transaction) => transaction.objectStore('collections').put(record)),
      remove: (id) =>
        change(['collections', 'conversations', 'turns', 'questions', 'replies', 'forgotten'], async (transaction) => {
          await transaction.objectStore('collections').delete(id);
          for (const name of ['conversations', 'questions', 'replies'] as const) {
            const store = transaction.objectStore(name);
            for (const key of await store.index('collection').getAllKeys(id)) await store.delete(key);
          }
          await transaction.objectStore('forgotten').delete(ownerKeyRange(id));
          const turns = transaction.objectStore('turns');
          const inCollection = IDBKeyRange.bound([id], [id, []]);
          for (const key of await turns.index('turn').getAllKeys(inCollection)) await turns.delete(key);
        }),
    },
    conversations: idbConversations(database),
    questions: idbQuestions(database),
    replies: idbReplies(database),
    settings: idbSettings(database),
    // Other tabs close their connections when the browser asks them to. This one opens a new one at its next use.
    erase: async () => {
      await database.close();
      await deleteDB(name);
    },
  };
}

/** Questions that wait for an answer in IndexedDB, each a record of its own, so that no tab undoes what another one kept. */
function idbQuestions({ open, change }: Database): QuestionStore {
  return {
    list: async (collection) => {
      const found = await (await open()).getAllFromIndex('questions', 'collection', collection);
      return found.sort(firstAskedFirst);
    },
    keep: (question) =>
      change(['questions', 'collections'], async (transaction) => {
        const there = await transaction.objectStore('collections').getKey(question.collection);
        if (there !== undefined) await transaction.objectStore('questions').put(question);
      }),
    remove: (id) => change(['questions'], (transaction) => transaction.objectStore('questions').delete(id)),
  };
}

/** Replies of models in IndexedDB. The transaction that keeps one also checks for deleted documents, so that no deletion is missed. */
function idbReplies({ open, change }: Database): ReplyCache {
  return {
    get: async (key) => replyOf(await (await open()).get('replies', key)),
    put: (key, reply, { collection, documentIds }) =>
      change(['replies', 'forgotten', 'collections'], async (transaction) => {
        const owners = ownerKeys(collection, documentIds);
        const forgotten = transaction.objectStore('forgotten');
        const isGone = await Promise.all(owners.map(async (owner) => (await forgotten.getKey(owner)) !== undefined));
        const isThere = (await transaction.objectStore('collections').getKey(collection)) !== undefined;
        if (isThere && !isGone.includes(true)) {
          await transaction.objectStore('replies').put({ key, reply, collection, owners, kept: Date.now() });
        }
      }),
    removeDocuments: (collection, documentIds) =>
      change(['replies', 'forgotten'], async (transaction) => {
        const replies = transaction.objectStore('replies');
        for (const owner of ownerKeys(collection, documentIds)) {
          await transaction.objectStore('forgotten').put(true, owner);
          for (const key of await replies.index('owners').getAllKeys(owner)) await replies.delete(key);
        }
      }),
    allowDocuments: (collection, documentIds) =>
      change(['forgotten'], async (transaction) => {
        const forgotten = transaction.objectStore('forgotten');
        // Of thousands of documents hardly one is there.
        const there = new Set(await forgotten.getAllKeys(ownerKeyRange(collection)));
        for (const owner of ownerKeys(collection, documentIds)) if (there.has(owner)) await forgotten.delete(owner);
      }),
  };
}

/** Settings in IndexedDB. */
function idbSettings({ open, change }: Database): SettingStore {
  return {
    get: async (key) => (await open()).get('settings', key),
    change: async (key, parts) => {
      let whole: unknown;
      await change(['settings'], async (transaction) => {
        const store = transaction.objectStore('settings');
        const before: unknown = await store.get(key);
        whole = mergeParts(isRecord(before) ? before : {}, parts);
        await store.put(whole, key);
      });
      return whole;
    },
  };
}
