import { connect, spawnFrom, transfer, type Spawn, type WorkerHost, type WorkerKind } from '../channel';
import type { EngineEnv } from '../core/engine/env';
import type { MentionFinder } from '../core/ports/documents';
import type { AddressReader } from '../core/ports/addresses';
import type { LayoutMaker } from '../core/ports/layout';
import { deflate } from './deflate';
import { createSharedReader } from './addresses/shared-reader';
import { browserClock, browserTimer, fetchCopy, hashBytes } from './browser-env';
import { createReader, type RemoteReader } from './documents/reader';
import { createMentionPool } from './mention-pool';
import { browserStorage } from './storage/browser-storage';
import { canPersist } from './storage/opfs/persistence';
import { engineModels } from './engine-models';
import type { DuckdbWorker } from './storage/duckdb/browser-duckdb';
import { shareParquetWorker, type ParquetCodec } from './storage/arrow/parquet';
import { lazyExports } from './interop/lazy-exports';
import { lazyGraphs } from './interop/lazy-graphs';
import { lazyWord } from './word/lazy-word';

/** A long encode or query gives no sign of life in between. */
const SILENCE_MS = 60_000;
const READS_AT_ONCE = 2;
/** A person takes a while to choose files. */
const WARM_MS = 60_000;
/** Most workers; each uses some 100 MB for a language model once it has read English. */
const MOST_MENTION_WORKERS = 8;

/** The engine's world in a browser: workers started by the page, storage of this profile, or in memory where nothing can be kept. */
export async function engineEnv(host: WorkerHost): Promise<EngineEnv> {
  const spawn = spawnFrom(host);
  const timer = browserTimer();
  const clock = browserClock();
  const threads = Math.max(1, Math.min(MOST_MENTION_WORKERS, navigator.hardwareConcurrency - 1));
  const parquet = shareParquetWorker(() => startParquet(spawn));
  // The reader watches it, by processor time.
  const startReader = () => start<RemoteReader>(spawn, 'read', Infinity);
  const reader = createReader(startReader, { timer, atOnce: READS_AT_ONCE, warmMs: WARM_MS });
  const mentions = createMentionPool({
    spawn: () => start<MentionFinder>(spawn, 'mention'),
    size: threads,
    warmMs: WARM_MS,
  });
  return {
    ...browserStorage({
      inMemory: !(await canPersist()),
      parquet,
      startDuckdb: () => startDuckdb(spawn),
      now: Date.now,
      clock,
      report: (error) => console.warn(error),
    }),
    reader,
    layouts: layoutWorker(spawn),
    addresses: createSharedReader({ start: () => start<AddressReader>(spawn, 'address'), onPolicy: onPolicyChange }),
    mentions,
    warmUp: async (language) => {
      reader.warmUp();
      await Promise.all([mentions.warmUp(language), parquet().then(({ release }) => timer.after(WARM_MS, release))]);
    },
    models: engineModels(host),
    exports: lazyExports({ parquet, clock }),
    graphs: lazyGraphs({ parquet, clock }),
    packing: deflate,
    word: lazyWord(),
    parseCsv: async (text) => (await import('./documents/tabular/read-csv')).closedCsvRows(text),
    clock,
    timer,
    hash: hashBytes,
    newId: () => crypto.randomUUID(),
    fetchCopy,
    parallelReads: READS_AT_ONCE,
  };
}

async function startParquet(spawn: Spawn) {
  const { api, terminate } = await start<ParquetCodec>(spawn, 'parquet');
  const codec: ParquetCodec = {
    encode: (arrow, compression) => api.encode(transfer(arrow, [arrow.buffer]), compression),
    decode: (bytes) => api.decode(transfer(bytes, [bytes.buffer])),
    read: (bytes, names, limits) => api.read(transfer(bytes, [bytes.buffer]), names, limits),
  };
  return { codec, end: terminate };
}

async function startDuckdb(spawn: Spawn): Promise<DuckdbWorker> {
  const { api, terminate } = await start<DuckdbWorker>(spawn, 'duckdb');
  return { attach: (port) => api.attach(transfer(port, [port])), ended: () => api.ended(), terminate };
}

/** A worker per picture. */
function layoutWorker(spawn: Spawn): LayoutMaker {
  return {
    async arrange(job, options) {
      const { api, terminate } = await start<LayoutMaker>(spawn, 'layout');
      try {
        return await api.arrange(job, options);
      } finally {
        terminate();
      }
    },
  };
}

/** Listens for a policy change, which the page announces once it has ended the workers under the previous policy. */
function onPolicyChange(changed: () => void): void {
  new BroadcastChannel('burrow-policy').addEventListener('message', changed);
}

async function start<T extends object>(spawn: Spawn, kind: WorkerKind, silenceMs = SILENCE_MS) {
  const { port, terminate } = await spawn(kind);
  const api = connect<T>(port, { name: `The ${kind} worker`, silenceMs });
  const end = (): void => {
    api.close();
    void terminate();
  };
  return { api, terminate: end };
}
