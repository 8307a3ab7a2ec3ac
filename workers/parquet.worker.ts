import init, * as parquet from 'parquet-wasm/esm/parquet_wasm.js';
import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import { createParquetCodec, type ParquetCodec } from '../src/adapters/storage/arrow/parquet';
import { startWorker, transfer } from '../src/channel';

const moved = (bytes: Uint8Array): Uint8Array => transfer(bytes, [bytes.buffer]);

startWorker(async (): Promise<ParquetCodec> => {
  await init({ module_or_path: wasmUrl });
  const codec = createParquetCodec(parquet);
  return {
    encode: async (arrow, compression) => moved(await codec.encode(arrow, compression)),
    decode: async (bytes) => moved(await codec.decode(bytes)),
    read: codec.read,
  };
});
