import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { CollectionRecord, Collections, BlobStore } from '../../../core/ports/collections';
import { wholeConversations } from '../../../core/conversations/conversations';
import { loadCopy } from './copies/load-copy';
import { saveCopy } from './copies/saved-copy';
import { type FileStore, inFolder } from '../opfs/file-store';
import {
  readManifest,
  readManifestHead,
  removeManifest,
  type StoredManifest,
  writeManifest,
} from './manifest/manifest-file';
import { type Release, writeLock, onWriterGone } from '../locks';
import { contentsOf } from './contents';
import { emptyManifest, isHash, SOURCES_FOLDER } from './manifest/manifest';
import { sha256Bytes } from '../../browser-env';
import { nextShards } from './shards/next-shards';
import { RECOVERED } from './manifest/rebuild-manifest';
import { isCutOff, isLeftover, markUnfinished, removeFolder, unmarkUnfinished } from './unfinished';
import {
  type CollectionsOptions,
  readOnlyError,
  type StorageContext,
  withCodec,
  writeFailure,
} from '../storage-context';
import { type NamedTableStore, openTables } from './table-store';

/** All collections, over files, locks and small records handed in. */
export function createCollections(options: CollectionsOptions): Collections {
  const { context, records, now } = options;
  const open = new Map<NamedTableStore, string>();
  const storesOf = (id: string) => [...open.keys()].filter((store) => open.get(store) === id);
  const closeStores = async (id: string): Promise<void> => {
    for (const store of storesOf(id)) await store.close();
  };
  return {
    list: () => listCollections(options),
    create: (name, first) => createCollection(options, name, first),
    rename: async (id, name) => {
      const before = await findRecord(options, id);
      await records.collections.put({ ...before, name });
      try {
        for (const store of storesOf(id)) await store.rename(name);
        await whileWriting(context, id, async ({ manifest, lists }) => {
          await writeManifest(inFolder(context.files, id), { ...manifest, name }, lists);
        });
      } catch (error) {
        await records.collections.put(before);
        throw await writeFailure(context, error, message`Everything saved before is kept.`);
      }
    },
    remove: async (id) => {
      checkId(id);
      await closeStores(id);
      await removeCollection(options, id);
    },
    touch: async (id) => records.collections.put({ ...(await findRecord(options, id)), opened: now() }),
    open: async (id) => {
      checkId(id);
      const known = await records.collections.get(id);
      const tables = await openTables(context, id, {
        onClose: (closed) => open.delete(closed),
        ...(known && isNamed(known) && known.created > 0 && { known }),
      });
      open.set(tables, id);
      return { tables, blobs: createBlobStore(context, id, () => tables.writable) };
    },
    save: async (id) => {
      const { id: found } = await findRecord(options, id);
      return saveCopy(context, found, await wholeConversations(records.conversations, found));
    },
    load: (copy, { id = options.newId(), ...rest }) => {
      checkId(id);
      return loadCopy(options, copy, { id, ...rest });
    },
    eraseEverything: async () => {
      for (const store of [...open.keys()]) await store.close();
      await eraseEverything(options);
    },
    onNews: (id, callback) => {
      const stopHearing = context.onNews(id, callback);
      const stopWaiting = onWriterGone(context, id, callback);
      return () => {
        stopHearing();
        stopWaiting();
      };
    },
    contents: async (id) => {
      checkId(id);
      const { length: conversations } = await records.conversations.list(id);
      return { ...(await contentsOf(context, id)), conversations };
    },
    usage: () => context.usage(),
  };
}

async function listCollections(options: CollectionsOptions): Promise<readonly CollectionRecord[]> {
  const { context, records } = options;
  const whole = (await records.collections.list()).filter(isNamed);
  const known = new Map(whole.map((record) => [record.id, record]));
  for (const { name: id, kind } of await context.files.list('')) {
    if (kind === 'file') continue;
    if (await isCutOff(inFolder(context.files, id))) known.delete(id);
    else if (known.has(id)) continue;
    const record = await recoverRecord(options, id);
    if (!record) continue;
    known.set(id, record);
    await records.collections.put(record);
  }
  return [...known.values()].sort((a, b) => b.opened - a.opened);
}

/** Checks that a record is the catalogue's own, and not the remains of one on a damaged disk. */
const isNamed = ({ name, created, opened }: CollectionRecord): boolean =>
  typeof name === 'string' && Number.isFinite(created) && Number.isFinite(opened);

/** Rebuilds a lost record. What a crash left of making or removing a collection is removed, unless a tab is at it. */
async function recoverRecord(
  { context, records }: CollectionsOptions,
  id: string,
): Promise<CollectionRecord | undefined> {
  const files = inFolder(context.files, id);
  if (await isLeftover(files)) {
    const release = await context.locks.tryExclusive(writeLock(id));
    if (release && (await isLeftover(files))) {
      await records.collections.remove(id);
      await removeFolder(files);
    }
    release?.();
    return undefined;
  }
  const { name, created } = (await readManifestHead(files)) ?? {};
  const found = { id, name, created, opened: created } as CollectionRecord;
  return isNamed(found) ? found : { id, name: RECOVERED, created: 0, opened: 0 };
}

