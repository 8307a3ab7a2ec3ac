import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pdfOpener } from '../../src/adapters/documents/pdf/open-pdf';

const WASM = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');

/** PDFium in the same thread. */
export const openPdfInNode = pdfOpener(async () => (await readFile(WASM)).buffer);
