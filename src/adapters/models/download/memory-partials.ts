import { NO_NOTE, type PartialFiles, type PartialNote } from './partial-files';

/** A file under way in memory. */
export interface HeldFile {
  note: PartialNote;
  readonly chunks: Uint8Array<ArrayBuffer>[];
}

/** Files under way that are gone with the thread that fetches them. */
export function memoryPartials(held = new Map<string, HeldFile>()): PartialFiles {
  return {
    open: async (url) => {
      const file = held.get(url) ?? { note: NO_NOTE, chunks: [] };
      held.set(url, file);
      return {
        get size() {
          return sizeOf(file);
        },
        get note() {
          return file.note;
        },
        begin: async (note) => {
          file.note = note;
          file.chunks.length = 0;
        },
        append: async (bytes) => void file.chunks.push(bytes.slice()),
        close: async () => undefined,
      };
    },
    blob: async (url) => new Blob([...(held.get(url)?.chunks ?? [])]),
    remove: async (url) => void held.delete(url),
    list: async () => [...held].map(([url, file]) => ({ url, bytes: sizeOf(file) })),
    clear: async () => held.clear(),
    fits: async () => true, // nobody can tell of memory
  };
}

const sizeOf = ({ chunks }: HeldFile): number => chunks.reduce((sum, { length }) => sum + length, 0);
