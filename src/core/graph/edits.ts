import { entityKey } from '../extract/keys';
import type { EditRow } from '../tables/tables';

/** What a person's edits, taken together, say about keys. */
export interface EditedKeys {
  /** The key that a record of this key and title stands for now; null when the entity was deleted. */
  resolve(key: string, title?: string): string | null;
  /** The title a person gave, if any. */
  title(key: string): string | undefined;
}

/** The value of a `split`: the name that leaves an entity, and the key under which it stands from then on. */
export interface SplitValue {
  readonly title: string;
  readonly into: string;
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
  const paths = keyPaths();
  const deleted = new Set<string>();
  const titles = new Map<string, string>();
  for (const edit of standingEdits(edits)) {
    const value: unknown = JSON.parse(edit.value);
    const key = paths.follow(edit.key);
    if (edit.kind === 'delete') deleted.add(key);
    if (edit.kind === 'split' && isSplit(value)) paths.split(key, value);
    if (typeof value !== 'string') continue;
    if (edit.kind === 'merge') paths.merge(key, paths.follow(value));
    if (edit.kind === 'rename') titles.set(key, value);
  }
  return {
    resolve: (key, title) => {
      const end = paths.follow(key, title);
      return deleted.has(end) ? null : end;
    },
    title: (key) => titles.get(key),
  };
}

/** Where merges and splits lead from a key. */
function keyPaths() {
  const mergedInto = new Map<string, string>();
  const splitOff = new Map<string, string>();
  const follow = (key: string, title?: string): string => {
    const left = new Set<string>();
    for (let at = key; ;) {
      const off = title === undefined || left.has(at) ? undefined : splitOff.get(named(at, title));
      if (off !== undefined) left.add(at); // a name leaves an entity once, even if a merge leads back to it
      const next = off ?? mergedInto.get(at);
      if (next === undefined) return at;
      at = next;
    }
  };
  return {
    follow,
    merge: (from: string, into: string): void => {
      if (from !== into) mergedInto.set(from, into);
    },
    /** What was merged into the entity stands for itself again; records of its other keys leave it by their title. */
    split: (key: string, { title, into }: SplitValue): void => {
      if (follow(into) === key) mergedInto.delete(into);
      if (into !== key) splitOff.set(named(key, title), into);
    },
  };
}

const named = (key: string, title: string): string => `${key}\u001f${title}`;

function isSplit(value: unknown): value is SplitValue {
  return typeof value === 'object' && value !== null && 'title' in value && 'into' in value;
}

/**
 * The key for a name that leaves an entity: the one under which its records stood before a merge, else a new one.
 * `keysOfTitle` are the keys of the records with that title.
 */
export function splitKey(entity: string, title: string, keysOfTitle: readonly string[]): string {
  const own = [...keysOfTitle].sort().find((key) => key !== entity);
  return own ?? [entityKey(title), title.toLowerCase(), title].find((key) => key !== entity) ?? `${entity} (2)`;
}
