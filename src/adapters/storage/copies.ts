import { hasTrait, StorageError } from '../../core/errors';
import type { CollectionRecord } from '../../core/ports/collections';
import type { Conversation } from '../../core/ports/conversations';
import type { TableName } from '../../core/tables/tables';
import { sha256Bytes } from '../sha256';
import { COPY_LIMITS, type CopyFile, encodeCopy, notACopy, openCopy, type OpenedCopy, partOfCopy } from './copy-file';
import { conversationsBytes, copyHead, parseConversations, parseHead } from './copy-records';
import { type FileStore, inFolder } from './file-store';
import { pinGeneration } from './generations';
import { linkedShards } from './linked-shards';
import { writeLock } from './locks';
import { isHash, MANIFEST, type Manifest, manifestBytes, parseManifest, type Shard, SOURCES_FOLDER } from './manifest';
import { filesOf, pathOf } from './manifest-files';
import type { ParquetCodec } from './parquet-codec';
import { type CollectionsOptions, type StorageContext, withCodec, writeFailure } from './storage-context';

/** The newest generation of a collection, with its derived columns filled, its sources and conversations as one file; commits go on meanwhile. */
export async function saveCopy(
  context: StorageContext,
  id: string,
  conversations: readonly Conversation[],
): Promise<Blob> {
  const files = inFolder(context.files, id);
  const { manifest, release } = await pinGeneration(files, context.locks, id);
  try {
    return await withCodec(context, (codec) => encodeCopy(filesToSave(files, codec, manifest, conversations)));
  } finally {
    release();
  }
}

async function* filesToSave(
  files: FileStore,
  codec: ParquetCodec,
  manifest: Manifest,
  conversations: readonly Conversation[],
): AsyncGenerator<CopyFile> {
  const read = (shard: Shard) => readWhole(files, shard);
  const shards: Partial<Record<TableName, Shard[]>> = {};
  yield { path: 'burrow.json', bytes: copyHead(manifest.name, manifest.created) };
  yield { path: 'conversations.json', bytes: conversationsBytes(conversations) };
  for await (const { table, shard, bytes } of linkedShards(codec, manifest.shards, read)) {
    (shards[table] ??= []).push(shard);
    yield { path: pathOf(shard.file), bytes };
  }
  for (const shard of manifest.vectors ?? []) yield { path: pathOf(shard.file), bytes: await read(shard) };
  yield { path: MANIFEST, bytes: manifestBytes({ ...manifest, shards, retired: [] }) };
  for (const { name } of await files.list(SOURCES_FOLDER)) {
    const source = isHash(name) ? await files.open(`${SOURCES_FOLDER}/${name}`) : undefined;
    if (source) yield { path: `${SOURCES_FOLDER}/${name}`, bytes: source };
  }
}

async function readWhole(files: FileStore, shard: Shard): Promise<Uint8Array> {
  const bytes = await files.read(pathOf(shard.file));
  if (bytes && (await sha256Bytes(bytes)) === shard.sha256) return bytes;
  throw new StorageError(`The copy was not made, because the file ${shard.file} is damaged.`, { detail: shard.file });
}

/** Adds a saved copy as a collection of its own. All of it is checked; when it fails, nothing is left behind. */
export async function loadCopy(
  options: CollectionsOptions,
  copy: Blob,
  id: string,
  name: string | undefined,
): Promise<CollectionRecord> {
  const { context, records, now } = options;
  const release = await context.locks.tryExclusive(writeLock(id));
  const files = inFolder(context.files, id);
  if (!release || (await files.open(MANIFEST))) {
    release?.();
    throw new StorageError('This collection is already here.', { detail: id });
  }
  try {
    const { manifest, conversations } = await unpack(copy, files, name);
    const record = { id, name: manifest.name, created: manifest.created, opened: now() };
    for (const one of conversations) await records.conversations.put({ ...one, id: options.newId(), collection: id });
    await files.write(MANIFEST, manifestBytes(manifest));
    await records.collections.put(record);
    return record;
  } catch (error) {
    await files.remove('');
    await records.conversations.removeAll(id);
    await records.replies.removeCollection(id);
    await records.collections.remove(id);
    throw await writeFailure(context, error, 'Nothing of the copy was added.');
  } finally {
    release();
  }
}

async function unpack(
  copy: Blob,
  files: FileStore,
  name: string | undefined,
): Promise<{ readonly manifest: Manifest; readonly conversations: readonly Conversation[] }> {
  const opened = await openCopy(copy);
  try {
    const head = parseHead(await readBytes(opened, 'burrow.json'));
    const manifest = manifestOfCopy(await readBytes(opened, MANIFEST));
    const conversations = parseConversations(await readBytes(opened, 'conversations.json'));
    for (const shard of filesOf(manifest)) {
      const path = pathOf(shard.file);
      await unpackFile(opened, files, path, shard.sha256, COPY_LIMITS.tableBytes);
    }
    for (const path of opened.paths) {
      const hash = path.startsWith(`${SOURCES_FOLDER}/`) ? path.slice(SOURCES_FOLDER.length + 1) : undefined;
      if (hash !== undefined) await unpackFile(opened, files, path, hash, COPY_LIMITS.sourceBytes);
    }
    return { manifest: { ...manifest, name: name ?? head.name, retired: [] }, conversations };
  } finally {
    await opened.close();
  }
}

function manifestOfCopy(bytes: Uint8Array): Manifest {
  try {
    return parseManifest(bytes);
  } catch (cause) {
    if (hasTrait(cause, 'damage')) throw notACopy(`${partOfCopy(MANIFEST)} is damaged`, cause, MANIFEST);
    throw cause;
  }
}

async function readBytes(opened: OpenedCopy, path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await opened.read(path, COPY_LIMITS.recordBytes)).arrayBuffer());
}

async function unpackFile(
  opened: OpenedCopy,
  files: FileStore,
  path: string,
  sha256: string,
  limit: number,
): Promise<void> {
  const bytes = new Uint8Array(await (await opened.read(path, limit)).arrayBuffer());
  if ((await sha256Bytes(bytes)) !== sha256)
    throw notACopy(`${partOfCopy(path)} has changed since it was saved`, undefined, path);
  await files.write(path, bytes);
}
