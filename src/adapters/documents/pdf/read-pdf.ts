import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { render } from '../blocks/render';
import { authoredTitle, needsPassword, oneDocument, passwordOf, type OpenSource } from '../format-reader';
import { hasWords, oneLine } from '../text/clean-text';
import type { PageLines } from './layout/box';
import { headingLevels, titleByLook } from './headings';
import { withNotes } from './notes';
import { PdfError, type PdfFile } from './open-pdf';
import { pdfBlocks } from './pdf-blocks';
import { pageReader } from './read-page';
import { withoutRunningLines } from './layout/running-lines';

/** Reads the text layer of a PDF. Throws ParseError for damage and scans without a text layer. */
export async function readPdf(source: OpenSource): Promise<ReadResult> {
  const file = await open(source);
  if (!file) return needsPassword(source);
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
const DAMAGED = message`It is not a PDF that can be read: it is damaged or cut short. Get a fresh copy of the file.`;

/** The open file; undefined where it needs a password or another one. */
async function open(source: OpenSource): Promise<PdfFile | undefined> {
  try {
    return await source.openPdf(source.bytes, passwordOf(source));
  } catch (cause) {
    if (!(cause instanceof PdfError)) throw cause;
    if (cause.reason === 'password') return undefined;
    throw new ParseError(DAMAGED, { cause });
  }
}

/** Reads all pages, and lets other calls in between, such as one that ends the reading. A damaged page counts as empty. */
async function readPages(file: PdfFile, source: OpenSource): Promise<PageLines[]> {
  const pages: PageLines[] = [];
  const read = pageReader(file);
  let damaged = 0;
  for (let index = 0; index < file.pageCount; index += 1) {
    source.signal?.throwIfAborted();
    const page = read(index);
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
