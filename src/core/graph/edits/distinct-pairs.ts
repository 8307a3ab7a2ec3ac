import type { EditRow } from '../../tables/tables';
import { editOf, keysOf, type NewEdit } from './edit-values';
import { undoneEdits } from './edit-log';

type Pair = readonly [string, string];

/** Pairs of keys that a person keeps apart: explicitly, by splitting one off the other, or by undoing a merge of a model. */
export function pairsKeptApart(edits: readonly EditRow[]): readonly Pair[] {
  return pairsOf(edits, (edit, undone) => {
    if (edit.kind === 'alias') return undone ? [keysOf(edit)] : [];
    if (undone) return [];
    if (edit.kind === 'apart') return [[edit.key, edit.value]];
    return edit.kind === 'split' ? [[edit.key, edit.value.into]] : [];
  });
}

/** Pairs of keys that a model found distinct, unless a person undid that. Homonyms are left for a person to judge. */
export function pairsFoundDistinct(edits: readonly EditRow[]): readonly Pair[] {
  return pairsOf(edits, (edit, undone) =>
    edit.kind === 'distinct' && !undone && edit.value.homonym !== true ? [keysOf(edit)] : [],
  );
}

/** Pairs of keys that a model was ever asked about, undone or not. */
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
