import { isTabular } from '../../tables/documents';
import type { DocumentRow } from '../../tables/tables';

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
  readonly characters: number;
  readonly added: string;
  /** True when the source could be read one document per row. */
  readonly tabular: boolean;
}

/** A document opened to be read. */
export interface DocumentView extends DocumentItem {
  readonly text: string;
  readonly page_starts: readonly number[];
  readonly headings: readonly { readonly start: number; readonly level: number; readonly text: string }[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Entities mentioned most, best first. */
  readonly entities: readonly { readonly id: string; readonly title: string; readonly type: string }[];
}

/** A document's line in the library. */
export function documentItem(row: DocumentRow): DocumentItem {
  return {
    id: row.id,
    title: row.title,
    path: row.source_path,
    media_type: row.media_type,
    byte_size: row.byte_size,
    language: row.language,
    pages: row.page_starts.length,
    textUnits: row.text_unit_ids.length,
    characters: row.text.length,
    added: row.creation_date,
    tabular: isTabular(row),
  };
}
