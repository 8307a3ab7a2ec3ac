import type { SearchIndex } from '../../retrieval';
import { documentUnits } from '../../tables/document-units';
import type { Snapshot } from './snapshot';

/** Ids of documents of which some text units are not made yet. */
export function incompleteDocuments({ tables, state: { reindex = [], made = {} } }: Snapshot): ReadonlySet<string> {
  const units = documentUnits(tables.text_units);
  return new Set(reindex.filter((id) => Object.hasOwn(made, id) || !units.has(id)));
}

/**
 * Counts sources that a question cannot reach yet, or not to their end: documents that are not indexed for search, and pending sources unless
 * documents are chosen.
 */
export function countUnread(snapshot: Snapshot, index: SearchIndex, chosen: readonly string[] = []): number {
  const { tables, state } = snapshot;
  const isAsked = chosen.length === 0 ? () => true : (id: string) => chosen.includes(id);
  const incomplete = incompleteDocuments(snapshot);
  const isUnknown = (id: string): boolean => incomplete.has(id) || !index.documents.has(id);
  const unknown = tables.documents.filter(({ id }) => isAsked(id) && isUnknown(id));
  return unknown.length + (chosen.length === 0 ? state.pending.length : 0);
}

/** Counts all sources of a question, with those that it cannot reach yet. A document and its pending replacement count as one. */
export function countAsked({ tables, state }: Snapshot, chosen: readonly string[] = []): number {
  const { documents } = tables;
  if (chosen.length > 0) return documents.filter(({ id }) => chosen.includes(id)).length;
  const coming = state.pending.filter(({ replaces = [] }) => !documents.some(({ id }) => replaces.includes(id)));
  return documents.length + coming.length;
}
