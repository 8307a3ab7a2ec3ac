import type { Conversation, ConversationStore } from '../../core/ports/conversations';
import type { Database, Store } from './idb-database';
import { removeQuestionsIn, removeQuestionsOf } from './idb-questions';

/** Conversations in IndexedDB; what is changed is read and written in one transaction. */
export function idbConversations({ open, change }: Database): ConversationStore {
  return {
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
    remove: (id) =>
      change(['conversations', 'questions'], async (transaction) => {
        const store = transaction.objectStore('conversations');
        const kept = await store.get(id);
        await store.delete(id);
        if (kept) await removeQuestionsIn(kept, transaction.objectStore('questions'));
      }),
    removeAll: (collection) =>
      change(['conversations', 'questions'], async (transaction) => {
        await removeConversationsOf(collection, transaction.objectStore('conversations'));
        await removeQuestionsOf(collection, transaction.objectStore('questions'));
      }),
  };
}

/** Removes the conversations of a collection in a transaction that goes on. */
export async function removeConversationsOf(
  collection: string,
  store: Pick<Store<'conversations'>, 'index' | 'delete'>,
): Promise<void> {
  for (const key of await store.index('collection').getAllKeys(collection)) await store.delete(key);
}
