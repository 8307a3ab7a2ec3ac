import { standingEdits } from '../graph/edits';
import type { EditRow } from '../tables/tables';
import type { EditView } from './api';
import type { EngineEnv } from './env';
import type { OpenCollection } from './open-collection';

export interface NewEdit {
  readonly kind: 'merge' | 'rename' | 'delete' | 'undo';
  readonly key: string;
  /** Key to merge into, new title, or for `delete` and `undo` the words that the edit is shown with. */
  readonly value: string;
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
  await open.commit(() => ({ append: { edits: [row] }, state: { derived: false } }));
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

function wordsOf(edit: EditRow): string {
  const value: unknown = JSON.parse(edit.value);
  if (edit.kind === 'merge') return `Merged “${edit.key}” into “${String(value)}”`;
  if (edit.kind === 'rename') return `Renamed “${edit.key}” to “${String(value)}”`;
  return `Deleted “${edit.key}”`;
}
