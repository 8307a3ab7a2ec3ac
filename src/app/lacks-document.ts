import type { CollectionView } from '../core/engine/api/collections';

/** Whether a later view of a collection lacks a document of an earlier one. */
export function lacksDocument(before: CollectionView, after: CollectionView): boolean {
  const here = new Set(after.documents.map(({ id }) => id));
  return before.documents.some(({ id }) => !here.has(id));
}
