import { countLoops } from '../src/adapters/documents/processor-share';
import { pdfOpener } from '../src/adapters/documents/pdf/open-pdf';
import { readSource } from '../src/adapters/documents/read-source';
import type { RemoteReader } from '../src/adapters/documents/reader';
import { startWorker, transfer } from '../src/channel';

/** The file of pdf.js' character maps is beside the folder of this script (see scripts/vite-pdf-assets.ts). */
const openPdf = pdfOpener(new URL('../pdfjs/character-maps.bin', globalThis.location.href).href);

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
