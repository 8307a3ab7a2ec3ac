import { canPersistFiles } from '../../storage/opfs/persistence';
import { syncAccess, writeAll, type SyncAccess, type WorkerFile } from '../../storage/opfs/opfs-files';

/** Note on a file beside its bytes. */
export interface PartialNote {
  /** Bytes of the whole file, null while unknown. */
  readonly total: number | null;
  /** The server's mark of this version, null where pages may not see it. */
  readonly etag: string | null;
}

const NO_NOTE: PartialNote = { total: null, etag: null };

/** A file that is under way. Used by one thread at a time. */
export interface PartialFile {
  /** Bytes that are here. */
  readonly size: number;
  readonly note: PartialNote;
  /** Starts over, with another note. */
  begin(note: PartialNote): Promise<void>;
  /** Adds bytes at the end. Throws QuotaExceededError. */
  append(bytes: Uint8Array): Promise<void>;
  /** Ends the use; what was appended is kept when it resolves. Throws QuotaExceededError. */
  close(): Promise<void>;
}

/** Files that are under way, by their address; where files can be kept, they outlive the page. */
export interface PartialFiles {
  open(url: string): Promise<PartialFile>;
  /** The bytes of a file that is not in use. */
  blob(url: string): Promise<Blob>;
  remove(url: string): Promise<void>;
  /** Addresses and bytes of all files. */
  list(): Promise<readonly { readonly url: string; readonly bytes: number }[]>;
  clear(): Promise<void>;
  /** Checks that so many bytes more can be stored. */
  fits(bytes: number): Promise<boolean>;
}

/** In this browser's files where it keeps any, else in memory. Works in workers only. */
export function browserPartials(): PartialFiles {
  let chosen: Promise<PartialFiles> | undefined;
  const files = (): Promise<PartialFiles> =>
    (chosen ??= canPersistFiles().then((can) => (can ? opfsPartials() : memoryPartials())));
  return {
    open: async (url) => (await files()).open(url),
    blob: async (url) => (await files()).blob(url),
    remove: async (url) => (await files()).remove(url),
    list: async () => (await files()).list(),
    clear: async () => (await files()).clear(),
    fits: async (bytes) => (await files()).fits(bytes),
  };
}

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
    fits: async () => true, // free memory is unknown
  };
}

const FOLDER = 'burrow-downloads';
/** Not the name of an address. */
const PROBE = 'room';
/** The size of the note in front of the bytes, so that both come and go together. */
const NOTE_BYTES = 1024;

/** Files under way in the origin private file system, beside the collections. Works in workers only. */
export function opfsPartials(): PartialFiles {
  return {
    open: async (url) => {
      const file = (await (await folder()).getFileHandle(nameOf(url), { create: true })) as WorkerFile;
      const access = await syncAccess(file);
      return openPartial(access ? directly(access) : await streamed(file));
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
 * Fills the room and frees it at once. A browser's estimate is unreliable, since Chromium gives every site the same.
 * Where there is no room it leaves the file as it was and throws nothing.
 */
async function probe(bytes: number): Promise<boolean> {
  const file = (await (await folder()).getFileHandle(PROBE, { create: true })) as WorkerFile;
  const access = await syncAccess(file);
  try {
    return access ? growsTo(access, bytes) : await streamGrowsTo(file, bytes);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  } finally {
    access?.close();
    await removeFrom(folder, PROBE);
  }
}

function growsTo(access: SyncAccess, bytes: number): boolean {
  access.truncate(bytes);
  return access.getSize() >= bytes;
}

async function streamGrowsTo(file: FileSystemFileHandle, bytes: number): Promise<boolean> {
  const stream = await file.createWritable();
  try {
    await stream.truncate(bytes);
    return true;
  } finally {
    await stream.abort();
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

/** A file as it is written, in place. */
interface Access {
  /** Bytes that it had when it was opened. */
  readonly size: number;
  /** The first of them, at most those of a note. */
  readonly head: Uint8Array;
  truncate(size: number): unknown;
  write(bytes: Uint8Array, at: number): unknown;
  close(): unknown;
}

/** Writes to the file at once. */
function directly(access: SyncAccess): Access {
  const head = new Uint8Array(NOTE_BYTES);
  return {
    size: access.getSize(),
    head: head.subarray(0, access.read(head, { at: 0 })),
    truncate: (size) => access.truncate(size),
    write: (bytes, at) => writeAll(access, bytes, at),
    close: () => {
      access.flush();
      access.close();
    },
  };
}

/** Writes to the file once it is closed; bytes are lost with a thread that ends before. */
async function streamed(handle: FileSystemFileHandle): Promise<Access> {
  const before = await handle.getFile();
  const head = new Uint8Array(await before.slice(0, NOTE_BYTES).arrayBuffer());
  const stream = await handle.createWritable({ keepExistingData: true });
  return {
    size: before.size,
    head,
    truncate: (size) => stream.truncate(size),
    write: (bytes, position) => stream.write({ type: 'write', position, data: bytes as Uint8Array<ArrayBuffer> }),
    close: () => stream.close(),
  };
}

function openPartial(access: Access): PartialFile {
  let note = readNote(access);
  let size = note ? access.size - NOTE_BYTES : 0;
  return {
    get size() {
      return size;
    },
    get note() {
      return note ?? NO_NOTE;
    },
    begin: async (fresh) => {
      await access.truncate(0);
      await access.write(noteBytes(fresh), 0);
      [note, size] = [fresh, 0];
    },
    append: async (bytes) => {
      if (!note) throw new Error('A file under way was not begun');
      await access.write(bytes, NOTE_BYTES + size);
      size += bytes.length;
    },
    close: async () => {
      await access.close();
    },
  };
}

/** Undefined where a file was cut off in its note, or is new. */
function readNote({ head }: Access): PartialNote | undefined {
  if (head.length < NOTE_BYTES) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(head)) as PartialNote;
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
