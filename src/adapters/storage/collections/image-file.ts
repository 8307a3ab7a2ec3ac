import type { Mutex } from '../../../core/async';
import type { ImageStore } from '../../../core/ports/collections';
import { sha256Bytes } from '../../browser-env';
import type { FileStore } from '../opfs/file-store';

/** The image of a collection's search index, which is made from the texts without it. */
const IMAGE = 'search.bin';
/** The overview, which has sentences of documents. */
const OVERVIEW = 'overview.bin';
/** File with the positions on the map. */
const POSITIONS = 'map.bin';
/** Hex digits of the hash of what follows them. */
const HASH_LENGTH = 64;

interface ImageFileOptions {
  readonly files: FileStore;
  /** Shared with commits. */
  readonly mutex: Mutex;
  readonly writable: () => boolean;
  readonly report: (error: unknown) => void;
}

/** Files that harm nothing when they are missing, and that no manifest names: they are not part of a copy. */
export function derivedFiles(options: ImageFileOptions): {
  readonly image: ImageStore;
  readonly overview: ImageStore;
  readonly positions: ImageStore;
} {
  const file = (name: string): ImageStore => imageFile(name, options);
  return { image: file(IMAGE), overview: file(OVERVIEW), positions: file(POSITIONS) };
}

/** One that cannot be read or was changed counts as none. */
function imageFile(name: string, { files, mutex, writable, report }: ImageFileOptions): ImageStore {
  return {
    async read() {
      try {
        const bytes = await files.read(name);
        if (!bytes) return undefined;
        const image = bytes.slice(HASH_LENGTH);
        const hash = new TextDecoder().decode(bytes.subarray(0, HASH_LENGTH));
        return hash === (await sha256Bytes(image)) ? image : undefined;
      } catch (error) {
        report(error);
        return undefined;
      }
    },
    async write(image, signal) {
      const hash = await sha256Bytes(image);
      await mutex.run(async () => {
        if (signal.aborted || !writable()) return;
        await files.write(name, new Blob([hash, image]));
      });
    },
  };
}

/** Removes the files that may have words of documents that are to be removed. */
export async function removeImage(files: FileStore): Promise<void> {
  await files.remove(IMAGE);
  await files.remove(OVERVIEW);
}
