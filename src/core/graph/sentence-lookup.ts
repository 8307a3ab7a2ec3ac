import { isTabular } from '../tables/documents';
import type { DocumentRow, TextUnitRow } from '../tables/tables';

/** Where a sentence stands. */
export interface SentencePlace {
  readonly start: number;
  readonly end: number;
  /** In a table, the number of its row: what stands in two rows is not said together. Missing in prose. */
  readonly row?: number;
}

/** Where each document's sentences start and end, by their numbers. */
export type SentenceLookup = (documentId: string) => ReadonlyMap<number, SentencePlace>;

/** The sentences of all text units, each with its row where its document is a table. */
export function sentenceLookup(
  units: readonly TextUnitRow[],
  documents: readonly Pick<DocumentRow, 'id' | 'media_type' | 'text'>[],
): SentenceLookup {
  const rowOf = new Map(documents.filter(isTabular).map(({ id, text }) => [id, rowsOf(text)]));
  const byDocument = new Map<string, Map<number, SentencePlace>>();
  for (const { document_id: id, first_sentence: first, sentence_starts, sentence_ends } of units) {
    const sentences = byDocument.get(id) ?? new Map<number, SentencePlace>();
    byDocument.set(id, sentences);
    const row = rowOf.get(id);
    for (const [at, start] of sentence_starts.entries()) {
      const place = { start, end: sentence_ends[at] ?? start };
      sentences.set(first + at, row ? { ...place, row: row(start) } : place);
    }
  }
  return (documentId) => byDocument.get(documentId) ?? NONE;
}

const NONE: ReadonlyMap<number, SentencePlace> = new Map();

/** The number of the row, a paragraph, in which a character stands. */
function rowsOf(text: string): (position: number) => number {
  const ends = Array.from(text.matchAll(/\n{2,}/gu), ({ index }) => index);
  return (position) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
