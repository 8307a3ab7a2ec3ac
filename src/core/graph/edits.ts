import { entityKey } from '../extract/keys';
import type { EditRow } from '../tables/tables';
import { editOf, isDecision, type NewEdit } from './edit-values';
import { keyPaths } from './key-paths';
import { mergeAliases, type Folded } from './merge-aliases';
import { standingEdits } from './standing-edits';

/** What the edits, taken together, say about keys. */
export interface EditedKeys {
  /** The key that a record of this key and title stands for now; null when the entity was deleted. */
  resolve(key: string, title?: string): string | null;
  /** Whether a person merged what a record of this key and title names into another entity, whose own name then stands. */
  isMergedByHand(key: string, title?: string): boolean;
  /** The title a person gave, if any. */
  title(key: string): string | undefined;
  /** The type that a person gave, if any. */
  type(key: string): string | undefined;
}

/**
 * Folds the log of edits into a view of keys. Of a person's edits a later one wins over an earlier one; all of them win over what a model
 * decided, whichever came first.
 */
export function foldEdits(edits: readonly EditRow[]): EditedKeys {
  const standing = standingEdits(edits);
  const folded = foldedByHand(standing);
  const byHand = folded.paths.copy();
  mergeAliases(edits, standing, folded);
  const { paths, deleted, titles, types } = folded;
  return {
    resolve: (key, title) => {
      const end = paths.follow(key, title);
      return deleted.has(end) ? null : end;
    },
    isMergedByHand: byHand.isMerged,
    title: (key) => titles.get(key),
    type: (key) => types.get(key),
  };
}

function foldedByHand(standing: readonly EditRow[]): Folded {
  const folded: Folded = { paths: keyPaths(), deleted: new Set(), titles: new Map(), types: new Map() };
  for (const row of standing) {
    const edit = editOf(row);
    if (edit && !isDecision(edit)) fold(edit, folded);
  }
  return folded;
}

function fold(edit: NewEdit, { paths, deleted, titles, types }: Folded): void {
  const key = paths.follow(edit.key);
  if (edit.kind === 'delete') deleted.add(key);
  if (edit.kind === 'split') paths.split(key, edit.value);
  if (edit.kind === 'merge') paths.merge(key, paths.follow(edit.value));
  if (edit.kind === 'rename') titles.set(key, edit.value);
  if (edit.kind === 'type') types.set(key, edit.value);
}

/**
 * The key for a name that leaves an entity: the one under which its records stood before a merge, else a new one.
 * `keysOfTitle` are the keys of the records with that title.
 */
export function splitKey(entity: string, title: string, keysOfTitle: readonly string[]): string {
  const own = [...keysOfTitle].sort().find((key) => key !== entity);
  return own ?? [entityKey(title), title.toLowerCase(), title].find((key) => key !== entity) ?? `${entity} (2)`;
}
