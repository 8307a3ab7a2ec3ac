/** The few file operations that storage needs. Paths use `/` and start at Burrow's own folder. */
export interface FileStore {
  /** The bytes of a file, or undefined when there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** The file without reading it, or undefined when there is none. */
  open(path: string): Promise<Blob | undefined>;
  /** Writes a temporary file, flushes and closes it, and moves it to `path`: a crash leaves the old file or the new one. */
  write(path: string, bytes: Uint8Array | Blob): Promise<void>;
  /** Files and folders directly inside a folder, none when it does not exist. Temporary files are listed with their `.tmp`. */
  list(folder: string): Promise<readonly FileEntry[]>;
  /** Removes a file, or a folder with all that is in it; nothing happens when it is not there. */
  remove(path: string): Promise<void>;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory';
}

export const TEMPORARY = '.tmp';

/**
 * Checks if a file is left of a write that was cut off. It may be our temporary one, or a browser's beside that, with a
 * further ending, while it is streamed.
 */
export const isTemporary = (name: string): boolean => name.split('.').slice(1).includes('tmp');

/** The same files, seen from inside a folder. */
export function inFolder(files: FileStore, folder: string): FileStore {
  return {
    read: (path) => files.read(`${folder}/${path}`),
    open: (path) => files.open(`${folder}/${path}`),
    write: (path, bytes) => files.write(`${folder}/${path}`, bytes),
    list: (path) => files.list(path === '' ? folder : `${folder}/${path}`),
    remove: (path) => files.remove(path === '' ? folder : `${folder}/${path}`),
  };
}
