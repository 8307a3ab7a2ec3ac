import type { EditRow, ExtractionRow } from '../../tables/tables';
import { entityKey, keysInText } from '../../extract/entity-key';
import { editOf, isDecision, keysOf, type NewEdit } from './edit-values';

/** Checks for an undo or redo of another row, whose id is its key. */
export const isUndoOrRedo = ({ kind }: Pick<EditRow, 'kind'>): boolean => kind === 'undo' || kind === 'redo';

/** The last `undo` or `redo` of each edit that was ever undone, by the id of that edit. */
export function lastUndoOrRedo(edits: readonly EditRow[]): ReadonlyMap<string, EditRow> {
  const last = new Map<string, EditRow>();
  for (const row of edits) {
    if (isUndoOrRedo(row) && row.sequence > (last.get(row.key)?.sequence ?? -Infinity)) last.set(row.key, row);
  }
  return last;
}

/** A test by id whether an edit was undone and not redone. */
export function undoneEdits(edits: readonly EditRow[]): (id: string) => boolean {
  const last = lastUndoOrRedo(edits);
  return (id) => last.get(id)?.kind === 'undo';
}

/** The edits in force, in the order in which they apply. One that was redone applies from then on, over the edits in between. */
export function currentEdits(edits: readonly EditRow[]): readonly EditRow[] {
  const last = lastUndoOrRedo(edits);
  const since = (edit: EditRow): number => last.get(edit.id)?.sequence ?? edit.sequence;
  return edits
    .filter((edit) => !isUndoOrRedo(edit) && last.get(edit.id)?.kind !== 'undo')
    .toSorted((a, b) => since(a) - since(b));
}

/**
 * Drops the edits about a name that neither a record nor a text has any more, with their undoing and redoing. A text that no model has read yet
 * may give the name again, and then the edit must apply. Returns the same array when nothing goes.
 */
export function pruneEdits(
  edits: readonly EditRow[],
  extractions: Iterable<Pick<ExtractionRow, 'key' | 'target_key'>>,
  texts: Iterable<string> = [],
): readonly EditRow[] {
  const about = edits.flatMap((row) => {
    const edit = isUndoOrRedo(row) ? undefined : editOf(row);
    return edit ? [{ id: row.id, edit, names: namesOf(edit) }] : [];
  });
  if (about.length === 0) return edits;
  const missing = new Set(about.flatMap(({ names }) => names));
  for (const { key, target_key } of extractions) {
    missing.delete(key);
    if (target_key !== null) missing.delete(target_key);
  }
  for (const text of texts) {
    if (missing.size === 0) break;
    for (const key of keysInText(missing, text)) missing.delete(key);
  }
  const isGone = ({ names }: { readonly names: readonly string[] }): boolean => names.some((name) => missing.has(name));
  // The key of a name that was split off need not have a record.
  for (const one of about) if (one.edit.kind === 'split' && !isGone(one)) missing.delete(one.edit.value.into);
  const dropped = new Set(about.filter(isGone).map(({ id }) => id));
  if (dropped.size === 0) return edits;
  return edits.filter((row) => !dropped.has(row.id) && !(isUndoOrRedo(row) && dropped.has(row.key)));
}

/** The keys of all names that edits are about. */
export const namesInEdits = (edits: readonly EditRow[]): ReadonlySet<string> =>
  new Set(
    edits.flatMap((row) => {
      const edit = isUndoOrRedo(row) ? undefined : editOf(row);
      return edit ? namesOf(edit) : [];
    }),
  );

/** The keys of the names that an edit is about, new titles and types aside. */
function namesOf(edit: NewEdit): readonly string[] {
  if (isDecision(edit)) return keysOf(edit);
  if (edit.kind === 'split') return [edit.key, entityKey(edit.value.title)];
  return edit.kind === 'merge' || edit.kind === 'apart' ? [edit.key, edit.value] : [edit.key];
}
