import { describe, expect, test } from 'vitest';
import type { QuotePin } from '../../../src/core/notebook/note';
import { findQuote } from '../../../src/core/notebook/quote-place';
import { documentRow } from '../storage/rows';

const TEXT = 'The quay. Ada kept the book until 1903. The flood came. Ada kept the book until 1903.';
const QUOTE = 'Ada kept the book until 1903.';
const at = TEXT.indexOf(QUOTE);

const pin = (change: Partial<QuotePin> = {}): QuotePin => ({
  ...{ kind: 'quote', documentId: 'd', sourcePath: 'book.txt', documentTitle: 'Book' },
  ...{ start: at, end: at + QUOTE.length, quote: QUOTE, page: null, headingPath: [] },
  ...change,
});

const row = (text: string, id = 'd', source_path = 'book.txt') => ({ ...documentRow(id), text, source_path });

describe('pinned words', () => {
  test('are found where they were', () => {
    expect(findQuote(pin(), [row(TEXT)])).toMatchObject({ kind: 'found', start: at, end: at + QUOTE.length });
  });

  test('are found anew at the nearest place after the document was replaced by one of the same path', () => {
    const longer = `A preface. ${TEXT}`;
    const place = findQuote(pin(), [row('Other words.', 'other', 'other.txt'), row(longer, 'new')]);
    expect(place).toMatchObject({ kind: 'found', documentId: 'new', start: at + 11 });
  });

  test('are found though lines break elsewhere, and signs of patterns in them mean themselves', () => {
    const quote = 'paid (3.50) [each]? a+b';
    const place = findQuote(pin({ quote, start: 0, end: quote.length }), [row(`He\n${quote.replaceAll(' ', '\n  ')}`)]);
    expect(place).toMatchObject({ kind: 'found', start: 3 });
    expect(findQuote(pin({ quote: 'a.b', start: 9, end: 12 }), [row('axb')])).toEqual({ kind: 'missing' });
  });

  test('are missing where no document has them, and deleted where they are empty', () => {
    expect(findQuote(pin(), [row('Quite other words.')])).toEqual({ kind: 'missing' });
    expect(findQuote(pin(), [])).toEqual({ kind: 'missing' });
    expect(findQuote(pin({ quote: '' }), [row(TEXT)])).toEqual({ kind: 'deleted' });
  });

  test('have the page and the headings of their place now', () => {
    const paged = {
      ...row(TEXT),
      page_starts: [0, at],
      ...{ heading_starts: [0], heading_levels: [1], heading_texts: ['The quay'] },
    };
    expect(findQuote(pin(), [paged])).toMatchObject({ page: 2, headingPath: ['The quay'] });
  });
});
