import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { recogniserOpener } from '../../src/adapters/documents/pictures/recogniser';

const { resolve } = createRequire(import.meta.url);
const contents = async (file: string): Promise<ArrayBuffer> => new Uint8Array(await readFile(resolve(file))).buffer;

/** Tesseract in the same thread. */
export const openRecogniserInNode = recogniserOpener({
  wasm: () => contents('tesseract.js-core/tesseract-core-simd-lstm.wasm'),
  data: (code) => contents(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`),
});
