import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import { type FileEntry, type FileStore, TEMPORARY } from './file-store';

/** Methods that TypeScript's DOM library does not declare yet. */
export interface WorkerFile extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncAccess>;
  /** WebKit knows no form without the folder. */
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
}

export interface SyncAccess {
  read(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  flush(): void;
  close(): void;
}

/**
 * Files in a folder of the origin private file system. Bytes are written through synchronous access where there is one, which only workers
 * have, and flushed; a blob, such as a file that a person gave, is streamed past this thread.
 */
export function opfsFiles(rootName: string): FileStore {
  const folders = createFolders(rootName);
  const openFile = (path: string): Promise<File | undefined> => {
    const { folder, name } = split(path);
    const open = async (directory: FileSystemDirectoryHandle): Promise<File> =>
      (await directory.getFileHandle(name)).getFile();
    return whenThere(() => folders.read(folder, open));
  };
  return {
    read: (path) =>
      inWords(() =>
        whileReplaced(async () => {
          const file = await openFile(path);
          return file && new Uint8Array(await file.arrayBuffer());
        }),
      ),
    open: (path) => inWords(() => openFile(path)),
    write: (path, bytes) => {
      const { folder, name } = split(path);
      return folders.write(folder, (directory) => writeAndMove(directory, name, bytes));
    },
    list: (folder) => inWords(async () => (await whenThere(() => folders.read(folder, listFolder))) ?? []),
    remove: (path) =>
      inWords(async () => {
        folders.forget(path);
        await whenThere(async () => {
          if (path === '') return (await originFolder()).removeEntry(rootName, { recursive: true });
          const { folder, name } = split(path);
          return folders.read(folder, (directory) => directory.removeEntry(name, { recursive: true }));
        });
      }),
  };
}

/** Folders that were found, by path: to find one costs a call of the browser for each of its parts. */
function createFolders(rootName: string) {
  const found = new Map<string, FileSystemDirectoryHandle>();
  const find = async (path: string, create: boolean): Promise<FileSystemDirectoryHandle> => {
    const root = await (await originFolder()).getDirectoryHandle(rootName, { create });
    const directory = await descend(root, path, create);
    if (path !== '') found.set(path, directory); // the root is another one once all was erased in another tab
    return directory;
  };
  return {
    /** Acts in a folder. Throws NotFoundError where there is none, or nothing of the name that is sought in it. */
    read: async <T>(path: string, act: (directory: FileSystemDirectoryHandle) => Promise<T>): Promise<T> =>
      act(found.get(path) ?? (await find(path, false))),
    /** Acts in a folder, which is made where there is none; also where it was removed since it was found. Browsers call that by several names. */
    write: async <T>(path: string, act: (directory: FileSystemDirectoryHandle) => Promise<T>): Promise<T> => {
      const known = found.get(path);
      if (known) {
        try {
          return await act(known);
        } catch (error) {
          if (!(error instanceof DOMException) || error.name === 'QuotaExceededError') throw error;
          if (found.get(path) === known) found.delete(path);
        }
      }
      return act(await find(path, true));
    },
    /** Forgets a folder, with all that is in it. */
    forget: (path: string): void => {
      for (const one of [...found.keys()]) if (path === '' || `${one}/`.startsWith(`${path}/`)) found.delete(one);
    },
  };
}

/** A failure of the browser's files in words. That of a write is worded by its caller, who knows what was kept. */
async function inWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    throw new StorageError(
      message`The browser could not read or remove its own files just now. Try again; if it happens again, reload the page.`,
      { cause, detail: cause.name, traits: ['worth another try'] },
    );
  }
}

async function originFolder(): Promise<FileSystemDirectoryHandle> {
  try {
    return await navigator.storage.getDirectory();
  } catch (cause) {
    throw new StorageError(message`The browser does not give its files to this page just now. Reload the page.`, {
      cause,
    });
  }
}

