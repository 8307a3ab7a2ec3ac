import type { Conversation, QuestionStore } from '../../core/ports/conversations';
import type { Database, Store } from './idb-database';

type Questions = Pick<Store<'questions'>, 'index' | 'delete'>;

/** Questions that wait for an answer in IndexedDB, each a record of its own, so that no tab undoes what another one kept. */
export function idbQuestions({ open, change }: Database): QuestionStore {
  return {
    list: async (collection) => {
      const found = await (await open()).getAllFromIndex('questions', 'collection', collection);
      return found.sort((a, b) => a.asked - b.asked);
    },
    keep: (question) =>
      change(['questions', 'collections'], async (transaction) => {
        const there = await transaction.objectStore('collections').getKey(question.collection);
        if (there !== undefined) await transaction.objectStore('questions').put(question);
      }),
    remove: (id) => change(['questions'], (transaction) => transaction.objectStore('questions').delete(id)),
  };
}

/** Removes what was asked of a collection in a transaction that goes on. */
export async function removeQuestionsOf(collection: string, store: Questions): Promise<void> {
  for (const key of await store.index('collection').getAllKeys(collection)) await store.delete(key);
}

/** Removes what was asked in a conversation, also the question that began it, in a transaction that goes on. */
export async function removeQuestionsIn({ id, collection, turns }: Conversation, store: Questions): Promise<void> {
  const begun = new Set(turns.map((turn) => turn.id));
  for (const asked of await store.index('collection').getAll(collection)) {
    if (asked.conversation === id || asked.turns.some((turn) => begun.has(turn))) await store.delete(asked.id);
  }
}
