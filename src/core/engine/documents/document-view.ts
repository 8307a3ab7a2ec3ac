import { isTabular, pagesIn, type DocumentParts } from '../../tables/documents';
import { documentUnits } from '../../tables/document-units';
import type { Recognition } from '../../tables/recognition';
import type { DocumentRow, TextUnitRow } from '../../tables/tables';

/** A document as a line of the list. */
export interface DocumentItem {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly media_type: string;
  readonly byte_size: number;
  readonly language: string;
  readonly pages: number;
  readonly textUnits: number;
  readonly added: string;
  /** True when the source could be read one document per row. */
  readonly tabular: boolean;
}

/** A document opened to be read. */
export interface DocumentView extends DocumentItem, DocumentParts {
  readonly text: string;
  readonly headings: readonly { readonly start: number; readonly level: number; readonly text: string }[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Words that were recognised in pictures of its pages; null for a text that is its own. */
  readonly recognition: Recognition | null;
  /** Contexts that a model wrote of its passages, with the range of each. */
  readonly contexts: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  /** Entities mentioned most, best first. */
  readonly entities: readonly { readonly id: string; readonly title: string; readonly type: string }[];
}

/** The lines of documents in the library, by their rows; `units` are the text units of all documents. */
export function documentItems(units: readonly TextUnitRow[]): (row: DocumentRow) => DocumentItem {
  const unitsOf = documentUnits(units);
  return (row) => ({
    id: row.id,
    title: row.title,
    path: row.source_path,
    media_type: row.media_type,
    byte_size: row.byte_size,
    language: row.language,
    pages: pagesIn(row),
    textUnits: unitsOf.get(row.id)?.length ?? 0,
    added: row.creation_date,
    tabular: isTabular(row),
  });
}
