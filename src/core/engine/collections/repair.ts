import { hasTrait } from '../../errors';
import { message } from '../../message';
import { KEPT_PARTS } from '../../ports/storage-parts';
import type { BlobStore, DamagedFile, TableChange, TableStore } from '../../ports/collections';
import { TABLES_OF_USE } from '../../tables/tables';
import type { FailedSource, IndexState, PendingSource } from '../../ports/index-state';

/**
 * Removes damaged files from a collection and derives their rows again from whole ones. The state has notes on the
 * damage and the loss for a person. False where nothing is damaged, or where this tab may not write.
 */
export async function repairDamage(store: TableStore, blobs: BlobStore): Promise<boolean> {
  const damage = store.writable ? await store.findDamage() : [];
  if (damage.length === 0) return false;
  const lost = damage.filter(({ table }) => table === 'documents');
  const gone = new Set(lost.flatMap(({ documents }) => documents));
  const again: PendingSource[] = [];
  for (const source of lost.flatMap(({ sources }) => sources))
    if (await blobs.has(source.byte_hash)) again.push(source);
  const change = { dropFiles: damage.map(({ file }) => file), removeDocuments: [...gone] };
  await store.commit({ ...change, state: stateAfter(store.state, damage, { gone, again }) });
  return true;
}

/** Runs work. Where it meets damage that can be mended, it is run once more after that. */
export async function withMending<T>(work: () => Promise<T>, mend: () => Promise<boolean>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasTrait(error, 'damage') || !(await mend())) throw error;
    return work();
  }
}

const OF_USE: ReadonlySet<string> = new Set(TABLES_OF_USE);

interface Lost {
  /** Documents whose text is damaged. */
  readonly gone: ReadonlySet<string>;
  /** Sources of those whose original is kept. */
  readonly again: readonly PendingSource[];
}

function stateAfter(
  state: IndexState,
  damage: readonly DamagedFile[],
  { gone, again }: Lost,
): NonNullable<TableChange['state']> {
  const remade = damage.filter(({ table }) => table === 'text_units' || table === 'extractions');
  const documents = remade.flatMap((file) => file.documents).filter((id) => !gone.has(id));
  const waiting = new Set(state.pending.map(({ path }) => path));
  const { embedding, made } = state;
  const anew = new Set([...documents, ...gone]);
  return {
    pending: [...state.pending, ...again.filter(({ path }) => !waiting.has(path))],
    failed: [...state.failed, ...damage.flatMap((file) => notesOn(file, again, state))],
    reindex: [...new Set([...(state.reindex ?? []), ...documents])],
    ...(damage.some(({ table }) => table !== 'vectors' && !OF_USE.has(table)) && {
      derived: false,
      underived: undefined,
    }),
    ...(made && { made: Object.fromEntries(Object.entries(made).filter(([id]) => !anew.has(id))) }),
    ...(embedding && { embedding: { ...embedding, complete: false } }),
  };
}

/** Lists notes for a person on the sources of a damaged file. */
function notesOn(file: DamagedFile, again: readonly PendingSource[], state: IndexState): readonly FailedSource[] {
  const { table, rows, documents, sources } = file;
  const kept = new Set(again.map(({ byte_hash }) => byte_hash));
  const gone = sources.filter(({ byte_hash }) => !kept.has(byte_hash)).map(({ path }) => path);
  const unnamed = table === 'documents' && sources.length === 0 ? documents : [];
  const byModel = (state.model ?? state.besides) !== undefined;
  const loss = { rows, documents: documents.length, readAgain: sources.length - gone.length, byModel };
  return [
    { path: file.file, byte_hash: '', reason: KEPT_PARTS[table].notice(loss), repaired: true },
    ...[...gone, ...unnamed].map((path) => ({ path, byte_hash: '', reason: LOST_TEXT })),
  ];
}

const LOST_TEXT = message`Its text was damaged on this disk. Add the file again, or open a saved copy of this collection.`;
