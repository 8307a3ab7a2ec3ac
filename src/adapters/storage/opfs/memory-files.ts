import type { FileEntry, FileStore } from './file-store';

/** Files in the memory of this thread, for windows that cannot keep any. */
export function memoryFiles(files = new Map<string, Blob>()): FileStore {
  return {
    read: async (path) => {
      const file = files.get(path);
      return file && new Uint8Array(await file.arrayBuffer());
    },
    open: async (path) => files.get(path),
    // A file on the person's disk may change or disappear, so its bytes are copied.
    write: async (path, bytes) => {
      const taken = bytes instanceof Blob ? await bytes.arrayBuffer() : (bytes as Uint8Array<ArrayBuffer>);
      files.set(path, new Blob([taken]));
    },
    list: async (folder) => listFolder(files, folder === '' ? '' : `${folder}/`),
    remove: async (path) => {
      for (const name of [...files.keys()]) {
        if (path === '' || name === path || name.startsWith(`${path}/`)) files.delete(name);
      }
    },
  };
}

/** Lists the direct contents of a folder, from files by their paths; `prefix` ends in `/`, or is empty for the root. */
export function listFolder(files: ReadonlyMap<string, unknown>, prefix: string): FileEntry[] {
  const kinds = new Map<string, FileEntry['kind']>();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...rest] = path.slice(prefix.length).split('/');
    kinds.set(name, rest.length > 0 ? 'directory' : 'file');
  }
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}

/** Bytes of all files. */
export function memoryUse(files: ReadonlyMap<string, Blob>): number {
  return [...files.values()].reduce((sum, { size }) => sum + size, 0);
}
