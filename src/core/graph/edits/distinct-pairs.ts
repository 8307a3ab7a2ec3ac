import type { EditRow } from '../../tables/tables';
import { editOf, keysOf, type NewEdit } from './edit-values';
import { undoneEdits } from './edit-log';

type Pair = readonly [string, string];

/** Pairs of keys that a person keeps apart: by saying so, by splitting one off the other, or by undoing what a model merged. */
export function pairsKeptApart(edits: readonly EditRow[]): readonly Pair[] {
  return pairsOf(edits, (edit, undone) => {
    if (edit.kind === 'alias') return undone ? [keysOf(edit)] : [];
    if (undone) return [];
    if (edit.kind === 'apart') return [[edit.key, edit.value]];
    return edit.kind === 'split' ? [[edit.key, edit.value.into]] : [];
  });
}

/** Pairs of keys that a model said are not the same, unless a person undid that; homonyms are left for a person to judge. */
export function pairsFoundDistinct(edits: readonly EditRow[]): readonly Pair[] {
  return pairsOf(edits, (edit, undone) =>
    edit.kind === 'distinct' && !undone && edit.value.homonym !== true ? [keysOf(edit)] : [],
  );
}

/** Pairs of keys that a model was ever asked about, whatever became of its answer. */
export function pairsAsked(edits: readonly EditRow[]): readonly Pair[] {
  return pairsOf(edits, (edit) => (edit.kind === 'alias' || edit.kind === 'distinct' ? [keysOf(edit)] : []));
}

function pairsOf(
  edits: readonly EditRow[],
  pairs: (edit: NewEdit, undone: boolean) => readonly Pair[],
): readonly Pair[] {
  const undone = undoneEdits(edits);
  return edits.flatMap((row) => {
    const edit = editOf(row);
    return edit ? pairs(edit, undone(row.id)) : [];
  });
}
