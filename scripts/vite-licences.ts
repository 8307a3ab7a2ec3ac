import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const TERMS = { pdfium: '@embedpdf/pdfium/LICENSE.pdfium', tesseract: 'tesseract.js-core/LICENSE' };

/** Emits the terms under which PDFium and Tesseract may be passed on as programs. */
export function licences(): Plugin {
  return {
    name: 'burrow-licences',
    async generateBundle() {
      for (const [name, file] of Object.entries(TERMS)) {
        const path = fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url));
        this.emitFile({ type: 'asset', fileName: `licences/${name}.txt`, source: await readFile(path, 'utf8') });
      }
    },
  };
}
