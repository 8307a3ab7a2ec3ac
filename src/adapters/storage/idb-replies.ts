import type { ReplyCache } from '../../core/models/reply-cache';
import type { Database, Store } from './idb-database';
import { allOwnersOf, ownerKeys } from './reply-owners';

/** Replies of models in IndexedDB. What they were made from is looked up in the transaction that keeps them, so that no deletion is missed. */
export function idbReplies({ open, change }: Database): ReplyCache {
  return {
    get: async (key) => {
      const found = await (await open()).get('replies', key);
      return found && { ...found.reply, ...(found.kept !== undefined && { kept: found.kept }) };
    },
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
        for (const owner of ownerKeys(collection, documentIds)) await forgotten.delete(owner);
      }),
    removeCollection: (collection) =>
      change(['replies', 'forgotten'], async (transaction) => {
        const stores = { replies: transaction.objectStore('replies'), forgotten: transaction.objectStore('forgotten') };
        await removeRepliesOf(collection, stores);
      }),
  };
}

/** Removes all that is known of a collection's replies. */
export async function removeRepliesOf(
  collection: string,
  {
    replies,
    forgotten,
  }: {
    readonly replies: Pick<Store<'replies'>, 'index' | 'delete'>;
    readonly forgotten: Pick<Store<'forgotten'>, 'delete'>;
  },
): Promise<void> {
  for (const key of await replies.index('collection').getAllKeys(collection)) await replies.delete(key);
  await forgotten.delete(allOwnersOf(collection));
}
