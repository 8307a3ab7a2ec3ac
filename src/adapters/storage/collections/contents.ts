import type { CollectionContents } from '../../../core/ports/collections';
import { type FileStore, inFolder } from '../opfs/file-store';
import { type StorageContext, withCodec } from '../storage-context';
import { currentRows } from './shards/current-rows';
import { isHash, type Manifest, SOURCES_FOLDER } from './manifest/manifest';
import { readManifest } from './manifest/manifest-file';
import { rebuildManifest } from './manifest/rebuild-manifest';
import { shardFiles } from './shards/table-shards';

type StoredContents = Omit<CollectionContents, 'conversations'>;

/** Counts the contents of a collection's folder from its files. Unreadable ones are not counted. */
export async function contentsOf(context: StorageContext, id: string): Promise<StoredContents> {
  const files = inFolder(context.files, id);
  const names = (await files.list(SOURCES_FOLDER)).map(({ name }) => name);
  const originals = names.filter(isHash).length;
  return withCodec(context, async (codec) => {
    const options = { files: readOnly(files), codec, known: {}, written: [] };
    const { shards } = await readManifest(files)
      .then(({ manifest }) => manifest)
      .catch(() => rebuildManifest(options));
    const read = shardFiles({ ...options, generation: 0 });
    const documents = new Set((shards.documents ?? []).flatMap((shard) => shard.documents ?? [])).size;
    return { documents, originals, notes: await countNotes(shards, read) };
  });
}

/** The same files, of which none changes. */
const readOnly = (files: FileStore): FileStore => ({
  ...files,
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
});

async function countNotes(shards: Manifest['shards'], files: Parameters<typeof currentRows>[2]): Promise<number> {
  let notes = 0;
  try {
    for await (const { rows } of currentRows('notes', shards.notes ?? [], files)) notes += rows.length;
  } catch {
    return notes; // a damaged file holds none that could be shown
  }
  return notes;
}
