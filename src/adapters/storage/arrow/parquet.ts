import type * as ParquetWasm from 'parquet-wasm';
import type { ForeignParquet, ParquetLimits } from './foreign-parquet';

/** Converts Arrow IPC streams to Parquet files and back. Both sides may transfer the bytes, so a caller must not use its own again. */
export interface ParquetCodec {
  /** Compressed by ZSTD, as Burrow keeps its own files, unless other programs are to read it: most write SNAPPY. */
  encode(arrow: Uint8Array, compression?: Compression): Promise<Uint8Array>;
  decode(parquet: Uint8Array): Promise<Uint8Array>;
  /** Reads the named columns of a file that another program wrote, by the types that it states. Never throws for what is in the file. */
  read(parquet: Uint8Array, names: ReadonlySet<string>, limits: ParquetLimits): Promise<ForeignParquet>;
}

type Compression = 'ZSTD' | 'SNAPPY';

/** The used part of parquet-wasm: in a worker its ESM build, initialised first, and in Node its Node build. */
type ParquetModule = Pick<
  typeof ParquetWasm,
  'Table' | 'WriterPropertiesBuilder' | 'Compression' | 'readParquet' | 'writeParquet'
>;

const ROWS_PER_BATCH = 1 << 20;

/** A codec over parquet-wasm in this thread. */
export function createParquetCodec(parquet: ParquetModule): ParquetCodec {
  const properties = (compression: Compression) =>
    new parquet.WriterPropertiesBuilder()
      .setCompression(parquet.Compression[compression])
      .setMaxRowGroupSize(ROWS_PER_BATCH)
      .build();
  return {
    encode: async (arrow, compression = 'ZSTD') =>
      parquet.writeParquet(parquet.Table.fromIPCStream(arrow), properties(compression)),
    decode: async (bytes) => parquet.readParquet(bytes, { batchSize: ROWS_PER_BATCH }).intoIPCStream(),
    read: async (bytes, names, limits) => (await import('./foreign-parquet')).readForeignParquet(bytes, names, limits),
  };
}

/** A codec for one job. */
export interface ParquetLease {
  readonly codec: ParquetCodec;
  release(): void;
}

/** A worker that encodes and decodes Parquet, and how to end it. */
interface ParquetWorker {
  readonly codec: ParquetCodec;
  end(): void | Promise<void>;
}

/**
 * Leases one worker to all jobs and ends it once it was idle for a while, since its memory never shrinks.
 * After a failed job it is ended as soon as no job uses it, and the next job gets a new one.
 */
export function shareParquetWorker(start: () => Promise<ParquetWorker>, idleMs = 5000): () => Promise<ParquetLease> {
  let current: Running | undefined;
  return async () => {
    current = current && !current.failed ? current : startRunning(start);
    const running = current;
    clearTimeout(running.timer);
    running.users++;
    const release = once(() => {
      running.users--;
      if (running.users > 0) return;
      running.timer = setTimeout(() => end(running), running.failed ? 0 : idleMs);
    });
    const end = (idle: Running): void => {
      if (current === idle) current = undefined;
      void idle.worker.then((worker) => worker.end());
    };
    try {
      const { codec } = await running.worker;
      return { codec: watchFailures(codec, running), release };
    } catch (error) {
      if (current === running) current = undefined;
      throw error;
    }
  };
}

interface Running {
  readonly worker: Promise<ParquetWorker>;
  users: number;
  failed: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

function startRunning(start: () => Promise<ParquetWorker>): Running {
  return { worker: start(), users: 0, failed: false, timer: undefined };
}

function watchFailures(codec: ParquetCodec, running: Running): ParquetCodec {
  const notice = async <T>(job: Promise<T>): Promise<T> => {
    try {
      return await job;
    } catch (error) {
      running.failed = true;
      throw error;
    }
  };
  return {
    encode: (arrow, compression) => notice(codec.encode(arrow, compression)),
    decode: (parquet) => notice(codec.decode(parquet)),
    read: (parquet, names, limits) => notice(codec.read(parquet, names, limits)),
  };
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
