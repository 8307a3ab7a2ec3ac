import type { DocumentRow } from './tables';

const TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
]);

/** Whether a document's source may be a table of rows. */
export const isTabular = ({ media_type }: Pick<DocumentRow, 'media_type'>): boolean => TYPES.has(media_type);
