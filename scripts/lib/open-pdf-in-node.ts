import { fileURLToPath } from 'node:url';
import { OPS, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type OpenPdf, textOnlySettings } from '../../src/adapters/documents/pdf/open-pdf';

const MAPS = fileURLToPath(new URL('../../node_modules/pdfjs-dist/cmaps/', import.meta.url));

/** pdf.js in the same thread, with the settings that the worker uses. */
export const openPdfInNode: OpenPdf = async (bytes) => {
  const task = getDocument({ ...textOnlySettings(MAPS), data: bytes });
  return { document: await task.promise, operators: OPS, close: () => task.destroy() };
};
