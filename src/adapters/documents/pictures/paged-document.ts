import type { ReadDocument } from '../../../core/ports/documents';
import { writeRecognition, type RecognisedPlace } from '../../../core/tables/recognition';
import { render } from '../blocks/render';
import { toDocument, type OpenSource } from '../format-reader';
import { headingLevels, titleByLook } from '../pdf/headings';
import type { PageLines } from '../pdf/layout/box';
import { withoutRunningLines } from '../pdf/layout/running-lines';
import { withNotes } from '../pdf/notes';
import type { OutlineItem } from '../pdf/open-pdf';
import { pdfBlocks } from '../pdf/pdf-blocks';
import { findWords } from '../pdf/placed-words';
import { oneLine } from '../text/clean-text';

interface FileFacts {
  readonly outline?: readonly OutlineItem[];
  readonly title?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The document of pages, with the place of each word that was recognised. */
export function pagedDocument(
  source: OpenSource,
  written: readonly PageLines[],
  { outline = [], title, attributes = {} }: FileFacts = {},
): ReadDocument {
  const pages = withNotes(withoutRunningLines(written));
  const built = render(pdfBlocks(pages, headingLevels(pages, outline)));
  const found = title ?? oneLine(titleByLook(pages) ?? '');
  const document = toDocument(source, built, { title: found, attributes, unmarked: 'some' });
  if (!pages.some(({ picture }) => picture)) return document;
  const sizes = pages.map(({ picture }) => picture ?? NO_PICTURE);
  return { ...document, raw_data: writeRecognition({ sizes, words: recognisedPlaces(built, pages) }) };
}

const NO_PICTURE = { width: 0, height: 0 };

function recognisedPlaces(
  { text, page_starts: starts }: Pick<ReadDocument, 'text' | 'page_starts'>,
  pages: readonly PageLines[],
): RecognisedPlace[] {
  return pages.flatMap(({ regions, picture }, page) => {
    if (!picture) return [];
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
}
