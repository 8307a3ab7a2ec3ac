import Papa from 'papaparse';
import type { LooseRow } from './parquet-rows';

const NODES = /(?:^|\/)(?:nodes|entities)\.csv$/iu;
const EDGES = /(?:^|\/)(?:edges|relationships)\.csv$/iu;

/** Which part of a graph a CSV file holds, by its name. */
export function csvPart(path: string): 'nodes' | 'edges' | undefined {
  if (NODES.test(path)) return 'nodes';
  return EDGES.test(path) ? 'edges' : undefined;
}

/** The rows of a CSV file with a line of column names. The apostrophe that keeps a spreadsheet from calculating is taken away. */
export function csvRows(text: string): readonly LooseRow[] {
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' });
  return data.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace(/^'(?='*[=+\-@\t\r])/u, '') : value,
      ]),
    ),
  );
}
