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

/** Media types of the formats that may hold a table of rows. */
export const TABULAR_TYPES = { csv: 'text/csv', json: 'application/json', jsonl: 'application/jsonl' } as const;

const TABULAR: ReadonlySet<string> = new Set(Object.values(TABULAR_TYPES));

/** Whether a document's source may be a table of rows. */
export const isTabular = ({ media_type }: Pick<DocumentRow, 'media_type'>): boolean => TABULAR.has(media_type);

/** A heading within a document, by its offset in UTF-16 units; `level` from 1. */
export interface Heading {
  readonly start: number;
  readonly level: number;
  readonly text: string;
}
