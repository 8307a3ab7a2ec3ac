import { entityKey } from '../../extract/entity-key';
import type { EditRow } from '../../tables/tables';
import { editOf, isDecision, type NewEdit, type SplitValue } from './edit-values';
import { currentEdits } from './edit-log';
import { pairsKeptApart } from './distinct-pairs';

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
  const standing = currentEdits(edits);
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

/** Where merges and splits lead from a key. */
interface KeyPaths {
  /** The key at the end; records of a title that was split off leave the path where it was. */
  follow(key: string, title?: string): string;
  /** Whether a merge is on the path. */
  isMerged(key: string, title?: string): boolean;
  merge(from: string, into: string): void;
  /** What was merged into the entity stands for itself again; records of its other keys leave it by their title. */
  split(key: string, value: SplitValue): void;
  /** The same paths, to lead on elsewhere from: neither changes with the other. */
  copy(): KeyPaths;
}

const keyPaths = (): KeyPaths => pathsAlong(new Map(), new Map());

function pathsAlong(mergedInto: Map<string, string>, splitOff: Map<string, string>): KeyPaths {
  const walk = (key: string, title?: string): { readonly end: string; readonly merged: boolean } => {
    const left = new Set<string>();
    let merged = false;
    for (let at = key; ;) {
      const off = title === undefined || left.has(at) ? undefined : splitOff.get(named(at, title));
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
      if (into !== key) splitOff.set(named(key, title), into);
    },
    copy: () => pathsAlong(new Map(mergedInto), new Map(splitOff)),
  };
}

const named = (key: string, title: string): string => `${key}\u001f${title}`;

/** What edits have made of the keys so far. */
interface Folded {
  readonly paths: KeyPaths;
  readonly deleted: Set<string>;
  readonly titles: Map<string, string>;
  readonly types: Map<string, string>;
}

/**
 * Merges what a model said is the same, after all that a person did: not what the person merged elsewhere, split off or deleted, and
 * never so that two entities come together which the person keeps apart.
 */
function mergeAliases(log: readonly EditRow[], standing: readonly EditRow[], folded: Folded): void {
  const aliases = standing.filter(({ kind }) => kind === 'alias');
  if (aliases.length === 0) return;
  const { paths, deleted } = folded;
  const placed = placedByPerson(standing);
  const apart = pairsKeptApart(log);
  for (const row of aliases) {
    const edit = editOf(row);
    if (edit?.kind !== 'alias' || placed.has(edit.key)) continue;
    const from = paths.follow(edit.key);
    const into = paths.follow(edit.value.into);
    const joins = (a: string, b: string): boolean => paths.follow(a) === from && paths.follow(b) === into;
    if (from === into || deleted.has(from) || apart.some(([a, b]) => joins(a, b) || joins(b, a))) continue;
    paths.merge(from, into);
    handOver(folded.titles, from, into);
    handOver(folded.types, from, into);
  }
}

/** What a person said of the name that goes holds for the one that stays, unless that has its own. */
function handOver(said: Map<string, string>, from: string, into: string): void {
  const value = said.get(from);
  if (value !== undefined && !said.has(into)) said.set(into, value);
}

/** Keys that a person put somewhere: merged into another entity, or split off one. */
function placedByPerson(standing: readonly EditRow[]): ReadonlySet<string> {
  const keys = standing.flatMap((row) => {
    const edit = editOf(row);
    if (edit?.kind === 'merge') return [edit.key];
    return edit?.kind === 'split' ? [edit.value.into] : [];
  });
  return new Set(keys);
}
