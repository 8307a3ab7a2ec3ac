import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { render } from '../blocks/render';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import { hasWords, oneLine } from '../text/clean-text';
import { withAccents } from './accents';
import { readAnnotations, withFields } from './annotations';
import type { PageLines } from './layout/box';
import { orderedLines } from './layout/file-order';
import { glyphReader } from './glyph-text';
import { headingLevels, titleByLook } from './headings';
import { withNotes } from './notes';
import { PdfError, type PdfFile } from './open-pdf';
import { pageGlyphs } from './page-glyphs';
import { pdfBlocks } from './pdf-blocks';
import { withoutRunningLines } from './layout/running-lines';
import { runsOf } from './layout/runs';

/** Reads the text layer of a PDF. Throws ParseError for passwords, damage and scans without a text layer. */
export async function readPdf(source: OpenSource): Promise<ReadResult> {
  const file = await open(source);
  try {
    const pages = withNotes(withoutRunningLines(await readPages(file, source)));
    const built = render(pdfBlocks(pages, headingLevels(pages, file.outline())));
    if (!hasWords(built.text)) throw new ParseError(NO_TEXT);
    const title = authoredTitle(oneLine(file.property('Title'))) ?? oneLine(titleByLook(pages) ?? '');
    const author = oneLine(file.property('Author'));
    return oneDocument(source, built, { title, attributes: author ? { author } : {}, unmarked: 'some' });
  } finally {
    file.close();
  }
}

const NO_TEXT = message`It has no text layer; perhaps it is scanned. Run text recognition (OCR) on it first and add the result.`;
const PASSWORD = message`It is protected with a password. Save it without one, for example by printing it to PDF, and add that.`;
const DAMAGED = message`It is not a PDF that can be read: it is damaged or cut short. Get a fresh copy of the file.`;

async function open(source: OpenSource): Promise<PdfFile> {
  try {
    return await source.openPdf(source.bytes);
  } catch (cause) {
    if (!(cause instanceof PdfError)) throw cause;
    throw new ParseError(cause.reason === 'password' ? PASSWORD : DAMAGED, { cause });
  }
}

/** Reads all pages, and lets other calls in between, such as one that ends the reading. */
async function readPages(file: PdfFile, source: OpenSource): Promise<PageLines[]> {
  const pages: PageLines[] = [];
  const readText = glyphReader();
  let damaged = 0;
  for (let index = 0; index < file.pageCount; index += 1) {
    source.signal?.throwIfAborted();
    const page = readPage(file, index, readText);
    pages.push(page ?? { ...EMPTY, label: file.labelOf(index) });
    damaged += page ? 0 : 1;
    source.onProgress((index + 1) / file.pageCount);
    if (index % PAGES_AT_ONCE === 0) await Promise.resolve();
  }
  if (damaged === file.pageCount) throw new ParseError(DAMAGED);
  return pages;
}

const PAGES_AT_ONCE = 10;

const EMPTY = { height: 0, regions: [], comments: [], fields: [] } as const;

/** A page that is damaged counts as empty; the others are still read. */
function readPage(file: PdfFile, index: number, readText: ReturnType<typeof glyphReader>): PageLines | undefined {
  const label = file.labelOf(index);
  return file.withPage(index, (page) => {
    const { height, glyphs } = pageGlyphs(file, page);
    readText(glyphs);
    const { comments, fields } = readAnnotations(file, page);
    const filled = withFields(runsOf(withAccents(glyphs)), fields);
    return { height, regions: orderedLines(filled.runs), comments, fields: filled.fields, label };
  });
}
