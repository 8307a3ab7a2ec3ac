import init, * as parquet from 'parquet-wasm/esm/parquet_wasm.js';
import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import { createParquetCodec, type ParquetCodec } from '../src/adapters/storage/arrow/parquet';
import { freeBytes } from '../src/adapters/storage/arrow/utf8-columns';
import { startWorker, transfer } from '../src/channel';

const moved = (bytes: Uint8Array): Uint8Array => transfer(bytes, [bytes.buffer]);

startWorker(async (): Promise<ParquetCodec> => {
  await init({ module_or_path: wasmUrl });
  const codec = createParquetCodec(parquet);
  /** What came with a call is given back at once: so small a heap is seldom collected. */
  const convert = async (bytes: Uint8Array, job: Promise<Uint8Array>): Promise<Uint8Array> => {
    const converted = await job;
    freeBytes(bytes);
    return moved(converted);
  };
  return {
    encode: (arrow, compression) => convert(arrow, codec.encode(arrow, compression)),
    decode: (bytes) => convert(bytes, codec.decode(bytes)),
  };
});
