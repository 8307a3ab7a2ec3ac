import { StorageError } from '../../../core/errors';
import type { BlobStore } from '../../../core/ports/collections';
import { inFolder, TEMPORARY } from '../opfs/file-store';
import { isHash, SOURCES_FOLDER } from './manifest';
import { type StorageContext, writeFailure } from '../storage-context';

/** The original bytes of a collection's sources. Throws StorageError when another tab writes or the storage is full. */
export function createBlobStore(context: StorageContext, collection: string, writable: () => boolean): BlobStore {
  const files = inFolder(context.files, `${collection}/${SOURCES_FOLDER}`);
  const writing = new Map<string, Promise<void>>();
  const write = async (hash: string, bytes: Blob): Promise<void> => {
    if (await files.open(hash)) return;
    try {
      await files.write(hash, bytes);
    } catch (error) {
      throw await writeFailure(context, error, 'This source was not kept; everything saved before is.');
    }
  };
  return {
    has: async (hash) => (await files.open(fileName(hash))) !== undefined,
    put: async (hash, bytes) => {
      mustWrite(writable());
      const inProgress = writing.get(hash) ?? write(fileName(hash), bytes).finally(() => writing.delete(hash));
      writing.set(hash, inProgress);
      await inProgress;
    },
    get: async (hash) => files.open(fileName(hash)),
    sweep: async (keep) => {
      mustWrite(writable());
      for (const { name } of await files.list('')) {
        if (!keep.has(name) && !writing.has(name.replace(TEMPORARY, ''))) await files.remove(name);
      }
    },
  };
}

function mustWrite(writable: boolean): void {
  if (!writable)
    throw new StorageError('Another tab is writing to this collection. Nothing was changed.', {
      traits: ['says what was kept'],
    });
}

function fileName(hash: string): string {
  if (isHash(hash)) return hash;
  throw new StorageError('A source is named by the SHA-256 of its bytes.', { detail: hash });
}
