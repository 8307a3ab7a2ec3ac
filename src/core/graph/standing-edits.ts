import type { EditRow } from '../tables/tables';

/** Whether a row of the log takes back or restores another one, whose id is its key. */
export const isTurn = ({ kind }: Pick<EditRow, 'kind'>): boolean => kind === 'undo' || kind === 'redo';

/** The last word on each edit that was ever undone, by the id of that edit: an `undo` or a `redo`. */
export function lastTurns(edits: readonly EditRow[]): ReadonlyMap<string, EditRow> {
  const turns = new Map<string, EditRow>();
  for (const row of edits) {
    if (isTurn(row) && row.sequence > (turns.get(row.key)?.sequence ?? -Infinity)) turns.set(row.key, row);
  }
  return turns;
}

/** Tells whether an edit, by id, was undone and not done again. */
export function undoneIn(edits: readonly EditRow[]): (id: string) => boolean {
  const turns = lastTurns(edits);
  return (id) => turns.get(id)?.kind === 'undo';
}

/** Edits that stand, in the order in which they count: one that was done again counts from then on, over what was said meanwhile. */
export function standingEdits(edits: readonly EditRow[]): readonly EditRow[] {
  const turns = lastTurns(edits);
  const since = (edit: EditRow): number => turns.get(edit.id)?.sequence ?? edit.sequence;
  return edits
    .filter((edit) => !isTurn(edit) && turns.get(edit.id)?.kind !== 'undo')
    .toSorted((a, b) => since(a) - since(b));
}
