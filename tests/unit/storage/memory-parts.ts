import * as parquetWasm from 'parquet-wasm';
import { type FileStore, TEMPORARY } from '../../../src/adapters/storage/opfs/file-store';
import type { Locks } from '../../../src/adapters/storage/locks';
import { listFolder } from '../../../src/adapters/storage/opfs/memory-files';
import { memoryRecords } from '../../../src/adapters/storage/idb/memory-records';
import { createParquetCodec } from '../../../src/adapters/storage/arrow/parquet';
import type { CollectionsOptions, StorageContext } from '../../../src/adapters/storage/storage-context';
import type { CollectionRecord } from '../../../src/core/ports/collections';

export const codec = createParquetCodec(parquetWasm);

/** Fault at a step of a file operation: it passes, throws, or the machine stops for good. */
type Fault = 'none' | 'crash' | 'full';

export interface MemoryFiles extends FileStore {
  readonly files: Map<string, Uint8Array>;
  /** Called at every step that can be interrupted. */
  fault: (step: string, path: string) => Fault;
}

/** Files in memory whose operations take the same steps as on disk, each of which can fail. */
export function memoryFiles(files = new Map<string, Uint8Array>()): MemoryFiles {
  const step = (name: string, path: string): void => {
    const fault = store.fault(name, path);
    if (fault === 'full') throw new DOMException('no space', 'QuotaExceededError');
    if (fault === 'crash') throw new Error('crashed');
  };
  const store: MemoryFiles = {
    files,
    fault: () => 'none',
    read: async (path) => files.get(path)?.slice(),
    open: async (path) => {
      const bytes = files.get(path);
      return bytes && new Blob([bytes as Uint8Array<ArrayBuffer>]);
    },
    write: async (path, bytes) => {
      const all = bytes instanceof Uint8Array ? bytes.slice() : new Uint8Array(await bytes.arrayBuffer());
      step('create', path);
      files.set(path + TEMPORARY, all.slice(0, all.length >> 1));
      step('write', path);
      files.set(path + TEMPORARY, all);
      step('move', path);
      files.delete(path + TEMPORARY);
      files.set(path, all);
      step('after', path);
    },
    list: async (folder) => listFolder(files, folder === '' ? '' : `${folder}/`),
    remove: async (path) => {
      for (const name of [...files.keys()]) {
        if (path !== '' && name !== path && !name.startsWith(`${path}/`)) continue;
        step('remove', name);
        files.delete(name);
      }
    },
  };
  return store;
}

/** Locks in memory: a map from a name to how many hold it, -1 for one alone. */
export function memoryLocks(held = new Map<string, number>()): Locks {
  return {
    tryExclusive: async (name) => {
      if (held.has(name)) return undefined;
      held.set(name, -1);
      return () => void held.delete(name);
    },
    shared: async (name) => {
      held.set(name, (held.get(name) ?? 0) + 1);
      return () => {
        const left = (held.get(name) ?? 1) - 1;
        if (left > 0) held.set(name, left);
        else held.delete(name);
      };
    },
    whenFree: async (name, signal) => {
      while (held.has(name)) {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    list: async (prefix) => [...held.keys()].filter((name) => name.startsWith(prefix)),
  };
}

/** A storage context over memory; `reports` gathers what could not be tidied up. */
export function memoryContext(
  files: FileStore = memoryFiles(),
  locks: Locks = memoryLocks(),
): StorageContext & { readonly reports: unknown[]; readonly announced: number[] } {
  const reports: unknown[] = [];
  const announced: number[] = [];
  return {
    files,
    locks,
    parquet: async () => ({ codec, release: () => undefined }),
    announce: (_collection, generation) => void announced.push(generation),
    onNews: () => () => undefined,
    pause: () => Promise.resolve(),
    clock: { now: Date.now, yield: () => Promise.resolve() },
    usage: async () => ({ used: 9.5e6, quota: 10e6, persisted: false, inMemory: false }),
    report: (error) => void reports.push(error),
    reports,
    announced,
  };
}

/** Options for all collections over memory. */
export function memoryOptions(context: StorageContext = memoryContext()): CollectionsOptions & {
  readonly registry: Map<string, CollectionRecord>;
} {
  const registry = new Map<string, CollectionRecord>();
  let ids = 0;
  return {
    context,
    records: memoryRecords(registry),
    registry,
    now: () => 1_700_000_000_000 + ids,
    newId: () => `id-${++ids}`,
    eraseCaches: async () => undefined,
    lockCaches: async () => () => undefined,
  };
}
