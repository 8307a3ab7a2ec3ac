import { entityId } from '../graph/derive-entities';
import { ParseError } from '../errors';
import { foldEdits, splitKey, standingEdits, type SplitValue } from '../graph/edits';
import type { EditRow } from '../tables/tables';
import type { EditView } from './api';
import type { EngineEnv } from './env';
import type { OpenCollection } from './open-collection';

export interface NewEdit {
  readonly kind: 'merge' | 'split' | 'rename' | 'delete' | 'apart' | 'undo';
  readonly key: string;
  /** Key to merge into or to keep apart from, new title, name to split off; empty for `delete` and `undo`. */
  readonly value: string | SplitValue;
}

/** Adds an edit to the log; what is derived from it follows in the next run. */
export async function addEdit(open: OpenCollection, edit: NewEdit, env: EngineEnv): Promise<void> {
  const earlier = await open.store.read('edits');
  const row: EditRow = {
    id: env.newId(),
    sequence: earlier.reduce((most, one) => Math.max(most, one.sequence), 0) + 1,
    time: new Date(env.clock.now()).toISOString(),
    kind: edit.kind,
    key: edit.key,
    value: JSON.stringify(edit.value),
  };
  await open.commit(() => ({
    append: { edits: [row] },
    ...(edit.kind === 'apart' ? {} : { state: { derived: false } }),
  }));
}

/** Splits a name off an entity. Throws ParseError when no record has it for its title, so that nothing could leave. */
export async function splitEdit(open: OpenCollection, key: string, alias: string): Promise<NewEdit> {
  const [extractions, edits] = await Promise.all([open.store.read('extractions'), open.store.read('edits')]);
  const keys = foldEdits(edits);
  const own = extractions.filter((row) => row.title === alias && keys.resolve(row.key, row.title) === key);
  if (own.length > 0) {
    const keysOfTitle = [...new Set(own.map((row) => row.key))];
    return { kind: 'split', key, value: { title: alias, into: splitKey(key, alias, keysOfTitle) } };
  }
  throw new ParseError(
    `“${alias}” cannot be split off: every document that has it also uses the main name, and the two are not told apart there.`,
    { detail: key },
  );
}

/** The log in words, newest first. */
export async function listEdits(open: OpenCollection): Promise<readonly EditView[]> {
  const edits = await open.store.read('edits');
  const standing = new Set(standingEdits(edits).map((edit) => edit.id));
  return edits
    .filter((edit) => edit.kind !== 'undo')
    .toSorted((a, b) => b.sequence - a.sequence)
    .map((edit) => ({ id: edit.id, time: edit.time, words: wordsOf(edit), undone: !standing.has(edit.id) }));
}

/** Whether a person said that two entities, by id, are not the same. */
export async function keptApart(open: OpenCollection): Promise<(a: string, b: string) => boolean> {
  const pairs = new Set<string>();
  for (const edit of standingEdits(await open.store.read('edits'))) {
    if (edit.kind === 'apart') pairs.add(pairOf(entityId(edit.key), entityId(String(JSON.parse(edit.value)))));
  }
  return (a, b) => pairs.has(pairOf(a, b));
}

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

function wordsOf(edit: EditRow): string {
  const value: unknown = JSON.parse(edit.value);
  if (edit.kind === 'merge') return `Merged “${edit.key}” into “${String(value)}”`;
  if (edit.kind === 'split') return `Split “${(value as SplitValue).title}” off “${edit.key}”`;
  if (edit.kind === 'apart') return `Kept “${edit.key}” and “${String(value)}” apart`;
  if (edit.kind === 'rename') return `Renamed “${edit.key}” to “${String(value)}”`;
  return `Deleted “${edit.key}”`;
}
