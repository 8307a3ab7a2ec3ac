import type { PDFDocumentProxy } from 'pdfjs-dist';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import { hasWords, oneLine } from '../text/clean-text';
import { textBuilder } from '../text/text-builder';
import { readingOrder } from './columns';
import { type Fonts, pageBoxes } from './page-boxes';
import { headingLevels, titleByLook, readOutline } from './headings';
import type { PageLines } from './box';
import { writeParagraphs } from './paragraphs';
import { withoutRunningLines } from './running-lines';
import type { OpenedPdf } from './open-pdf';

/** Reads the text layer of a PDF. Throws ParseError for passwords, damage and scans without a text layer. */
export async function readPdf(source: OpenSource): Promise<ReadResult> {
  const opened = await open(source);
  try {
    const pages = await readPages(opened, source);
    const outline = await readOutline(opened.document);
    const kept = withoutRunningLines(pages);
    const builder = textBuilder();
    writeParagraphs(kept, headingLevels(kept, outline), builder);
    const built = builder.finish();
    if (!hasWords(built.text)) throw new ParseError(NO_TEXT);
    const { title, author } = await readFacts(opened.document);
    const shown = title ?? oneLine(titleByLook(kept) ?? '');
    return oneDocument(source, built, { title: shown, attributes: author ? { author } : {}, unmarked: 'some' });
  } finally {
    await opened.close();
  }
}

const NO_TEXT = message`It has no text layer; perhaps it is scanned. Run text recognition (OCR) on it first and add the result.`;
const PASSWORD = message`It is protected with a password. Save it without one, for example by printing it to PDF, and add that.`;
const DAMAGED = message`It is not a PDF that can be read: it is damaged or cut short. Get a fresh copy of the file.`;

async function open(source: OpenSource): Promise<OpenedPdf> {
  try {
    return await source.openPdf(source.bytes);
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    if (name === 'PasswordException') throw new ParseError(PASSWORD, { cause });
    if (name === 'InvalidPDFException' || name === 'FormatError') throw new ParseError(DAMAGED, { cause });
    throw cause;
  }
}

async function readPages({ document, operators }: OpenedPdf, source: OpenSource): Promise<PageLines[]> {
  const pages: PageLines[] = [];
  const fonts: Fonts = new Map();
  for (let number = 1; number <= document.numPages; number += 1) {
    source.signal?.throwIfAborted();
    pages.push(await readPage(document, number, { fonts, operators }));
    source.onProgress(number / document.numPages);
  }
  return pages;
}

/** A page that is damaged counts as empty; the others are still read. */
async function readPage(
  document: PDFDocumentProxy,
  number: number,
  options: Parameters<typeof pageBoxes>[1],
): Promise<PageLines> {
  try {
    const page = await document.getPage(number);
    const { height, boxes, sideways } = await pageBoxes(page, options);
    page.cleanup();
    return { height, regions: readingOrder(boxes), sideways };
  } catch {
    return { height: 0, regions: [], sideways: [] };
  }
}

async function readFacts(document: PDFDocumentProxy): Promise<{ title: string | undefined; author: string }> {
  const { info } = await document.getMetadata();
  const field = (name: string): string => {
    const value = (info as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? oneLine(value) : '';
  };
  return { title: authoredTitle(field('Title')), author: field('Author') };
}
