import type { EmbeddingSnapshot, ExportChoice, GraphTableName, GraphTables, Snapshots } from '../../core/ports/interop';
import type { Columns } from '../../core/tables/schema';

/** A file inside a ZIP file: a text, or one in chunks of about a row, or a Parquet file of a table, of other rows, or of vectors. */
export type PackedFile =
  | { readonly path: string; readonly text: string | Iterable<string> }
  | { readonly path: string; readonly table: GraphTableName }
  | { readonly path: string; readonly columns: Columns; readonly rows: readonly object[] }
  | { readonly path: string; readonly embedding: EmbeddingSnapshot };

/** An export: what a person reads of it, the tables whose rows it writes, and a pure generator. */
export interface ExportFormat extends ExportChoice {
  readonly tables: readonly GraphTableName[];
  readonly content:
    | {
        readonly kind: 'text';
        /** The file in chunks, about one per row, for its progress. */
        readonly write: (tables: GraphTables) => Iterable<string>;
      }
    | { readonly kind: 'zip'; readonly files: (tables: GraphTables, snapshots?: Snapshots) => Iterable<PackedFile> };
}
