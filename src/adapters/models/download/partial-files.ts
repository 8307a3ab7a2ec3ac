import { type SyncAccess, type WorkerFile, writeAll } from '../../storage/opfs-files';

/** What is known of a file besides its bytes. */
export interface PartialNote {
  /** Bytes of the whole file, null while nobody has said. */
  readonly total: number | null;
  /** The server's mark of this version, null where pages may not see it. */
  readonly etag: string | null;
}

/** A file that is under way. Used by one thread at a time. */
export interface PartialFile {
  /** Bytes that are here. */
  readonly size: number;
  readonly note: PartialNote;
  /** Starts over, with another note. */
  begin(note: PartialNote): void;
  /** Adds bytes at the end. Throws QuotaExceededError. */
  append(bytes: Uint8Array): void;
  /** Ends the use; what was appended is on disk. */
  close(): void;
}

/** Files that are under way, by their address; they outlive the page. */
export interface PartialFiles {
  open(url: string): Promise<PartialFile>;
  /** The bytes of a file that is not in use. */
  blob(url: string): Promise<Blob>;
  remove(url: string): Promise<void>;
  /** Addresses and bytes of all files. */
  list(): Promise<readonly { readonly url: string; readonly bytes: number }[]>;
  clear(): Promise<void>;
  /** Whether so many bytes more can be stored. */
  fits(bytes: number): Promise<boolean>;
}

const FOLDER = 'burrow-downloads';
/** Not the name of an address. */
const PROBE = 'room';
/** The note stands in front of the bytes, so that both come and go together. */
const NOTE_BYTES = 1024;
const NO_NOTE: PartialNote = { total: null, etag: null };

/** Files under way in the origin private file system, beside the collections. Works in workers only. */
export function opfsPartials(): PartialFiles {
  return {
    open: async (url) => {
      const file = (await (await folder()).getFileHandle(nameOf(url), { create: true })) as WorkerFile;
      return openPartial(await file.createSyncAccessHandle());
    },
    blob: async (url) => (await (await (await folder()).getFileHandle(nameOf(url))).getFile()).slice(NOTE_BYTES),
    remove: (url) => removeFrom(folder, nameOf(url)),
    list: async () => {
      const found: { url: string; bytes: number }[] = [];
      for await (const [name, entry] of (await folder()).entries()) {
        if (name === PROBE) continue;
        const file = await (entry as FileSystemFileHandle).getFile();
        found.push({ url: decodeURIComponent(name), bytes: Math.max(file.size - NOTE_BYTES, 0) });
      }
      return found;
    },
    clear: () => whenClosed(() => removeFrom(() => navigator.storage.getDirectory(), FOLDER)),
    fits: (bytes) => whenClosed(() => probe(bytes)),
  };
}

const nameOf = (url: string): string => encodeURIComponent(url);

async function folder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

async function removeFrom(parent: () => Promise<FileSystemDirectoryHandle>, name: string): Promise<void> {
  try {
    await (await parent()).removeEntry(name, { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}

/**
 * Takes the room and gives it back at once: what a browser estimates says little, since Chromium tells every site the same. Where there is
 * no room it leaves the file as it was and throws nothing.
 */
async function probe(bytes: number): Promise<boolean> {
  const file = (await (await folder()).getFileHandle(PROBE, { create: true })) as WorkerFile;
  const access = await file.createSyncAccessHandle();
  try {
    access.truncate(bytes);
    return access.getSize() >= bytes;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  } finally {
    access.close();
    await removeFrom(folder, PROBE);
  }
}

/** A file that another thread uses, or that used one which was ended a moment ago, counts as open for a little longer. */
async function whenClosed<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 20; ; tries--) {
    try {
      return await work();
    } catch (error) {
      const isOpen = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isOpen || tries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function openPartial(access: SyncAccess): PartialFile {
  let note = readNote(access);
  let size = note ? access.getSize() - NOTE_BYTES : 0;
  return {
    get size() {
      return size;
    },
    get note() {
      return note ?? NO_NOTE;
    },
    begin: (fresh) => {
      access.truncate(0);
      writeAll(access, noteBytes(fresh), 0);
      [note, size] = [fresh, 0];
    },
    append: (bytes) => {
      if (!note) throw new Error('A file under way was not begun');
      writeAll(access, bytes, NOTE_BYTES + size);
      size += bytes.length;
    },
    close: () => {
      access.flush();
      access.close();
    },
  };
}

/** Undefined where a file was cut off in its note, or is new. */
function readNote(access: SyncAccess): PartialNote | undefined {
  const bytes = new Uint8Array(NOTE_BYTES);
  if (access.getSize() < NOTE_BYTES || access.read(bytes, { at: 0 }) < NOTE_BYTES) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as PartialNote;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function noteBytes(note: PartialNote): Uint8Array {
  const text =
    JSON.stringify(note).length <= NOTE_BYTES ? JSON.stringify(note) : JSON.stringify({ ...note, etag: null });
  return new TextEncoder().encode(text.padEnd(NOTE_BYTES));
}
