import { entityKey } from '../../extract/entity-key';
import type { EditRow } from '../../tables/tables';
import { editOf, isDecision, type NewEdit, type SplitValue, keysOf } from './edit-values';
import { currentEdits, undoneEdits } from './edit-log';

/** View of all edits by key. */
export interface EditedKeys {
  /** The key that a record of this key and title belongs to now; null when the entity was deleted. */
  resolve(key: string, title?: string): string | null;
  /** Checks if a person merged the entity of this key and title into another one, which then keeps its own name. */
  isMergedByHand(key: string, title?: string): boolean;
  /** The title a person gave, if any. */
  title(key: string): string | undefined;
  /** The type that a person gave, if any. */
  type(key: string): string | undefined;
}

/** Folds the log of edits into a view of keys. Later edits of a person win over earlier ones, and all of them over decisions of a model. */
export function foldEdits(edits: readonly EditRow[]): EditedKeys {
  const current = currentEdits(edits);
  const folded = foldPersonEdits(current);
  const byHand = folded.paths.copy();
  mergeAliases(edits, current, folded);
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

function foldPersonEdits(current: readonly EditRow[]): Folded {
  const folded: Folded = { paths: keyPaths(), deleted: new Set(), titles: new Map(), types: new Map() };
  for (const row of current) {
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
 * The key for a name that is split off an entity: the key of its records before a merge, else a new one.
 * `keysOfTitle` are the keys of the records with that title.
 */
export function splitKey(entity: string, title: string, keysOfTitle: readonly string[]): string {
  const own = [...keysOfTitle].sort().find((key) => key !== entity);
  return own ?? [entityKey(title), title.toLowerCase(), title].find((key) => key !== entity) ?? `${entity} (2)`;
}

/** Paths of merges and splits from a key. */
interface KeyPaths {
  /** The key at the end. Records of a title that was split off leave the path there. */
  follow(key: string, title?: string): string;
  /** Checks for a merge on the path. */
  isMerged(key: string, title?: string): boolean;
  merge(from: string, into: string): void;
  /** Splits a title off an entity: undoes the merge of its own key, and sends records of other keys there by their title. */
  split(key: string, value: SplitValue): void;
  /** An independent copy. */
  copy(): KeyPaths;
}

function keyPaths(mergedInto = new Map<string, string>(), splitOff = new Map<string, string>()): KeyPaths {
  const walk = (key: string, title?: string): { readonly end: string; readonly merged: boolean } => {
    const left = new Set<string>();
    let merged = false;
    for (let at = key; ;) {
      const off = title === undefined || left.has(at) ? undefined : splitOff.get(titleKey(at, title));
      if (off !== undefined) left.add(at); // a name leaves an entity once, even if a merge leads back to it
      const next = off ?? mergedInto.get(at);
      if (next === undefined) return { end: at, merged };
      merged ||= off === undefined;
      at = next;
    }
  };
  const follow = (key: string, title?: string): string => walk(key, title).end;
  return {
    follow,
    isMerged: (key, title) => walk(key, title).merged,
    merge: (from, into) => {
      if (from !== into) mergedInto.set(from, into);
    },
    split: (key, { title, into }) => {
      if (follow(into) === key) mergedInto.delete(into);
      if (into !== key) splitOff.set(titleKey(key, title), into);
    },
    copy: () => keyPaths(new Map(mergedInto), new Map(splitOff)),
  };
}

const titleKey = (key: string, title: string): string => `${key}\u001f${title}`;

/** State of the keys after the edits so far. */
interface Folded {
  readonly paths: KeyPaths;
  readonly deleted: Set<string>;
  readonly titles: Map<string, string>;
  readonly types: Map<string, string>;
}

/**
 * Merges what a model found to be the same, after the person's edits. It leaves alone what the person merged elsewhere, split off or deleted.
 * It never brings together two entities that the person keeps apart.
 */
function mergeAliases(log: readonly EditRow[], current: readonly EditRow[], folded: Folded): void {
  const aliases = current.filter(({ kind }) => kind === 'alias');
  if (aliases.length === 0) return;
  const { paths, deleted } = folded;
  const placed = placedByPerson(current);
  const apart = pairsKeptApart(log);
  for (const row of aliases) {
    const edit = editOf(row);
    if (edit?.kind !== 'alias' || placed.has(edit.key)) continue;
    const from = paths.follow(edit.key);
    const into = paths.follow(edit.value.into);
    const joins = (a: string, b: string): boolean => paths.follow(a) === from && paths.follow(b) === into;
    if (from === into || deleted.has(from) || apart.some(([a, b]) => joins(a, b) || joins(b, a))) continue;
    paths.merge(from, into);
    inherit(folded.titles, from, into);
    inherit(folded.types, from, into);
  }
}

/** Passes a person's title or type of a merged entity to the one that stays, unless it has its own. */
function inherit(values: Map<string, string>, from: string, into: string): void {
  const value = values.get(from);
  if (value !== undefined && !values.has(into)) values.set(into, value);
}

/** Keys that a person merged into another entity, or split off one. */
function placedByPerson(current: readonly EditRow[]): ReadonlySet<string> {
  const keys = current.flatMap((row) => {
    const edit = editOf(row);
    if (edit?.kind === 'merge') return [edit.key];
    return edit?.kind === 'split' ? [edit.value.into] : [];
  });
  return new Set(keys);
}

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
