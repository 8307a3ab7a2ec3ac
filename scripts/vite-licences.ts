import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PDFIUM = fileURLToPath(new URL('../node_modules/@embedpdf/pdfium/LICENSE.pdfium', import.meta.url));

/** Emits the terms under which PDFium may be passed on as a program. */
export function licences(): Plugin {
  return {
    name: 'burrow-licences',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences/pdfium.txt', source: await readFile(PDFIUM, 'utf8') });
    },
  };
}
