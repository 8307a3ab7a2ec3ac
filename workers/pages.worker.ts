import pdfiumUrl from '@embedpdf/pdfium/pdfium.wasm?url';
import { pdfOpener } from '../src/adapters/documents/pdf/open-pdf';
import { createPageDrawer } from '../src/adapters/documents/pdf/page-drawer';
import { startWorker, transfer } from '../src/channel';
import type { PageDrawer } from '../src/core/ports/pages';

startWorker((): PageDrawer => {
  const drawer = createPageDrawer(pdfOpener(async () => (await fetch(pdfiumUrl)).arrayBuffer()));
  return {
    ...drawer,
    draw: async (page, width) => {
      const drawn = await drawer.draw(page, width);
      return transfer(drawn, [drawn.pixels.buffer]);
    },
  };
});
