import { deleteDB } from 'idb';
import { idbConversations, removeConversationsOf } from './idb-conversations';
import { idbDatabase } from './idb-database';
import { idbQuestions, removeQuestionsOf } from './idb-questions';
import { idbReplies, removeRepliesOf } from './idb-replies';
import { idbSettings } from './idb-settings';
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
        change(['collections', 'conversations', 'questions', 'replies', 'forgotten'], async (transaction) => {
          await transaction.objectStore('collections').delete(id);
          await removeConversationsOf(id, transaction.objectStore('conversations'));
          await removeQuestionsOf(id, transaction.objectStore('questions'));
          const stores = {
            replies: transaction.objectStore('replies'),
            forgotten: transaction.objectStore('forgotten'),
          };
          await removeRepliesOf(id, stores);
        }),
    },
    conversations: idbConversations(database),
    questions: idbQuestions(database),
    replies: idbReplies(database),
    settings: idbSettings(database),
    // Other tabs close theirs when they are told, and this one opens a new one at its next use.
    erase: async () => {
      await database.close();
      await deleteDB(name);
    },
  };
}
