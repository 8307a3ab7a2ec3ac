import { message } from '../../../core/message';
import type { GraphTables } from '../../../core/ports/interop';
import { BYTE_ORDER_MARK, csvLine } from '../../../core/tables/csv';
import type { ExportFormat } from '../export-format';
import { edgesOf, GRAPH_TABLES, nodesOf } from './graph-parts';

/** Two CSV files (RFC 4180) with the column names that Gephi knows. */
export const csvFiles: ExportFormat = {
  name: 'csv',
  title: message`CSV (nodes and edges)`,
  about: message`Two tables in a ZIP file, for spreadsheets, Gephi, R and pandas. A text that a spreadsheet would calculate begins with an apostrophe. It also takes 007 for 7, unless its columns are read as text.`,
  extension: 'csv.zip',
  mediaType: 'application/zip',
  tables: GRAPH_TABLES,
  content: {
    kind: 'zip',
    files: (tables) => [
      { path: 'nodes.csv', text: nodes(tables) },
      { path: 'edges.csv', text: edges(tables) },
    ],
  },
};

function* nodes(tables: GraphTables): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(['Id', 'Label', 'type', 'description', 'frequency', 'degree', 'community', 'x', 'y']);
  for (const { id, title, type, description, frequency, degree, community, x, y } of nodesOf(tables))
    yield csvLine([id, title, type, description, frequency, degree, community, x, y]);
}

function* edges(tables: GraphTables): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(['Id', 'Source', 'Target', 'Type', 'Weight', 'description']);
  for (const { id, source, target, weight, description } of edgesOf(tables))
    yield csvLine([id, source, target, 'Directed', weight, description]);
}
