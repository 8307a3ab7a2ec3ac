import type { EditRow, ExtractionRow } from '../../tables/tables';
import { entityKey, keysInText } from '../../extract/entity-key';
import { editOf, isDecision, keysOf, type NewEdit } from './edit-values';

/** Whether a row of the log takes back or restores another one, whose id is its key. */
export const isUndoOrRedo = ({ kind }: Pick<EditRow, 'kind'>): boolean => kind === 'undo' || kind === 'redo';

/** The last word on each edit that was ever undone, by the id of that edit: an `undo` or a `redo`. */
export function lastUndoOrRedo(edits: readonly EditRow[]): ReadonlyMap<string, EditRow> {
  const turns = new Map<string, EditRow>();
  for (const row of edits) {
    if (isUndoOrRedo(row) && row.sequence > (turns.get(row.key)?.sequence ?? -Infinity)) turns.set(row.key, row);
  }
  return turns;
}

/** Tells whether an edit, by id, was undone and not done again. */
export function undoneEdits(edits: readonly EditRow[]): (id: string) => boolean {
  const turns = lastUndoOrRedo(edits);
  return (id) => turns.get(id)?.kind === 'undo';
}

/** Edits that stand, in the order in which they count: one that was done again counts from then on, over what was said meanwhile. */
export function currentEdits(edits: readonly EditRow[]): readonly EditRow[] {
  const turns = lastUndoOrRedo(edits);
  const since = (edit: EditRow): number => turns.get(edit.id)?.sequence ?? edit.sequence;
  return edits
    .filter((edit) => !isUndoOrRedo(edit) && turns.get(edit.id)?.kind !== 'undo')
    .toSorted((a, b) => since(a) - since(b));
}

/**
 * The edits without those about names of which neither a record nor any of the texts is left, and without the undoing and redoing of these: a text
 * that no model has read yet may give the name again, and what a person said of it must then still hold. The same array when nothing goes.
 */
export function pruneEdits(
  edits: readonly EditRow[],
  extractions: Iterable<Pick<ExtractionRow, 'key' | 'target_key'>>,
  texts: Iterable<string> = [],
): readonly EditRow[] {
  const said = edits.flatMap((row) => {
    const edit = isUndoOrRedo(row) ? undefined : editOf(row);
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
  return edits.filter((row) => !dropped.has(row.id) && !(isUndoOrRedo(row) && dropped.has(row.key)));
}

/** The keys of the names that an edit is about; a new title or type is the person's own word. */
function namesOf(edit: NewEdit): readonly string[] {
  if (isDecision(edit)) return keysOf(edit);
  if (edit.kind === 'split') return [edit.key, entityKey(edit.value.title)];
  return edit.kind === 'merge' || edit.kind === 'apart' ? [edit.key, edit.value] : [edit.key];
}
