import pdfiumUrl from '@embedpdf/pdfium/pdfium.wasm?url';
import { countLoops } from '../src/adapters/documents/processor-share';
import tesseractUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url';
import { pdfOpener } from '../src/adapters/documents/pdf/open-pdf';
import { recogniserOpener } from '../src/adapters/documents/pictures/recogniser';
import { readSource } from '../src/adapters/documents/read-source';
import type { RemoteReader } from '../src/adapters/documents/reader';
import { startWorker, transfer } from '../src/channel';

const openPdf = pdfOpener(() => fileOfSite(pdfiumUrl));
/** Addresses of the data of each language whose package is installed. */
const DATA_URLS = import.meta.glob<string>('/node_modules/@tesseract.js-data/*/4.0.0_best_int/*.traineddata.gz', {
  query: '?url',
  import: 'default',
  eager: true,
});
const openRecogniser = recogniserOpener({
  wasm: () => fileOfSite(tesseractUrl),
  data: (code) => {
    const path = `/node_modules/@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`;
    return fileOfSite(DATA_URLS[path] ?? path);
  },
});

async function fileOfSite(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${String(response.status)}`);
  return response.arrayBuffer();
}

startWorker((): RemoteReader => ({
  countLoops: (milliseconds) => Promise.resolve(countLoops(milliseconds)),
  read: async (source, options) => {
    const result = await readSource(source, { ...options, openPdf, openRecogniser });
    if (result.kind !== 'archive') return result;
    return transfer(
      result,
      result.members.map((member) => member.bytes.buffer as ArrayBuffer),
    );
  },
}));
