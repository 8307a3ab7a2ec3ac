import { entityId } from '../../graph/derive/derive-entities';
import { ParseError } from '../../errors';
import { message } from '../../message';
import { pairsFoundDistinct, pairsKeptApart, foldEdits, splitKey } from '../../graph/edits/fold-edits';
import { keysOf, type Decision, type NewEdit } from '../../graph/edits/edit-values';
import { stableId, pairKey } from '../../ids';
import type { EditRow, EntityRow } from '../../tables/tables';
import type { EngineEnv } from '../env';
import type { CollectionStore } from '../collections/collection-store';

/** Adds an edit to the log, and resolves with its row; what is derived from it follows in the next run. */
export async function addEdit(store: CollectionStore, edit: NewEdit, env: EngineEnv): Promise<EditRow> {
  const row = { ...rowOf(edit, env), id: env.newId(), sequence: nextSequence(await store.read('edits')) };
  await store.commit(() => ({
    append: { edits: [row] },
    ...(edit.kind === 'apart' ? {} : { state: { derived: false } }),
  }));
  return row;
}

/** A model's decisions as rows for the log. Their ids follow from the question, so that a known or undone decision is not added again. */
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

/** An edit that splits a name off an entity. Throws ParseError when no record has it for its title. */
export async function splitEdit(store: CollectionStore, key: string, alias: string): Promise<NewEdit> {
  const [extractions, edits] = await Promise.all([store.read('extractions'), store.read('edits')]);
  const keys = foldEdits(edits);
  const own = extractions.filter((row) => row.title === alias && keys.resolve(row.key, row.title) === key);
  if (own.length > 0) {
    const keysOfTitle = [...new Set(own.map((row) => row.key))];
    return { kind: 'split', key, value: { title: alias, into: splitKey(key, alias, keysOfTitle) } };
  }
  throw new ParseError(
    message`“${alias}” cannot be split off: every document that has it also uses the main name, and the two are not told apart there.`,
    { detail: key },
  );
}

/** Returns a check of whether a person or a model found two entities, by id, to be different. */
export async function keptApart(store: CollectionStore): Promise<(a: string, b: string) => boolean> {
  const edits = await store.read('edits');
  const keys = foldEdits(edits);
  const apart = [...pairsKeptApart(edits), ...pairsFoundDistinct(edits)];
  if (apart.length === 0) return () => false;
  const ids = new Map(store.tables.entities.map((row) => [row.key, row.id]));
  const now = (key: string): string => {
    const resolved = keys.resolve(key) ?? key;
    return ids.get(resolved) ?? entityId(resolved);
  };
  const pairs = new Set(apart.map(([a, b]) => pairKey(now(a), now(b))));
  return (a, b) => pairs.has(pairKey(a, b));
}

/** An entity as it is offered by name. */
export interface Namesake {
  readonly id: string;
  readonly title: string;
  readonly type: string;
}

/** Entities by name, at most `count`: first exact titles, then names that begin with the words, then names that contain them. */
export function namesakes(entities: readonly EntityRow[], words: string, count: number): readonly Namesake[] {
  const wanted = folded(words.trim());
  if (wanted === '') return [];
  const found = entities.flatMap((row) => {
    const rank = Math.min(...[row.title, ...row.aliases].map((name, at) => rankOf(folded(name), wanted, at > 0)));
    return rank < Infinity ? [{ row, rank }] : [];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank || b.row.frequency - a.row.frequency)
    .slice(0, count)
    .map(({ row: { id, title, type } }) => ({ id, title, type }));
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function rankOf(name: string, wanted: string, isAlias: boolean): number {
  if (name === wanted) return isAlias ? 1 : 0;
  if (name.startsWith(wanted)) return 2;
  return name.includes(wanted) ? 3 : Infinity;
}

/** Types of the entities, the commonest first. */
export function typesOf(entities: readonly Pick<EntityRow, 'type'>[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { type } of entities) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([type]) => type);
}
