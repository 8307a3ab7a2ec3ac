import type * as ParquetWasm from 'parquet-wasm';
import { freeBytes } from './free-bytes';

/** Arrow IPC streams to Parquet files and back. Both sides take the bytes, so a caller does not use them again, and what comes is its own. */
export interface ParquetCodec {
  encode(arrow: Uint8Array): Promise<Uint8Array>;
  decode(parquet: Uint8Array): Promise<Uint8Array>;
}

/** What is used of parquet-wasm: its ESM build in a worker (initialised first), its Node build in Node. */
export type ParquetModule = Pick<
  typeof ParquetWasm,
  'Table' | 'WriterPropertiesBuilder' | 'Compression' | 'readParquet' | 'writeParquet'
>;

const ROWS_PER_BATCH = 1 << 20;

/** A codec over parquet-wasm in this thread, writing ZSTD. */
export function createParquetCodec(parquet: ParquetModule): ParquetCodec {
  const properties = () =>
    new parquet.WriterPropertiesBuilder()
      .setCompression(parquet.Compression.ZSTD)
      .setMaxRowGroupSize(ROWS_PER_BATCH)
      .build();
  return {
    encode: async (arrow) => {
      const table = parquet.Table.fromIPCStream(arrow);
      freeBytes(arrow);
      return parquet.writeParquet(table, properties());
    },
    decode: async (bytes) => {
      const table = parquet.readParquet(bytes, { batchSize: ROWS_PER_BATCH });
      freeBytes(bytes);
      return table.intoIPCStream();
    },
  };
}
