import type { TabularShape } from '../../ports/documents';

/** The documents of the open collection and what they came from. */
export interface DocumentCalls {
  document(id: string): Promise<DocumentView | null>;
  /** The original bytes of a document, to open or save. */
  original(documentId: string): Promise<Blob | null>;
  /** Columns of a document's source when it is tabular, else null. */
  tabular(documentId: string): Promise<TabularShape | null>;
}

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
