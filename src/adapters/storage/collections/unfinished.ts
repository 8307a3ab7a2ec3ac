import type { FileStore } from '../opfs/file-store';
import { SOURCES_FOLDER, TABLES_FOLDER, UNFINISHED } from './manifest/manifest';
import { hasManifest, removeManifest } from './manifest/manifest-file';

/** Marks a folder before a collection is made in it, or removed from it. A manifest in it makes the mark count for nothing. */
export const markUnfinished = (files: FileStore): Promise<void> => files.write(UNFINISHED, new Uint8Array(1));

/** Takes the mark away once the manifest is written. */
export const unmarkUnfinished = (files: FileStore): Promise<void> => files.remove(UNFINISHED);

/** Checks if a crash cut off the making or the removal of the collection in this folder. */
export const isCutOff = async (files: FileStore): Promise<boolean> =>
  (await files.open(UNFINISHED)) !== undefined && !(await hasManifest(files));

/**
 * Checks for the rest of making or removing a collection in a crash, or for a folder without anything to rebuild a collection from. A folder whose
 * manifest was lost otherwise is none.
 */
export async function isLeftover(files: FileStore): Promise<boolean> {
  if (await hasManifest(files)) return false;
  if (await isCutOff(files)) return true;
  const tables = await files.list(TABLES_FOLDER);
  const sources = await files.list(SOURCES_FOLDER);
  return sources.length === 0 && !tables.some(({ name }) => /^(documents|notes)\./.test(name));
}

/** Removes a folder, the manifest first and the mark last, so that a crash leaves nothing that looks like a collection. */
export async function removeFolder(files: FileStore): Promise<void> {
  await removeManifest(files);
  for (const { name } of await files.list('')) if (name !== UNFINISHED) await files.remove(name);
  await files.remove('');
}
