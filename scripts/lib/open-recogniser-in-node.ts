import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { recogniserOpener } from '../../src/adapters/documents/pictures/recogniser';

const { resolve } = createRequire(import.meta.url);
const contents = async (file: string): Promise<ArrayBuffer> => new Uint8Array(await readFile(resolve(file))).buffer;

/** Tesseract in the same thread. */
export const openRecogniserInNode = recogniserOpener(async () => ({
  wasm: await contents('tesseract.js-core/tesseract-core-simd-lstm.wasm'),
  data: await contents('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
}));
