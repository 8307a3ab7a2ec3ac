import { message } from '../../../core/message';
import type { GraphTableName, GraphTables, Snapshots } from '../../../core/ports/interop';
import { RAW_ENTITIES, RAW_RELATIONSHIPS } from '../../../core/tables/raw-tables';
import type { ExportFormat, PackedFile } from '../export-format';
import { graphSnapshot } from './graph-snapshot';

/** The tables in GraphRAG's order, and RAPTOR's summaries, which GraphRAG does not read. */
const GRAPHRAG_TABLES = [
  'documents',
  'text_units',
  'entities',
  'relationships',
  'communities',
  'community_reports',
  'covariates',
  'summaries',
] as const satisfies readonly GraphTableName[];

/** Microsoft GraphRAG's output folder of version 3, packed (GraphRAG A14). */
export const graphRagTables: ExportFormat = {
  name: 'graphrag',
  title: message`GraphRAG tables`,
  about: message`Parquet files with the names and columns of Microsoft GraphRAG 3, for GraphRAG itself, pandas or DuckDB.`,
  extension: 'graphrag.zip',
  mediaType: 'application/zip',
  hasSnapshots: true,
  tables: GRAPHRAG_TABLES,
  content: { kind: 'zip', files },
};

function* files(tables: GraphTables, snapshots?: Snapshots): Generator<PackedFile> {
  for (const table of GRAPHRAG_TABLES)
    if ((table !== 'covariates' && table !== 'summaries') || tables[table].length > 0)
      yield { path: `${table}.parquet`, table };
  if (!snapshots) return;
  const { entities, relationships } = snapshots.graph;
  if (entities.length > 0) {
    yield { path: 'raw_entities.parquet', columns: RAW_ENTITIES, rows: entities };
    yield { path: 'raw_relationships.parquet', columns: RAW_RELATIONSHIPS, rows: relationships };
  }
  yield { path: 'graph.graphml', text: graphSnapshot(tables.relationships) };
  for (const embedding of snapshots.embeddings)
    if (embedding.rows > 0) yield { path: `embeddings.${embedding.field}.parquet`, embedding };
}