/** The manifest is written last: a folder that is marked and has none is left from a crash, and removed. */
async function createCollection(
  options: CollectionsOptions,
  name: string,
  first: Parameters<Collections['create']>[1] = {},
): Promise<CollectionRecord> {
  const { context, records, now, newId } = options;
  const record = { id: newId(), name, created: now(), opened: now() };
  const files = inFolder(context.files, record.id);
  const release = await takeWriteLock(context, record.id);
  try {
    await markUnfinished(files);
    const { generation, state, ...empty } = emptyManifest(name, record.created);
    const shards = first.append
      ? await withCodec(context, (codec) => nextShards({}, first, { files, codec, generation, written: [] }))
      : {};
    await writeManifest(files, { ...empty, generation, shards, state: { ...state, ...first.state } }, []);
    await records.collections.put(record);
    await unmarkUnfinished(files);
    return record;
  } catch (error) {
    await removeFolder(files);
    await records.collections.remove(record.id);
    throw await writeFailure(context, error, message`Everything saved before is kept.`);
  } finally {
    release();
  }
}

async function removeCollection({ context, records }: CollectionsOptions, id: string): Promise<void> {
  const release = await takeWriteLock(context, id);
  try {
    const files = inFolder(context.files, id);
    await markUnfinished(files).catch(context.report); // on a full disk, a mark is less than the removal
    await removeManifest(files);
    await records.collections.remove(id); // before the mark goes, so that a crash leaves no record without its folder
    await removeFolder(files);
  } finally {
    release();
  }
}

async function eraseEverything(options: CollectionsOptions): Promise<void> {
  const { context, records } = options;
  const releases: Release[] = [];
  const folders: FileStore[] = [];
  try {
    for (const { name, kind } of await context.files.list('')) {
      if (kind !== 'directory') continue;
      releases.push(await takeWriteLock(context, name));
      folders.push(inFolder(context.files, name));
    }
    releases.push(await options.lockCaches());
    await options.eraseCaches(); // first, because they can be had again: if this fails, documents and answers are kept
    for (const folder of folders) await markUnfinished(folder).catch(context.report);
    for (const folder of folders) await removeFolder(folder);
    await context.files.remove('');
    await records.erase();
  } finally {
    for (const release of releases) release();
  }
}

async function takeWriteLock(context: StorageContext, id: string): Promise<Release> {
  const release = await context.locks.tryExclusive(writeLock(id));
  if (release) return release;
  throw new StorageError(message`Another tab has this collection open for writing. Close that tab and try again.`);
}

async function whileWriting(
  context: StorageContext,
  id: string,
  act: (stored: StoredManifest) => Promise<void>,
): Promise<void> {
  const release = await context.locks.tryExclusive(writeLock(id));
  try {
    if (release) await act(await readManifest(inFolder(context.files, id)));
  } finally {
    release?.();
  }
}

async function findRecord(options: CollectionsOptions, id: string): Promise<CollectionRecord> {
  checkId(id);
  const record = await options.records.collections.get(id);
  const found = record ?? (await listCollections(options)).find((one) => one.id === id);
  if (found) return found;
  throw new StorageError(
    message`This collection is no longer here: it was deleted, perhaps in another tab. Your other collections are kept.`,
    { detail: id, traits: ['says what was kept'] },
  );
}

function checkId(id: string): void {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(id))
    throw new StorageError(message`This is not the id of a collection.`, { detail: id });
}

/** The original bytes of a collection's sources. Throws StorageError when another tab writes or the storage is full. */
function createBlobStore(context: StorageContext, collection: string, writable: () => boolean): BlobStore {
  const files = inFolder(context.files, `${collection}/${SOURCES_FOLDER}`);
  const writing = new Map<string, Promise<void>>();
  /** Bytes that were kept before and have changed since are written again. */
  const isWhole = async (hash: string, { size }: Blob): Promise<boolean> => {
    const kept = (await files.open(hash))?.size === size ? await files.read(hash) : undefined;
    return kept !== undefined && (await sha256Bytes(kept)) === hash;
  };
  const write = async (hash: string, bytes: Blob): Promise<void> => {
    if (await isWhole(hash, bytes)) return;
    try {
      await files.write(hash, bytes);
    } catch (error) {
      const kept = message`This source was not kept; everything saved before is.`;
      throw await writeFailure(context, error, kept, bytes.size);
    }
  };
  return {
    has: async (hash) => (await files.open(fileName(hash))) !== undefined,
    put: async (hash, bytes) => {
      if (!writable()) throw readOnlyError();
      const inProgress = writing.get(hash) ?? write(fileName(hash), bytes).finally(() => writing.delete(hash));
      writing.set(hash, inProgress);
      await inProgress;
    },
    get: async (hash) => files.open(fileName(hash)),
    sweep: async (keep) => {
      if (!writable()) throw readOnlyError();
      for (const { name } of await files.list('')) {
        // A browser may keep what it streams beside the temporary file, with a further ending.
        const [hash = ''] = name.split('.');
        if (!keep.has(name) && !writing.has(hash)) await files.remove(name);
      }
    },
  };
}

function fileName(hash: string): string {
  if (isHash(hash)) return hash;
  throw new StorageError(message`A source is named by the SHA-256 of its bytes.`, { detail: hash });
}
