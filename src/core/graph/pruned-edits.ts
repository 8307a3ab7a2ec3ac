import type { EditRow, ExtractionRow } from '../tables/tables';
import { editOf, isDecision, keysOf } from './edit-values';
import { keysInText } from './names-in-text';
import { isTurn } from './standing-edits';

/**
 * The edits without what a model decided about names of which neither a record nor any of the texts is left, and without the undoing and redoing
 * of that: a text that no model has read yet may give the name again, and what a person undid must then stay undone. What a person said stays.
 * The same array when nothing goes.
 */
export function prunedEdits(
  edits: readonly EditRow[],
  extractions: Iterable<Pick<ExtractionRow, 'key' | 'target_key'>>,
  texts: Iterable<string> = [],
): readonly EditRow[] {
  const decisions = edits.flatMap((row) => {
    const edit = editOf(row);
    return edit && isDecision(edit) ? [{ id: row.id, keys: keysOf(edit) }] : [];
  });
  if (decisions.length === 0) return edits;
  const gone = new Set(decisions.flatMap(({ keys }) => keys));
  for (const { key, target_key } of extractions) {
    gone.delete(key);
    if (target_key !== null) gone.delete(target_key);
  }
  for (const text of texts) {
    if (gone.size === 0) break;
    for (const key of keysInText(gone, text)) gone.delete(key);
  }
  const dropped = new Set(decisions.filter(({ keys }) => keys.some((key) => gone.has(key))).map(({ id }) => id));
  if (dropped.size === 0) return edits;
  return edits.filter((row) => !dropped.has(row.id) && !(isTurn(row) && dropped.has(row.key)));
}
