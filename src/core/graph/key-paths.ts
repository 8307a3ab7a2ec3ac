import type { SplitValue } from './edit-values';

/** Where merges and splits lead from a key. */
export interface KeyPaths {
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

export const keyPaths = (): KeyPaths => pathsAlong(new Map(), new Map());

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
