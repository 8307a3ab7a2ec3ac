import { createReader, type RemoteReader } from '../src/adapters/documents/reader';
import { createMentionPool } from '../src/adapters/mentions/mention-pool';
import { browserStorage } from '../src/adapters/storage/browser-storage';
import type { DuckdbWorker } from '../src/adapters/storage/duckdb-database';
import type { ParquetCodec } from '../src/adapters/storage/parquet-codec';
import { connect, spawnFrom, startWorker, transfer, type Spawn, type WorkerKind } from '../src/channel';
import { createEngine } from '../src/core/engine/engine';
import type { MentionFinder } from '../src/core/ports';
import { browserClock, fetchCopy, hashBytes } from '../src/adapters/browser-env';

startWorker(({ host }) => {
  if (!host) throw new Error('The engine was started without a worker host');
  const spawn = spawnFrom(host);
  const threads = Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1));
  const storage = browserStorage({
    startParquet: async () => {
      const { api, terminate } = await start<ParquetCodec>(spawn, 'parquet');
      const codec: ParquetCodec = {
        encode: (arrow) => api.encode(transfer(arrow, [arrow.buffer])),
        decode: (bytes) => api.decode(transfer(bytes, [bytes.buffer])),
      };
      return { codec, end: terminate };
    },
    startDuckdb: async () => {
      const { api, terminate } = await start<DuckdbWorker>(spawn, 'duckdb');
      return { attach: (port) => api.attach(transfer(port, [port])), ended: () => api.ended(), terminate };
    },
    now: Date.now,
    report: (error) => console.warn(error),
  });
  return createEngine({
    ...storage,
    reader: createReader(() => start<RemoteReader>(spawn, 'read')),
    mentions: createMentionPool({ spawn: () => start<MentionFinder>(spawn, 'mention'), size: threads }),
    clock: browserClock(),
    hash: hashBytes,
    newId: () => crypto.randomUUID(),
    fetchCopy,
    parallelReads: 2,
  });
});

async function start<T extends object>(spawn: Spawn, kind: WorkerKind) {
  const { port, terminate } = await spawn(kind);
  const api = connect<T>(port, { name: `The ${kind} worker` });
  return { api, terminate: () => void terminate() };
}
