import { type FileStore, isTemporary } from '../opfs/file-store';
import { generationLocks, type Locks, type Release } from '../locks';
import {
  LISTS_FOLDER,
  type Manifest,
  type RetiredFile,
  TABLES_FOLDER,
  UNFINISHED,
  VECTORS_FOLDER,
  filesOf,
  pathsOf,
  retiredMarkOf,
} from './manifest/manifest';
import { listPath, readManifest, SECOND_COPY, type StoredManifest } from './manifest/manifest-file';

/** A generation whose files stay until it is released. */
interface PinnedGeneration {
  readonly manifest: Manifest;
  readonly release: Release;
}

/** Locks the newest generation against the sweep. Reads, locks and reads again, in case a newer one was written in between. */
export async function pinGeneration(files: FileStore, locks: Locks, collection: string): Promise<PinnedGeneration> {
  for (;;) {
    const { manifest: before } = await readManifest(files);
    const release = await locks.shared(generationLocks(collection) + before.generation);
    try {
      const { manifest } = await readManifest(files);
      if (manifest.generation === before.generation) return { manifest, release };
    } catch (error) {
      release();
      throw error;
    }
    release();
  }
}

/** The retired files after a commit: what the next manifest no longer names, and what readers still used before. */
export function retire(
  before: Manifest,
  after: Pick<Manifest, 'shards' | 'vectors'>,
  waiting: readonly RetiredFile[],
): RetiredFile[] {
  const named = new Set(filesOf(after).map(({ file }) => file));
  const dropped = filesOf(before).filter(({ file }) => !named.has(file));
  return [...waiting, ...dropped.map(({ file, born }) => ({ file, born, last: before.generation }))];
}

/**
 * Removes the files that neither the manifest on disk nor a reader of an older generation needs, leftovers of crashes
 * included. Files under way stay. Only the writer may call it. Returns the retired files that had to stay, each with a
 * mark beside it: without a manifest, the mark is the only sign that their rows are gone.
 */
export async function sweepTables(
  files: FileStore,
  locks: Locks,
  collection: string,
  { manifest, lists }: StoredManifest,
  underWay: readonly string[],
): Promise<RetiredFile[]> {
  const prefix = generationLocks(collection);
  const pinned = (await locks.list(prefix)).map((name) => Number(name.slice(prefix.length)));
  const waiting = manifest.retired.filter(({ born, last }) => pinned.some((one) => born <= one && one <= last));
  const inUse = [...filesOf(manifest), ...waiting].map(({ file }) => file);
  const named = [...inUse, ...(manifest.unreadable ?? []), ...underWay];
  const marks = waiting.map(({ file }) => retiredMarkOf(file));
  const listPaths = lists.map(listPath);
  const needed = new Set([
    ...named.flatMap(pathsOf),
    ...marks,
    ...listPaths,
    ...listPaths.map((path) => `${SECOND_COPY}/${path}`),
  ]);
  for (const folder of [TABLES_FOLDER, VECTORS_FOLDER, LISTS_FOLDER, `${SECOND_COPY}/${LISTS_FOLDER}`]) {
    for (const { name } of await files.list(folder)) {
      if (!needed.has(`${folder}/${name}`)) await files.remove(`${folder}/${name}`);
    }
  }
  for (const mark of marks) if (!(await files.open(mark))) await files.write(mark, new Uint8Array());
  // The mark of an unfinished folder counts for nothing beside a manifest, and must not be there should that be lost.
  for (const { name } of await files.list('')) if (isTemporary(name) || name === UNFINISHED) await files.remove(name);
  for (const { name } of await files.list(SECOND_COPY))
    if (isTemporary(name)) await files.remove(`${SECOND_COPY}/${name}`);
  return waiting;
}
