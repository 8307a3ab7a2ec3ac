import { entityKey } from '../extract/keys';
import type { EditRow, ExtractionRow } from '../tables/tables';
import { editOf, isDecision, keysOf, type NewEdit } from './edit-values';
import { keysInText } from './names-in-text';
import { isTurn } from './standing-edits';

/**
 * The edits without those about names of which neither a record nor any of the texts is left, and without the undoing and redoing of these: a text
 * that no model has read yet may give the name again, and what a person said of it must then still hold. The same array when nothing goes.
 */
export function prunedEdits(
  edits: readonly EditRow[],
  extractions: Iterable<Pick<ExtractionRow, 'key' | 'target_key'>>,
  texts: Iterable<string> = [],
): readonly EditRow[] {
  const said = edits.flatMap((row) => {
    const edit = isTurn(row) ? undefined : editOf(row);
    return edit
      ? [{ id: row.id, names: namesOf(edit), gives: edit.kind === 'split' ? edit.value.into : undefined }]
      : [];
  });
  if (said.length === 0) return edits;
  const gone = new Set(said.flatMap(({ names }) => names));
  for (const { key, target_key } of extractions) {
    gone.delete(key);
    if (target_key !== null) gone.delete(target_key);
  }
  for (const text of texts) {
    if (gone.size === 0) break;
    for (const key of keysInText(gone, text)) gone.delete(key);
  }
  const isGone = ({ names }: { readonly names: readonly string[] }): boolean => names.some((name) => gone.has(name));
  // A name that was split off stands under a key which no record need have.
  for (const one of said) if (one.gives !== undefined && !isGone(one)) gone.delete(one.gives);
  const dropped = new Set(said.filter(isGone).map(({ id }) => id));
  if (dropped.size === 0) return edits;
  return edits.filter((row) => !dropped.has(row.id) && !(isTurn(row) && dropped.has(row.key)));
}

/** The keys of the names that an edit is about; a new title or type is the person's own word. */
function namesOf(edit: NewEdit): readonly string[] {
  if (isDecision(edit)) return keysOf(edit);
  if (edit.kind === 'split') return [edit.key, entityKey(edit.value.title)];
  return edit.kind === 'merge' || edit.kind === 'apart' ? [edit.key, edit.value] : [edit.key];
}
