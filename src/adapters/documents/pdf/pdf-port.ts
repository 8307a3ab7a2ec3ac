import type { OPS, PDFDocumentProxy } from 'pdfjs-dist';

/** Opens a PDF with pdf.js, wherever that runs: in a nested worker in the browser, in the same thread in tests. */
export type OpenPdf = (bytes: Uint8Array<ArrayBuffer>) => Promise<OpenedPdf>;

export interface OpenedPdf {
  readonly document: PDFDocumentProxy;
  /** The numbers of pdf.js' drawing operators. */
  readonly operators: typeof OPS;
  /** Frees everything, the worker too. */
  close(): Promise<void>;
}
