import pdfiumUrl from '@embedpdf/pdfium/pdfium.wasm?url';
import { FORMATS, hasMagic, type Format } from '../src/adapters/documents/formats';
import { pdfOpener } from '../src/adapters/documents/pdf/open-pdf';
import { createPageDrawer } from '../src/adapters/documents/pdf/page-drawer';
import { createPictureDrawer } from '../src/adapters/documents/pictures/picture-drawer';
import { startWorker, transfer } from '../src/channel';
import type { PageDrawer } from '../src/core/ports/pages';

/** Bytes by which a picture is told from a PDF. */
const HEAD = 16;

startWorker((): PageDrawer => {
  let drawer = createPageDrawer(pdfOpener(async () => (await fetch(pdfiumUrl)).arrayBuffer()));
  return {
    open: async (file, password) => {
      const format = await pictureFormat(file);
      if (format === FORMATS.tiff) return drawer.open(await asPdf(file), password);
      if (format) drawer = createPictureDrawer();
      return drawer.open(file, password);
    },
    words: (page, text) => drawer.words(page, text),
    draw: async (page, width) => {
      const drawn = await drawer.draw(page, width);
      return transfer(drawn, [drawn.pixels.buffer]);
    },
  };
});

async function pictureFormat(file: Blob): Promise<Format | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const pictures = Object.values<Format>(FORMATS).filter(({ mediaType }) => mediaType.startsWith('image/'));
  return pictures.find(({ magic }) => hasMagic(head, magic));
}

async function asPdf(file: Blob): Promise<Blob> {
  const { tiffAsPdf } = await import('../src/adapters/documents/pictures/tiff-as-pdf');
  return new Blob([tiffAsPdf(new Uint8Array(await file.arrayBuffer()))]);
}
