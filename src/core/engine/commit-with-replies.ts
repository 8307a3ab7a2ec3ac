import type { ReplyCache } from '../models/reply-cache';
import type { TableChange, TableStore } from '../ports/collections';

/**
 * Makes a change durable, and lets the kept replies of models follow it: those of documents that go are gone before, so that no crash leaves them
 * behind; those of documents that come are kept from then on.
 */
export async function commitWithReplies(
  {
    store,
    replies,
    collection,
  }: { readonly store: TableStore; readonly replies: ReplyCache; readonly collection: string },
  change: TableChange,
): Promise<void> {
  const come = (change.append?.documents ?? []).map(({ id }) => id);
  const stay = new Set(come);
  const go = (change.removeDocuments ?? []).filter((id) => !stay.has(id));
  if (go.length > 0) await replies.removeDocuments(collection, go);
  try {
    await store.commit(change);
  } catch (error) {
    if (go.length > 0) await replies.allowDocuments(collection, go).catch(() => undefined); // the first error is told
    throw error;
  }
  if (come.length > 0) await replies.allowDocuments(collection, come).catch(() => undefined); // at worst they are asked for again
}
