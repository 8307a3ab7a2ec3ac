import { expose, proxy } from 'comlink';
import init, * as parquet from 'parquet-wasm/esm/parquet_wasm.js';
import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import { arrowToRows } from '../../../src/adapters/storage/arrow/arrow-to-rows';
import { browserClock } from '../../../src/adapters/browser-env';
import { browserStorage } from '../../../src/adapters/storage/browser-storage';
import { onGeneration } from '../../../src/adapters/storage/locks';
import { createParquetCodec } from '../../../src/adapters/storage/arrow/parquet';
import type { BlobStore, TableChange, TableStore } from '../../../src/core/ports/collections';
import type { Turn } from '../../../src/core/conversations/conversations';
import { TABLES, type TableName } from '../../../src/core/tables/tables';

const codec = createParquetCodec(parquet);
const ready = init({ module_or_path: wasmUrl });
const { collections, conversations, settings } = browserStorage({
  inMemory: self.name === 'in memory',
  parquet: async () => {
    await ready;
    return { codec, release: () => undefined };
  },
  startDuckdb: () => Promise.reject(new Error('no table pages here')),
  now: Date.now,
  clock: browserClock(),
  report: (error) => console.warn(error),
});

let tables: TableStore | undefined;
let blobs: BlobStore | undefined;
const news: number[] = [];

function opened(): { readonly tables: TableStore; readonly blobs: BlobStore } {
  if (tables && blobs) return { tables, blobs };
  throw new Error('nothing is open');
}

/** Storage methods of a tab's engine, driven from the test. */
const tab = {
  collections: proxy({ ...collections }),
  conversations: proxy({ ...conversations }),
  settings: proxy({ ...settings }),
  lengthenQuestion: (id: string, turn: string) =>
    conversations.changeTurn(id, turn, (kept) => (kept ? { ...kept, question: `${kept.question}+` } : null)),
  lengthenQuestions: (id: string, after: number) =>
    conversations.changeTurns(id, after, (kept) => ({ ...kept, question: `${kept.question}+` })),
  keepTurn: (id: string, turn: Turn) => conversations.changeTurn(id, turn.id, () => turn),
  open: async (id: string) => {
    onGeneration(id, (generation) => news.push(generation));
    ({ tables, blobs } = await collections.open(id));
  },
  commit: (change: TableChange) => opened().tables.commit(change),
  read: (table: TableName) => opened().tables.read(table),
  refresh: () => opened().tables.refresh(),
  close: () => opened().tables.close(),
  status: () => ({ writable: opened().tables.writable, generation: opened().tables.generation, news }),
  putSource: (hash: string, bytes: Blob) => opened().blobs.put(hash, bytes),
  source: (hash: string) => opened().blobs.get(hash),
  /** Commits for ever and tells each durable generation before it begins the next. */
  commitForEver: async (changeOf: TableChange[], port: MessagePort) => {
    for (;;) {
      for (const change of changeOf) {
        await opened().tables.commit(change);
        port.postMessage(opened().tables.generation);
      }
    }
  },
  /** Paths and content of every file, Parquet files as the JSON of their rows. */
  files: async () => {
    await ready;
    return allFiles(await navigator.storage.getDirectory(), '');
  },
  damage: async (path: string) => {
    const names = path.split('/');
    let folder = await navigator.storage.getDirectory();
    for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
    const file = await folder.getFileHandle(names.at(-1) ?? '');
    const writable = await file.createWritable({ keepExistingData: true });
    await writable.write({ type: 'write', position: 10, data: new Uint8Array([1, 2, 3]) });
    await writable.close();
  },
};

async function allFiles(folder: FileSystemDirectoryHandle, prefix: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const [name, handle] of folder.entries()) {
    const path = `${prefix}${name}`;
    if (handle.kind === 'directory')
      Object.assign(found, await allFiles(handle as FileSystemDirectoryHandle, `${path}/`));
    else found[path] = await contentOf(name, await (handle as FileSystemFileHandle).getFile());
  }
  return found;
}

async function contentOf(name: string, file: File): Promise<string> {
  const table = Object.keys(TABLES).find((one) => name.startsWith(`${one}.`)) as TableName | undefined;
  if (!table || !name.endsWith('.parquet')) return file.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  return JSON.stringify(arrowToRows(table, await codec.decode(bytes)));
}

export type Tab = typeof tab;
expose(tab);