async function writeAndMove(
  directory: FileSystemDirectoryHandle,
  name: string,
  bytes: Uint8Array | Blob,
): Promise<void> {
  const temporary = (await directory.getFileHandle(name + TEMPORARY, { create: true })) as WorkerFile;
  try {
    await writeFlushed(temporary, bytes);
    await temporary.move(directory, name);
  } catch (error) {
    await whenThere(() => directory.removeEntry(name + TEMPORARY));
    throw error;
  }
}

async function writeFlushed(file: WorkerFile, bytes: Uint8Array | Blob): Promise<void> {
  const isStreamed = bytes instanceof Blob && 'createWritable' in file;
  const access = isStreamed ? undefined : await syncAccess(file);
  if (!access) return writeStreamed(file, bytes);
  try {
    access.truncate(0);
    let at = 0;
    for await (const chunk of chunksOf(bytes)) at += writeAll(access, chunk, at);
    access.flush();
    if (access.getSize() !== at) throw noSpace();
  } finally {
    access.close();
  }
}

/** Undefined where there is none: outside of workers, and in WebKit on Linux, which has the method and does not support it. */
export async function syncAccess(file: Partial<WorkerFile>): Promise<SyncAccess | undefined> {
  try {
    return await file.createSyncAccessHandle?.();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined;
    throw error;
  }
}

async function writeStreamed(file: FileSystemFileHandle, bytes: Uint8Array | Blob): Promise<void> {
  const stream = await file.createWritable();
  try {
    await stream.write(bytes as Blob | Uint8Array<ArrayBuffer>);
  } catch (error) {
    await stream.abort().catch(() => undefined);
    throw error;
  }
  await stream.close();
  const { size } = await file.getFile();
  if (size !== (bytes instanceof Blob ? bytes.size : bytes.length)) throw noSpace();
}

/** A write may be short, and Chromium 156 answers a full disk not with an exception but with a negative error as an unsigned number. */
export function writeAll(access: SyncAccess, bytes: Uint8Array, start: number): number {
  let written = 0;
  while (written < bytes.length) {
    const rest = bytes.subarray(written);
    const count = access.write(rest, { at: start + written });
    if (count <= 0 || count > rest.length) throw noSpace();
    written += count;
  }
  return written;
}

function noSpace(): DOMException {
  return new DOMException('The file system took no more bytes.', 'QuotaExceededError');
}

const CHUNK = 8 << 20;

async function* chunksOf(bytes: Uint8Array | Blob): AsyncGenerator<Uint8Array> {
  if (bytes instanceof Uint8Array) return yield bytes;
  for (let at = 0; at < bytes.size; at += CHUNK) {
    yield new Uint8Array(await bytes.slice(at, at + CHUNK).arrayBuffer());
  }
}

async function descend(
  from: FileSystemDirectoryHandle,
  folder: string,
  create: boolean,
): Promise<FileSystemDirectoryHandle> {
  let directory = from;
  for (const part of folder.split('/')) {
    if (part !== '') directory = await directory.getDirectoryHandle(part, { create });
  }
  return directory;
}

async function listFolder(directory: FileSystemDirectoryHandle): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for await (const { name, kind } of directory.values()) entries.push({ name, kind });
  return entries;
}

async function whenThere<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

const isNotFound = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

/** Most tries of opening a file that others replace. */
const TRIES = 20;
/** Browser errors for an opened file whose bytes are gone. */
const STALE = ['NotReadableError', 'NotFoundError'];

/** Reads what may be replaced, by this tab or another one, after it was opened: browsers refuse the bytes then, and the new ones are read. */
async function whileReplaced<T>(read: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await read();
    } catch (error) {
      if (left === 1 || !(error instanceof DOMException) || !STALE.includes(error.name)) throw error;
    }
  }
}

function split(path: string): { readonly folder: string; readonly name: string } {
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(at, 0)), name: path.slice(at + 1) };
}
