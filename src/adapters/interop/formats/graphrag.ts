import { message } from '../../../core/message';
import type { GraphTableName } from '../../../core/ports/interop';
import type { ExportFormat } from '../export-format';

/** The tables in GraphRAG's order. */
export const GRAPHRAG_TABLES = [
  'documents',
  'text_units',
  'entities',
  'relationships',
  'communities',
  'community_reports',
  'covariates',
] as const satisfies readonly GraphTableName[];

/** Microsoft GraphRAG's output folder of version 3, packed (GraphRAG A14). */
export const graphRagTables: ExportFormat = {
  name: 'graphrag',
  title: message`GraphRAG tables`,
  about: message`Parquet files with the names and columns of Microsoft GraphRAG 3, for GraphRAG itself, pandas or DuckDB.`,
  extension: 'graphrag.zip',
  mediaType: 'application/zip',
  tables: GRAPHRAG_TABLES,
  content: {
    kind: 'zip',
    files: ({ covariates }) =>
      GRAPHRAG_TABLES.filter((table) => table !== 'covariates' || covariates.length > 0).map((table) => ({
        path: `${table}.parquet`,
        table,
      })),
  },
};
