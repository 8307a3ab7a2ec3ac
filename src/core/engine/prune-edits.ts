import { prunedEdits } from '../graph/pruned-edits';
import type { TableChange, TableStore } from '../ports';

/**
 * The change, and where it deletes documents, what models decided about names that then stand nowhere is left out of the log, too. A
 * document that is only made anew keeps it.
 */
export async function withPrunedEdits(store: Pick<TableStore, 'read'>, change: TableChange): Promise<TableChange> {
  const removed = new Set(change.removeDocuments);
  const made = new Set(change.append?.documents?.map(({ id }) => id));
  if ([...removed].every((id) => made.has(id))) return change;
  const edits = change.replace?.edits ?? (await store.read('edits'));
  if (!edits.some(({ kind }) => kind === 'alias' || kind === 'distinct')) return change;
  const left = (await store.read('extractions')).filter((row) => !removed.has(row.document_id));
  const kept = prunedEdits(edits, [...left, ...(change.append?.extractions ?? [])]);
  return kept === edits ? change : { ...change, replace: { ...change.replace, edits: kept } };
}
