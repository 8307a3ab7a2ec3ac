import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadDocument, ReadResult } from '../../../core/ports/documents';
import {
  agreementOf,
  authoredTitle,
  needsPassword,
  needsPictures,
  passwordOf,
  type OpenSource,
} from '../format-reader';
import { greymap } from '../pictures/greymap';
import { pagedDocument } from '../pictures/paged-document';
import { recognisedPage } from '../pictures/recognised-pages';
import { startRecognition, type RecognitionRun } from '../pictures/recognition-run';
import { oneLine } from '../text/clean-text';
import type { PageLines } from './layout/box';
import { commonSize } from './layout/lines';
import { drawPage } from './draw-page';
import { PdfError, type PdfFile } from './open-pdf';
import { picturePages } from './picture-pages';
import { pageReader } from './read-page';

/**
 * Reads the text layer of a PDF, and once a person has agreed, the words of pages that are pictures. Throws ParseError
 * for damage.
 */
export async function readPdf(source: OpenSource): Promise<ReadResult> {
  const file = await open(source);
  if (!file) return needsPassword(source);
  try {
    const written = await readPages(file, source);
    const pictures = picturePages(file, written, () => source.onProgress());
    if (pictures.size === 0) return { kind: 'documents', documents: [documentOf(file, source, written)] };
    const isScan = written.every(({ regions }, page) => regions.length === 0 || pictures.has(page));
    const agreed = agreementOf(source);
    if (agreed) {
      const recognition = await startRecognition(source, agreed);
      const pages = await recognisePages(file, source, { written, pictures, recognition });
      // Programs that scan give names of their own.
      return recognition.result(isScan ? pagedDocument(source, pages) : documentOf(file, source, pages));
    }
    if (isScan) return needsPictures(pictures.size);
    const leftOut = { 'left out': `pages that are pictures: ${ranges(pictures)}` };
    const document = documentOf(file, source, written, leftOut);
    return needsPictures(pictures.size, { of: written.length, documents: [document] });
  } finally {
    file.close();
  }
}

function documentOf(
  file: PdfFile,
  source: OpenSource,
  pages: readonly PageLines[],
  leftOut: Readonly<Record<string, string>> = {},
): ReadDocument {
  const author = oneLine(file.property('Author'));
  return pagedDocument(source, pages, {
    outline: file.outline(),
    title: authoredTitle(oneLine(file.property('Title'))),
    attributes: { ...(author && { author }), ...leftOut },
  });
}

/** Pages, given from 0, as people write them: `3, 7–9`. */
function ranges(pages: ReadonlySet<number>): string {
  const starts = [...pages].filter((page) => !pages.has(page - 1));
  const lasts = [...pages].filter((page) => !pages.has(page + 1));
  return starts
    .map((start, at) => {
      const last = lasts[at] ?? start;
      return last === start ? String(start + 1) : `${String(start + 1)}–${String(last + 1)}`;
    })
    .join(', ');
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
    source.onProgress(agreementOf(source) ? undefined : (index + 1) / file.pageCount);
    if (index % PAGES_AT_ONCE === 0) await Promise.resolve();
  }
  if (damaged === file.pageCount) throw new ParseError(DAMAGED);
  return pages;
}

interface ScannedPages {
  readonly written: readonly PageLines[];
  /** Pages, from 0, that are pictures. */
  readonly pictures: ReadonlySet<number>;
  readonly recognition: RecognitionRun;
}

/** The pages of a file; those that are pictures with the words that are recognised in them, in the letter size of the others. */
async function recognisePages(
  file: PdfFile,
  source: OpenSource,
  { written, pictures, recognition }: ScannedPages,
): Promise<readonly PageLines[]> {
  const others = written.filter((_, index) => !pictures.has(index));
  const letterSize = commonSize(others.flatMap(({ regions }) => regions.flat()));
  const pages = [...written];
  for (const [done, index] of [...pictures].entries()) {
    source.signal?.throwIfAborted();
    const drawn = drawPage(file, index, (file.sizeOf(index).width * RESOLUTION) / POINTS);
    const onProgress = (part: number): void => source.onProgress((done + part) / pictures.size);
    const picture = { bytes: greymap(drawn), orientation: 1, size: drawn };
    const lines = recognition.read(picture, onProgress);
    const { comments = [], fields = [], label = '' } = written[index] ?? {};
    pages[index] = { ...recognisedPage(lines, drawn, letterSize), comments, fields, label };
    await Promise.resolve();
  }
  return pages;
}

/** Dots for an inch in which a scanned page is drawn to be read. */
const RESOLUTION = 200;
const POINTS = 72;

const PAGES_AT_ONCE = 10;

const EMPTY = { height: 0, regions: [], comments: [], fields: [] } as const;
