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

const TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
]);

/** Whether a document's source may be a table of rows. */
export const isTabular = ({ media_type }: Pick<DocumentRow, 'media_type'>): boolean => TYPES.has(media_type);

/** A heading within a document, by its offset in UTF-16 units; `level` from 1. */
export interface Heading {
  readonly start: number;
  readonly level: number;
  readonly text: string;
}
