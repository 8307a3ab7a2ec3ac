import type { WorkerKind } from '../channel';

export type ModelWorkerKind = 'chat' | 'server' | 'embed' | 'download';
export type PageWorkerKind = WorkerKind | ModelWorkerKind | 'engine';

/** One literal per kind: the bundler finds a worker's entry only in this form. */
const MAKE: Readonly<Record<PageWorkerKind, () => Worker>> = {
  engine: () =>
    new Worker(new URL('../../workers/engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
  read: () => new Worker(new URL('../../workers/read.worker.ts', import.meta.url), { type: 'module', name: 'read' }),
  mention: () =>
    new Worker(new URL('../../workers/mention.worker.ts', import.meta.url), { type: 'module', name: 'mention' }),
  parquet: () =>
    new Worker(new URL('../../workers/parquet.worker.ts', import.meta.url), { type: 'module', name: 'parquet' }),
  duckdb: () =>
    new Worker(new URL('../../workers/duckdb.worker.ts', import.meta.url), { type: 'module', name: 'duckdb' }),
  chat: () => new Worker(new URL('../../workers/chat.worker.ts', import.meta.url), { type: 'module', name: 'chat' }),
  server: () =>
    new Worker(new URL('../../workers/server.worker.ts', import.meta.url), { type: 'module', name: 'server' }),
  embed: () => new Worker(new URL('../../workers/embed.worker.ts', import.meta.url), { type: 'module', name: 'embed' }),
  download: () =>
    new Worker(new URL('../../workers/download.worker.ts', import.meta.url), { type: 'module', name: 'download' }),
};

/** Makes a worker of this kind; it waits for its port. */
export function makeWorker(kind: PageWorkerKind): Worker {
  return MAKE[kind]();
}
