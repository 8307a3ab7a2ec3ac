import type { ExportChoice, GraphTableName, GraphTables } from '../../core/ports/interop';

/** A file inside a ZIP file: a text, or one in chunks of about a row, or the rows of a table as a Parquet file. */
export type PackedFile =
  | { readonly path: string; readonly text: string | Iterable<string> }
  | { readonly path: string; readonly table: GraphTableName };

/** An export: what a person reads of it, the tables whose rows it writes, and a pure generator. */
export interface ExportFormat extends ExportChoice {
  readonly tables: readonly GraphTableName[];
  readonly content:
    | {
        readonly kind: 'text';
        /** The file in chunks, about one per row, so that progress can be told. */
        readonly write: (tables: GraphTables) => Iterable<string>;
      }
    | { readonly kind: 'zip'; readonly files: (tables: GraphTables) => Iterable<PackedFile> };
}
