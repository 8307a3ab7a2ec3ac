import { hasTrait } from '../../../../core/errors';
import { message } from '../../../../core/message';
import { KEPT_PARTS } from '../../../../core/ports/storage-parts';
import type { FileStore } from '../../opfs/file-store';
import { type StorageContext, withCodec, writeFailure } from '../../storage-context';
import { MANIFEST, type Manifest, pathOf } from './manifest';
import { readManifest, SECOND_COPY, stateOfCopies, type StoredManifest, writeManifest } from './manifest-file';
import { type KnownOfCollection, rebuildManifest } from './rebuild-manifest';

/**
 * The newest manifest, for the tab that writes: from a copy that is whole, else rebuilt from the files. Afterwards both
 * copies are whole. The state has a note on a damaged copy for a person. Throws StorageError where it is newer than
 * this Burrow.
 */
export async function readWholeManifest(
  context: StorageContext,
  files: FileStore,
  known: KnownOfCollection,
): Promise<StoredManifest> {
  const stored = await readManifest(files).catch((error: unknown) => {
    if (!hasTrait(error, 'damage')) throw error;
    return undefined;
  });
  if (!stored) return rebuild(context, files, known);
  const [first, second] = await stateOfCopies(files);
  if (first === 'whole' && second === 'whole') return stored;
  const isFirstDamaged = first !== 'whole';
  const hasNotice = isFirstDamaged || second === 'damaged';
  const copy = isFirstDamaged ? MANIFEST : `${SECOND_COPY}/${MANIFEST}`;
  return writeAgain(context, files, { ...stored, ...(hasNotice && { manifest: withNote(stored.manifest, copy) }) });
}

/** The manifest with a note on a copy of it that was damaged. */
function withNote(manifest: Manifest, path: string): Manifest {
  const others = manifest.state.failed.filter((one) => one.path !== path);
  const note = { path, byte_hash: '', reason: KEPT_PARTS.manifest.notice(), repaired: true } as const;
  return { ...manifest, state: { ...manifest.state, failed: [...others, note] } };
}

async function rebuild(context: StorageContext, files: FileStore, known: KnownOfCollection): Promise<StoredManifest> {
  const written: string[] = [];
  try {
    const manifest = await withCodec(context, (codec) => rebuildManifest({ files, codec, known, written }));
    return await writeAgain(context, files, { manifest, lists: [] });
  } catch (error) {
    for (const file of written) await files.remove(pathOf(file));
    throw await writeFailure(context, error, message`What lies there of the collection is kept.`);
  }
}

/**
 * Writes both copies again. Where the storage is full, the collection is open all the same, and they are written with
 * the next change.
 */
async function writeAgain(context: StorageContext, files: FileStore, stored: StoredManifest): Promise<StoredManifest> {
  try {
    return { ...stored, lists: await writeManifest(files, stored.manifest, []) };
  } catch (error) {
    context.report(error);
    return stored;
  }
}
