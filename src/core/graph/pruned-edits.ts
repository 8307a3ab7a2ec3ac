import type { EditRow, ExtractionRow } from '../tables/tables';
import { editOf, isDecision, keysOf } from './edit-values';

/**
 * The edits without what a model decided about names of which no record is left, and without the undoing of that. What a person said
 * stays. The same array when nothing goes.
 */
export function prunedEdits(
  edits: readonly EditRow[],
  extractions: Iterable<Pick<ExtractionRow, 'key' | 'target_key'>>,
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
  const dropped = new Set(decisions.filter(({ keys }) => keys.some((key) => gone.has(key))).map(({ id }) => id));
  if (dropped.size === 0) return edits;
  return edits.filter(({ id, kind, key }) => !dropped.has(id) && !(kind === 'undo' && dropped.has(key)));
}
