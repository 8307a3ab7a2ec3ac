import type { Heading } from '../ports/document-reader';
import type { DocumentRow } from './tables';

/** The headings of a document, put together from its columns, in order of their offsets. */
export function headingsOf(
  row: Pick<DocumentRow, 'heading_starts' | 'heading_levels' | 'heading_texts'>,
): readonly Heading[] {
  return row.heading_starts.map((start, i) => ({
    start,
    level: row.heading_levels[i] ?? 1,
    text: row.heading_texts[i] ?? '',
  }));
}
