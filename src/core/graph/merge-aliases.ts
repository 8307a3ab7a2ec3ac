import type { EditRow } from '../tables/tables';
import { saidApart } from './apart';
import { editOf } from './edit-values';
import type { KeyPaths } from './key-paths';

/** What edits have made of the keys so far. */
export interface Folded {
  readonly paths: KeyPaths;
  readonly deleted: Set<string>;
  readonly titles: Map<string, string>;
  readonly types: Map<string, string>;
}

/**
 * Merges what a model said is the same, after all that a person did: not what the person merged elsewhere, split off or deleted, and
 * never so that two entities come together which the person keeps apart.
 */
export function mergeAliases(log: readonly EditRow[], standing: readonly EditRow[], folded: Folded): void {
  const aliases = standing.filter(({ kind }) => kind === 'alias');
  if (aliases.length === 0) return;
  const { paths, deleted } = folded;
  const placed = placedByPerson(standing);
  const apart = saidApart(log);
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
