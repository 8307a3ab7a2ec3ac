import type { ReadResult } from '../../../core/ports/documents';
import { writeRecognition, type RecognisedPlace } from '../../../core/tables/recognition';
import { render } from '../blocks/render';
import { toDocument, type OpenSource } from '../format-reader';
import { headingLevels, titleByLook } from '../pdf/headings';
import type { PageLines } from '../pdf/layout/box';
import { withoutRunningLines } from '../pdf/layout/running-lines';
import { withNotes } from '../pdf/notes';
import { pdfBlocks } from '../pdf/pdf-blocks';
import { findWords } from '../pdf/placed-words';
import { oneLine } from '../text/clean-text';

/** A page that was recognised, with its size as it is shown, in pixels as the places of its words. */
export interface RecognisedPage {
  readonly lines: PageLines;
  readonly size: { readonly width: number; readonly height: number };
}

/** The document of recognised pages, with the place of each word. */
export function recognisedDocument(source: OpenSource, recognised: readonly RecognisedPage[]): ReadResult {
  const pages = withNotes(withoutRunningLines(recognised.map(({ lines }) => lines)));
  const built = render(pdfBlocks(pages, headingLevels(pages, [])));
  const { text, page_starts: starts } = built;
  const words = pages.flatMap(({ regions }, page): RecognisedPlace[] => {
    const start = starts[page] ?? 0;
    const placed = regions.flatMap((region) => region.flatMap((line) => line.words ?? []));
    return findWords(text.slice(start, starts[page + 1] ?? text.length), placed).map((found) => ({
      start: start + found.start,
      end: start + found.end,
      page: page + 1,
      place: found.word.place,
      confidence: found.word.confidence ?? 100,
    }));
  });
  const document = toDocument(source, built, { title: oneLine(titleByLook(pages) ?? ''), unmarked: 'some' });
  const raw_data = writeRecognition({ sizes: recognised.map(({ size }) => size), words });
  return { kind: 'documents', documents: [{ ...document, raw_data }] };
}
