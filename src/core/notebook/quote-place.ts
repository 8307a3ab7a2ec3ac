import { headingPaths, headingsOf, type Place } from '../tables/documents';
import { placeAt } from '../tables/recognition';
import type { DocumentRow } from '../tables/tables';
import type { QuotePin } from './note';

/** Current place of pinned words. */
export type QuotePlace =
  | {
      readonly kind: 'found';
      readonly documentId: string;
      readonly documentTitle: string;
      /** UTF-16 offsets in the document. */
      readonly start: number;
      readonly end: number;
      readonly page: Place | null;
      readonly headingPath: readonly string[];
    }
  /** The document was replaced or read again, and does not have these words any more. */
  | { readonly kind: 'missing' }
  /** The document has been deleted, and the words with it. */
  | { readonly kind: 'deleted' };

/** Finds pinned words: in their place, else anywhere in their document, or in later documents of the same path. */
export function findQuote(pin: QuotePin, documents: readonly DocumentRow[]): QuotePlace {
  if (pin.quote === '') return { kind: 'deleted' };
  const own = documents.find(({ id }) => id === pin.documentId);
  const candidates = own ? [own] : documents.filter(({ source_path }) => source_path === pin.sourcePath);
  for (const document of candidates) {
    const range = rangeIn(document.text, pin);
    if (range) return placeOf(document, range);
  }
  return { kind: 'missing' };
}

/** Returns the place of a range of a document. */
export function placeOf(
  document: DocumentRow,
  { start, end }: { readonly start: number; readonly end: number },
): Extract<QuotePlace, { kind: 'found' }> {
  return {
    kind: 'found',
    documentId: document.id,
    documentTitle: document.title,
    start,
    end,
    page: placeAt(document, start),
    headingPath: headingPaths(headingsOf(document))(start),
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The nearest place at which a text has the words, however they are broken into lines. */
function rangeIn(text: string, { quote, start, end }: QuotePin): Range | undefined {
  if (text.slice(start, end) === quote) return { start, end };
  const words = quote.split(/\s+/u).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join('\\s+'), 'gu');
  let nearest: Range | undefined;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (nearest && Math.abs(index - start) >= Math.abs(nearest.start - start)) break;
    nearest = { start: index, end: index + found.length };
  }
  return nearest;
}
