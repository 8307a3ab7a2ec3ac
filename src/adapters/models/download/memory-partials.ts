import { NO_NOTE, type PartialFiles, type PartialNote } from './partial-files';

/** A file under way in memory. */
export interface PartialInMemory {
  note: PartialNote;
  /** Bytes of all chunks. */
  bytes: number;
  readonly chunks: Uint8Array<ArrayBuffer>[];
}

/** Files under way that are gone with the thread that fetches them. */
export function memoryPartials(held = new Map<string, PartialInMemory>()): PartialFiles {
  return {
    open: async (url) => {
      const file = held.get(url) ?? { note: NO_NOTE, bytes: 0, chunks: [] };
      held.set(url, file);
      return {
        get size() {
          return file.bytes;
        },
        get note() {
          return file.note;
        },
        begin: async (note) => {
          file.note = note;
          file.bytes = file.chunks.length = 0;
        },
        append: async (bytes) => {
          file.chunks.push(bytes.slice());
          file.bytes += bytes.length;
        },
        close: async () => undefined,
      };
    },
    blob: async (url) => new Blob([...(held.get(url)?.chunks ?? [])]),
    remove: async (url) => void held.delete(url),
    list: async () => [...held].map(([url, { bytes }]) => ({ url, bytes })),
    clear: async () => held.clear(),
    fits: async () => true, // nobody can tell of memory
  };
}
