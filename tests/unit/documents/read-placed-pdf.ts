import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { readSource } from '../../../src/adapters/documents/read-source';
import type { ReadDocument } from '../../../src/core/ports/documents';
import { placedPdf, type PlacedText } from './placed-pdf';

/** Reads a PDF with these pages. */
export async function read(...pages: Parameters<typeof placedPdf>[0]): Promise<ReadDocument> {
  const bytes = new Blob([placedPdf(pages) as BlobPart]);
  const result = await readSource({ path: 'case.pdf', bytes }, { openPdf: openPdfInNode });
  const document = result.kind === 'documents' ? result.documents[0] : undefined;
  if (!document) throw new Error('not read as a document');
  return document;
}

export const textOf = async (...pages: Parameters<typeof placedPdf>[0]): Promise<string> => (await read(...pages)).text;

/** Lines one below another. */
export const lines = (texts: readonly string[], { x = 60, y = 100, size = 10 } = {}): PlacedText[] =>
  texts.map((text, at) => ({ x, y: y + 12 * at, text, size }));
