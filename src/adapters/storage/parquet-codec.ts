import type * as ParquetWasm from 'parquet-wasm';

/** Arrow IPC streams to Parquet files and back. Both sides may transfer the bytes, so a caller does not use them again, and what comes is its own. */
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
    encode: async (arrow) => parquet.writeParquet(parquet.Table.fromIPCStream(arrow), properties()),
    decode: async (bytes) => parquet.readParquet(bytes, { batchSize: ROWS_PER_BATCH }).intoIPCStream(),
  };
}
