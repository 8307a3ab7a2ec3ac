import type { EditRow } from '../tables/tables';

/** What a person's edits, taken together, say about keys. */
export interface EditedKeys {
  /** The key a record's key stands for now; null when the entity was deleted. */
  resolve(key: string): string | null;
  /** The title a person gave, if any. */
  title(key: string): string | undefined;
  /** The type a person gave, if any. */
  type(key: string): string | undefined;
}

/** Edits that no later `undo` takes back, in order. */
export function standingEdits(edits: readonly EditRow[]): readonly EditRow[] {
  const undone = new Set(edits.filter((edit) => edit.kind === 'undo').map((edit) => edit.key));
  return edits
    .filter((edit) => edit.kind !== 'undo' && !undone.has(edit.id))
    .toSorted((a, b) => a.sequence - b.sequence);
}

/** Folds the log of edits into a view of keys. A later edit wins over an earlier one. */
export function foldEdits(edits: readonly EditRow[]): EditedKeys {
  const mergedInto = new Map<string, string>();
  const deleted = new Set<string>();
  const titles = new Map<string, string>();
  const types = new Map<string, string>();
  const follow = (key: string): string => {
    let at = key;
    for (let next = mergedInto.get(at); next !== undefined; next = mergedInto.get(at)) at = next;
    return at;
  };
  for (const edit of standingEdits(edits)) {
    const value: unknown = JSON.parse(edit.value);
    if (edit.kind === 'delete') deleted.add(follow(edit.key));
    if (typeof value !== 'string') continue;
    if (edit.kind === 'merge' && follow(value) !== follow(edit.key)) mergedInto.set(follow(edit.key), follow(value));
    if (edit.kind === 'rename') titles.set(follow(edit.key), value);
    if (edit.kind === 'retype') types.set(follow(edit.key), value);
  }
  return {
    resolve: (key) => {
      const end = follow(key);
      return deleted.has(end) ? null : end;
    },
    title: (key) => titles.get(key),
    type: (key) => types.get(key),
  };
}
