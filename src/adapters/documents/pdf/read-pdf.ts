import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { render } from '../blocks/render';
import {
  authoredTitle,
  hasAgreed,
  needsPassword,
  needsPictures,
  oneDocument,
  passwordOf,
  type OpenSource,
} from '../format-reader';
import { greymap } from '../pictures/greymap';
import { recognisedDocument, type RecognisedPage } from '../pictures/recognised-document';
import { recognisedPage } from '../pictures/recognised-pages';
import { hasWords, oneLine } from '../text/clean-text';
import type { PageLines } from './layout/box';
import { drawPage } from './draw-page';
import { headingLevels, titleByLook } from './headings';
import { withNotes } from './notes';
import { PdfError, type PdfFile } from './open-pdf';
import { pdfBlocks } from './pdf-blocks';
import { pageReader } from './read-page';
import { withoutRunningLines } from './layout/running-lines';

/** Reads the text layer of a PDF, or where it has none, recognises the words on its pages. Throws ParseError for damage. */
export async function readPdf(source: OpenSource): Promise<ReadResult> {
  const file = await open(source);
  if (!file) return needsPassword(source);
  try {
    const pages = withNotes(withoutRunningLines(await readPages(file, source)));
    const built = render(pdfBlocks(pages, headingLevels(pages, file.outline())));
    if (!hasWords(built.text)) return await readScans(file, source);
    const title = authoredTitle(oneLine(file.property('Title'))) ?? oneLine(titleByLook(pages) ?? '');
    const author = oneLine(file.property('Author'));
    return oneDocument(source, built, { title, attributes: author ? { author } : {}, unmarked: 'some' });
  } finally {
    file.close();
  }
}

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
    // The pages of a scan have their words recognised afterwards, which takes nearly all of the time.
    source.onProgress(hasAgreed(source) ? undefined : (index + 1) / file.pageCount);
    if (index % PAGES_AT_ONCE === 0) await Promise.resolve();
  }
  if (damaged === file.pageCount) throw new ParseError(DAMAGED);
  return pages;
}

/** Recognises the words of pages that are pictures, once a person has agreed. */
async function readScans(file: PdfFile, source: OpenSource): Promise<ReadResult> {
  const pages = Array.from({ length: file.pageCount }, (_, index) => index);
  const drawn = pages.filter((index) => file.withPage(index, (page) => file.pdfium.FPDFPage_CountObjects(page)));
  if (drawn.length === 0) return oneDocument(source, { text: '' });
  if (!hasAgreed(source)) return needsPictures(drawn.length);
  const recogniser = await source.openRecogniser();
  const read = pages.map((index): RecognisedPage => {
    const page = drawPage(file, index, (file.sizeOf(index).width * RESOLUTION) / POINTS);
    const done = drawn.indexOf(index);
    const onProgress = (part: number): void => source.onProgress((done + part) / drawn.length);
    const lines = done < 0 ? [] : recogniser.read(greymap(page), 1, onProgress);
    return { lines: recognisedPage(lines, page), size: page };
  });
  return recognisedDocument(source, read);
}

/** Dots for an inch in which a scanned page is drawn to be read. */
const RESOLUTION = 200;
const POINTS = 72;

const PAGES_AT_ONCE = 10;

const EMPTY = { height: 0, regions: [], comments: [], fields: [] } as const;
