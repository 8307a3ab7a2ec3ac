import { message } from '../../../core/message';
import type { GraphTables } from '../../../core/ports/interop';
import type { ExportFormat } from '../export-format';
import { edgesOf, GRAPH_TABLES, nodesOf } from './graph-parts';

/** Two CSV files (RFC 4180) with the column names that Gephi knows. */
export const csvFiles: ExportFormat = {
  name: 'csv',
  title: message`CSV (nodes and edges)`,
  about: message`Two tables in a ZIP file, for spreadsheets, Gephi, R and pandas. A text that a spreadsheet would calculate begins with an apostrophe.`,
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
  yield line(['Id', 'Label', 'type', 'description', 'frequency', 'degree', 'community']);
  for (const { id, title, type, description, frequency, degree, community } of nodesOf(tables))
    yield line([id, title, type, description, frequency, degree, community]);
}

function* edges(tables: GraphTables): Generator<string> {
  yield line(['Id', 'Source', 'Target', 'Type', 'Weight', 'description']);
  for (const { id, source, target, weight, description } of edgesOf(tables))
    yield line([id, source, target, 'Directed', weight, description]);
}

const line = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A text that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/u;

/** A cell: quoted where it must be, and never a formula. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
