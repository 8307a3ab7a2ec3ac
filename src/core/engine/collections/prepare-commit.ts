import type { ReplyCache } from '../../models/queue/reply-cache';
import type { TableChange, TableStore } from '../../ports/collections';
import { pruneEdits } from '../../graph/edits/edit-log';
import type { DocumentRow } from '../../tables/tables';
import { INDEX_TABLE_NAMES } from '../../index/index-tables';
import type { IndexState } from '../../ports/index-state';

/**
 * Commits a change, with the cached replies of its documents. Replies of deleted documents are removed first, so that no crash leaves them
 * behind. Replies of new documents are cached from then on.
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

/**
 * The change, which also removes edits on names that stand in no document any more. `documents` are those before the change. A document
 * that is made again keeps its edits.
 */
export async function withPrunedEdits(
  store: Pick<TableStore, 'read'>,
  documents: readonly Pick<DocumentRow, 'id' | 'text'>[],
  change: TableChange,
): Promise<TableChange> {
  const removed = new Set(change.removeDocuments);
  const made = new Set(change.append?.documents?.map(({ id }) => id));
  if ([...removed].every((id) => made.has(id))) return change;
  const edits = change.replace?.edits ?? (await store.read('edits'));
  if (edits.length === 0) return change;
  const left = (await store.read('extractions')).filter((row) => !removed.has(row.document_id));
  const standing = [...documents.filter(({ id }) => !removed.has(id)), ...(change.append?.documents ?? [])];
  const texts = standing.map(({ text }) => text);
  const kept = pruneEdits(edits, [...left, ...(change.append?.extractions ?? [])], texts);
  return kept === edits ? change : { ...change, replace: { ...change.replace, edits: kept } };
}

/** Whether a change touches the records. */
export function touchesRecords({ append, replace, removeDocuments = [] }: TableChange): boolean {
  return removeDocuments.length > 0 || (append?.extractions?.length ?? 0) > 0 || replace?.extractions !== undefined;
}

/** Whether a change touches the tables in memory. The two logs are not in memory. */
export function touchesTables({ append, replace, removeDocuments = [] }: TableChange): boolean {
  return removeDocuments.length > 0 || INDEX_TABLE_NAMES.some((name) => append?.[name] ?? replace?.[name]);
}

/** The change, with embeddings marked incomplete where it changes embedded tables. */
export function withEmbeddingState(change: TableChange, { embedding }: IndexState): TableChange {
  if (!embedding?.complete || !touchesTables(change) || change.state?.embedding) return change;
  return { ...change, state: { ...change.state, embedding: { ...embedding, complete: false } } };
}
