import { hasTrait, StorageError } from '../../../../core/errors';
import { message } from '../../../../core/message';
import type { CallOptions } from '../../../../core/platform';
import type { CollectionRecord, LoadOptions } from '../../../../core/ports/collections';
import type { Conversation } from '../../../../core/conversations/conversations';
import { sha256Bytes } from '../../../browser-env';
import { countRows } from '../../arrow/arrow-to-rows';
import type { ParquetCodec } from '../../arrow/parquet';
import { writeLock } from '../../locks';
import { type FileStore, inFolder } from '../../opfs/file-store';
import { type CollectionsOptions, withCodec, writeFailure } from '../../storage-context';
import { limitOf, notACopy, openCopy, type OpenedCopy, partOfCopy } from './copy-file';
import { parseConversations, parseHead } from './copy-records';
import {
  filesOf,
  MANIFEST,
  type Manifest,
  parseManifest,
  pathOf,
  type Shard,
  SOURCES_FOLDER,
} from '../manifest/manifest';
import { hasManifest, writeManifest } from '../manifest/manifest-file';
import { isLeftover, markUnfinished, removeFolder, unmarkUnfinished } from '../unfinished';

/** Adds a saved copy as a collection of its own. All of it is checked; when it fails, nothing is left behind. */
export async function loadCopy(
  options: CollectionsOptions,
  copy: Blob,
  { id, rename = (name) => name, signal }: CallOptions & LoadOptions & { readonly id: string },
): Promise<CollectionRecord> {
  const { context, records, now } = options;
  const release = await context.locks.tryExclusive(writeLock(id));
  const files = inFolder(context.files, id);
  if (!release || (await isTaken(files))) {
    release?.();
    throw new StorageError(message`This collection is already here.`, { detail: id });
  }
  try {
    await markUnfinished(files);
    const { manifest, conversations } = await withCodec(context, (codec) =>
      unpack(copy, { files, codec, signal }, rename),
    );
    const record = { id, name: manifest.name, created: manifest.created, opened: now() };
    for (const one of conversations) await records.conversations.put({ ...one, id: options.newId(), collection: id });
    await writeManifest(files, manifest, []);
    await records.collections.put(record);
    await unmarkUnfinished(files);
    return record;
  } catch (error) {
    await removeFolder(files);
    await records.collections.remove(id);
    signal?.throwIfAborted();
    throw await writeFailure(context, error, message`Nothing of the copy was added.`);
  } finally {
    release();
  }
}

/** Checks if a collection is in this folder, with a manifest or with the files to rebuild one. */
const isTaken = async (files: FileStore): Promise<boolean> => (await hasManifest(files)) || !(await isLeftover(files));

/** Target folder of an unpacked copy, with the codec that checks its tables. */
interface UnpackTarget {
  readonly files: FileStore;
  readonly codec: ParquetCodec;
  readonly signal: AbortSignal | undefined;
}

async function unpack(
  copy: Blob,
  target: UnpackTarget,
  rename: (name: string) => string,
): Promise<{ readonly manifest: Manifest; readonly conversations: readonly Conversation[] }> {
  const opened = await openCopy(copy);
  try {
    const head = parseHead(await readBytes(opened, 'burrow.json'));
    const manifest = manifestOfCopy(await readBytes(opened, MANIFEST));
    const conversations = parseConversations(await readBytes(opened, 'conversations.json'));
    checkContents(manifest, opened.paths);
    for (const list of Object.values(manifest.shards))
      for (const shard of list) await unpackTable(opened, target, shard);
    for (const shard of manifest.vectors ?? []) await unpackShard(opened, target, shard);
    for (const path of opened.paths) {
      const hash = path.startsWith(`${SOURCES_FOLDER}/`) ? path.slice(SOURCES_FOLDER.length + 1) : undefined;
      if (hash !== undefined) await unpackFile(opened, target, path, hash, limitOf(path));
    }
    return { manifest: { ...manifest, name: rename(head.name), retired: [] }, conversations };
  } finally {
    await opened.close();
  }
}

function manifestOfCopy(bytes: Uint8Array): Manifest {
  try {
    return parseManifest(bytes);
  } catch (cause) {
    if (hasTrait(cause, 'damage')) throw notACopy(message`${partOfCopy(MANIFEST)} is damaged`, cause, MANIFEST);
    throw cause;
  }
}

async function readBytes(opened: OpenedCopy, path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await opened.read(path, limitOf(path))).arrayBuffer());
}

/** Throws ParseError unless the table of contents matches the files of the copy. */
function checkContents(manifest: Manifest, paths: ReadonlySet<string>): void {
  const named = filesOf(manifest).map(({ file }) => pathOf(file));
  if (new Set(named).size < named.length)
    throw notACopy(message`its table of contents names a file twice`, undefined, MANIFEST);
  const isNamed = new Set(named);
  for (const path of paths) {
    if (/^(tables|vectors)\//.test(path) && !isNamed.has(path))
      throw notACopy(message`its table of contents leaves out ${partOfCopy(path)}`, undefined, path);
  }
  if (!doTablesFit(manifest, paths)) throw notACopy(message`its tables do not fit together`, undefined, MANIFEST);
}

/** Records and passages come with their documents, each document once; originals come with what was read from them, or waits to be. */
function doTablesFit({ shards, state }: Manifest, paths: ReadonlySet<string>): boolean {
  const documents = (shards.documents ?? []).flatMap((shard) => shard.documents ?? []);
  const known = new Set(documents);
  const owners = [...(shards.text_units ?? []), ...(shards.extractions ?? [])].flatMap(
    (shard) => shard.documents ?? [],
  );
  const isWaiting = state.pending.length + state.failed.length + (state.offered?.length ?? 0) > 0;
  const hasTables = Object.values(shards).some((list) => list.length > 0);
  const hasSources = [...paths].some((path) => path.startsWith(`${SOURCES_FOLDER}/`));
  return (
    known.size === documents.length &&
    owners.every((id) => known.has(id)) &&
    Object.values(shards).every((list) => list.every(({ patch }) => patch === undefined)) &&
    (hasTables || isWaiting || !hasSources)
  );
}

async function unpackTable(opened: OpenedCopy, target: UnpackTarget, shard: Shard): Promise<void> {
  const bytes = await unpackShard(opened, target, shard);
  const path = pathOf(shard.file);
  const rows = await countRows(target.codec, bytes).catch((cause: unknown) => {
    throw notACopy(message`${partOfCopy(path)} cannot be read`, cause, path);
  });
  if (rows !== shard.rows) throw notACopy(message`${partOfCopy(path)} has other rows than it says`, undefined, path);
}

async function unpackShard(opened: OpenedCopy, target: UnpackTarget, shard: Shard): Promise<Uint8Array> {
  const path = pathOf(shard.file);
  const limit = Math.min(shard.bytes, limitOf(path));
  const bytes = await unpackFile(opened, target, path, shard.sha256, limit);
  if (bytes.length === shard.bytes) return bytes;
  throw notACopy(message`${partOfCopy(path)} is shorter than it says`, undefined, path);
}

async function unpackFile(
  opened: OpenedCopy,
  { files, signal }: UnpackTarget,
  path: string,
  sha256: string,
  limit: number,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const bytes = new Uint8Array(await (await opened.read(path, limit)).arrayBuffer());
  if ((await sha256Bytes(bytes)) !== sha256)
    throw notACopy(message`${partOfCopy(path)} has changed since it was saved`, undefined, path);
  await files.write(path, bytes);
  return bytes;
}
