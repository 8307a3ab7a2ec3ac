import { createMutex } from '../../src/core/async';
import type { FileStore } from '../../src/adapters/storage/opfs/file-store';
import { type VectorShard, codesFileOf, pathOf } from '../../src/adapters/storage/collections/manifest/manifest';
import { nextVectors } from '../../src/adapters/storage/collections/shards/vector-shards';
import { opfsFiles } from '../../src/adapters/storage/opfs/opfs-files';
import { createVectorStore } from '../../src/adapters/storage/collections/vector-store';
import { createFieldVectors } from '../../src/core/vectors/field-vectors';
import { finish } from '../../src/core/work';
import { madeUpVectors } from './made-up-vectors';
import { median } from './vector-times';

/** Milliseconds from files in OPFS to vectors that can be searched, medians, with and without files of codes. */
interface LoadTimes {
  readonly rows: number;
  readonly kept: number;
  readonly made: number;
}

const ROOT = 'burrow bench';
const HEAD = { field: 'text_unit_text', model: 'made-up' } as const;
/** As many rows of 384 as go into one file. */
const PART = 20_000;
const ROUNDS = 7;

/** Runs in a page. */
export async function loadTimes(rows: number, dims: number): Promise<LoadTimes> {
  const files = pageFiles();
  const { vectors } = madeUpVectors(rows, dims, 0);
  const shards = await written(files, vectors, dims);
  const codes = await Promise.all(
    shards.map(async ({ file }) => ({ path: pathOf(codesFileOf(file)), bytes: await bytesOf(files, file) })),
  );
  const times = { kept: [] as number[], made: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const { path } of codes) await files.remove(path);
    times.made.push(await load(files, shards));
    for (const { path, bytes } of codes) await files.write(path, bytes);
    times.kept.push(await load(files, shards));
  }
  await files.remove('');
  return { rows, kept: median(times.kept), made: median(times.made) };
}

async function written(files: FileStore, vectors: Float32Array, dims: number): Promise<readonly VectorShard[]> {
  const parts: Float32Array[] = [];
  for (let at = 0; at < vectors.length; at += PART * dims) parts.push(vectors.subarray(at, at + PART * dims));
  const changes = parts.map((part, at) => {
    const ids = Array.from({ length: part.length / dims }, (_, row) =>
      `${String(at)} ${String(row)}`.padStart(64, '0'),
    );
    return { ...HEAD, dims, append: { ids, hashes: ids, documents: ids.map(() => 'one'), vectors: part } };
  });
  return nextVectors([], { vectors: changes }, { files, generation: 1, written: [] });
}

async function load(files: FileStore, shards: readonly VectorShard[]): Promise<number> {
  const store = createVectorStore({
    files,
    shards: () => shards,
    mutex: createMutex(),
    writable: () => false,
    report: console.warn,
  });
  const start = performance.now();
  const rows = await store.read(HEAD.field, HEAD.model);
  if (!rows) throw new Error('Nothing was read');
  finish(createFieldVectors(rows, rows.ids.length).append(rows));
  return performance.now() - start;
}

async function bytesOf(files: FileStore, file: string): Promise<Uint8Array> {
  const bytes = await files.read(pathOf(codesFileOf(file)));
  if (!bytes) throw new Error(`${file} has no codes`);
  return bytes;
}

/** The app's files, but for writing, which it does where only workers can. */
function pageFiles(): FileStore {
  const write: FileStore['write'] = async (path, bytes) => {
    const parts = [ROOT, ...path.split('/')];
    const name = parts.pop() ?? '';
    let folder = await navigator.storage.getDirectory();
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await file.write(bytes as Uint8Array<ArrayBuffer>);
    await file.close();
  };
  return { ...opfsFiles(ROOT), write };
}
