import type { ReplyCache } from '../../models/queue/reply-cache';
import type { CommitOptions, TableChange, TableStore } from '../../ports/collections';

/** Places that a change goes to. */
interface Stores {
  readonly store: Pick<TableStore, 'commit'>;
  readonly replies: ReplyCache;
  /** Id of the collection. */
  readonly collection: string;
}

/**
 * Commits a change, with the cached replies of its documents. Replies of deleted documents are removed first, so that no crash leaves them
 * behind. Replies of new documents are cached from then on.
 */
export async function commitWithReplies(
  { store, replies, collection }: Stores,
  change: TableChange,
  options: CommitOptions = {},
): Promise<void> {
  const come = (change.append?.documents ?? []).map(({ id }) => id);
  const stay = new Set(come);
  const go = (change.removeDocuments ?? []).filter((id) => !stay.has(id));
  if (go.length > 0) await replies.removeDocuments(collection, go);
  try {
    await store.commit(change, options);
  } catch (error) {
    if (go.length > 0) await replies.allowDocuments(collection, go).catch(() => undefined); // the first error is told
    throw error;
  }
  if (come.length > 0) await replies.allowDocuments(collection, come).catch(() => undefined); // at worst they are asked for again
}
