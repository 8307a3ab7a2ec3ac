import type { EngineApi } from '../../core/engine/api';
import { isRecord } from '../../core/shapes/read-fields';

/** Deletion by a person that can be undone until it is carried out. */
export interface Deletion {
  readonly kind: 'document' | 'conversation';
  readonly collection: string;
  readonly id: string;
}

/** The engine's store of notes: durable when their promise resolves, and the same for all tabs. */
export type ConnectNotes = () => Promise<Pick<EngineApi, 'setting' | 'changeSetting' | 'holdBack'>>;

/** Name of the setting with a note on each deletion that is not carried out yet. */
const NAME = 'deletions';

/** Name of a deletion's note, and of the lock that the page has while it offers *Undo*. */
export const deletionName = ({ kind, collection, id }: Deletion): string =>
  `burrow:deletion:${kind}:${collection}:${id}`;

/** Notes deletions; durable when it resolves. */
export async function noteDeletions(connect: ConnectNotes, deletions: readonly Deletion[]): Promise<void> {
  const engine = await connect();
  await engine.changeSetting(NAME, Object.fromEntries(deletions.map((one) => [deletionName(one), one])));
}

/** Removes the notes on deletions, and leaves those that other tabs made. */
export async function removeNotes(connect: ConnectNotes, deletions: readonly Deletion[]): Promise<void> {
  const engine = await connect();
  await engine.changeSetting(NAME, Object.fromEntries(deletions.map((one) => [deletionName(one), undefined])));
}

/** The deletions noted of a collection. */
export async function notedDeletions(connect: ConnectNotes, collection: string): Promise<readonly Deletion[]> {
  const notes = await (await connect()).setting(NAME);
  const deletions = isRecord(notes) ? Object.values(notes).filter(isDeletion) : [];
  return deletions.filter((one) => one.collection === collection);
}

const isDeletion = (note: unknown): note is Deletion =>
  isRecord(note) &&
  (note['kind'] === 'document' || note['kind'] === 'conversation') &&
  typeof note['collection'] === 'string' &&
  typeof note['id'] === 'string';
