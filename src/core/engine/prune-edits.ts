import { pruneEdits } from '../graph/edits/edit-log';
import type { TableChange, TableStore } from '../ports/collections';
import type { DocumentRow } from '../tables/tables';

/**
 * The change, and where it deletes documents, what was said by hand or decided by a model about names that then stand nowhere is left out of the log, too.
 * `documents` are those before the change. A document that is only made anew keeps it, and so does one whose new text holds the names.
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
