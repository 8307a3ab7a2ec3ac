import pdfiumUrl from '@embedpdf/pdfium/pdfium.wasm?url';
import { countLoops } from '../src/adapters/documents/processor-share';
import { pdfOpener } from '../src/adapters/documents/pdf/open-pdf';
import { readSource } from '../src/adapters/documents/read-source';
import type { RemoteReader } from '../src/adapters/documents/reader';
import { startWorker, transfer } from '../src/channel';

const openPdf = pdfOpener(async () => (await fetch(pdfiumUrl)).arrayBuffer());

startWorker((): RemoteReader => ({
  countLoops: (milliseconds) => Promise.resolve(countLoops(milliseconds)),
  read: async (source, { signal, onProgress }) => {
    const result = await readSource(source, { signal, onProgress, openPdf });
    if (result.kind !== 'archive') return result;
    return transfer(
      result,
      result.members.map((member) => member.bytes.buffer as ArrayBuffer),
    );
  },
}));
