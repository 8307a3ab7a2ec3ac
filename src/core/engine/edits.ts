import { entityId } from '../graph/derive-entities';
import { ParseError } from '../errors';
import { foundDistinct, pairKey, saidApart } from '../graph/apart';
import { editOf, keysOf, type Decision, type NewEdit } from '../graph/edit-values';
import { foldEdits, splitKey, standingEdits } from '../graph/edits';
import { stableId } from '../ids';
import type { EditRow } from '../tables/tables';
import type { EditView } from './api';
import type { EngineEnv } from './env';
import type { OpenCollection } from './open-collection';

/** Adds an edit to the log; what is derived from it follows in the next run. */
export async function addEdit(open: OpenCollection, edit: NewEdit, env: EngineEnv): Promise<void> {
  const row = { ...rowOf(edit, env), id: env.newId(), sequence: nextSequence(await open.store.read('edits')) };
  await open.commit(() => ({
    append: { edits: [row] },
    ...(edit.kind === 'apart' ? {} : { state: { derived: false } }),
  }));
}

/**
 * Rows of what a model decided, to be added to the log. Their ids follow from what was asked, so that a decision that is there already, or
 * that a person undid, is not added again.
 */
export function decisionRows(
  decisions: readonly Decision[],
  edits: readonly EditRow[],
  env: Pick<EngineEnv, 'clock'>,
): readonly EditRow[] {
  const known = new Set(edits.map(({ id }) => id));
  const first = nextSequence(edits);
  return decisions
    .map((decision) => ({ ...rowOf(decision, env), id: decisionId(decision) }))
    .filter(({ id }) => !known.has(id) && known.add(id))
    .map((row, at) => ({ ...row, sequence: first + at }));
}

function decisionId(decision: Decision): string {
  return stableId(decision.kind, ...[...keysOf(decision)].sort());
}

function nextSequence(edits: readonly EditRow[]): number {
  return edits.reduce((most, one) => Math.max(most, one.sequence), 0) + 1;
}

function rowOf({ kind, key, value }: NewEdit, { clock }: Pick<EngineEnv, 'clock'>): Omit<EditRow, 'id' | 'sequence'> {
  return { time: new Date(clock.now()).toISOString(), kind, key, value: JSON.stringify(value) };
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

/** Whether a person or a model said that two entities, by id, are not the same. */
export async function keptApart(open: OpenCollection): Promise<(a: string, b: string) => boolean> {
  const edits = await open.store.read('edits');
  const keys = foldEdits(edits);
  const now = (key: string): string => entityId(keys.resolve(key) ?? key);
  const apart = [...saidApart(edits), ...foundDistinct(edits)];
  const pairs = new Set(apart.map(([a, b]) => pairKey(now(a), now(b))));
  return (a, b) => pairs.has(pairKey(a, b));
}

function wordsOf(row: EditRow): string {
  const edit = editOf(row);
  if (!edit) return `Changed “${row.key}”`;
  switch (edit.kind) {
    case 'merge':
      return `Merged “${edit.key}” into “${edit.value}”`;
    case 'split':
      return `Split “${edit.value.title}” off “${edit.key}”`;
    case 'apart':
      return `Kept “${edit.key}” and “${edit.value}” apart`;
    case 'rename':
      return `Renamed “${edit.key}” to “${edit.value}”`;
    case 'alias':
      return `${edit.value.by} merged “${edit.key}” into “${edit.value.into}”`;
    case 'distinct':
      return edit.value.homonym
        ? `${edit.value.by} could not tell whose name “${edit.key}” is, and kept it apart from “${edit.value.other}”`
        : `${edit.value.by} kept “${edit.key}” and “${edit.value.other}” apart`;
    default:
      return `Deleted “${edit.key}”`;
  }
}
