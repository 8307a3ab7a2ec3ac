import Papa from 'papaparse';
import { message } from '../../../core/message';
import { withoutFormulaMark } from '../../../core/tables/csv';
import type { DrawnGraph } from './drawn-graph';
import { notImported } from './given-files';
import type { LooseRow } from './cells';

const NODES = /(?:^|\/)(?:nodes|entities)\.[ct]sv$/iu;
const EDGES = /(?:^|\/)(?:edges|relationships)\.[ct]sv$/iu;

/** Part of a graph in a table. */
interface CsvPart {
  readonly part: 'nodes' | 'edges' | 'both';
  /** True if its name or its columns are those of a graph, and hardly of anything else. */
  readonly isCertain: boolean;
}

/**
 * Detects the part of a graph in a CSV file, by its name or else by its first columns; undefined where there is none.
 */
export function csvPart(path: string, head = ''): CsvPart | undefined {
  if (NODES.test(path)) return { part: 'nodes', isCertain: true };
  if (EDGES.test(path)) return { part: 'edges', isCertain: true };
  const names = new Set(parsed(head, { preview: 1 }).names.map((name) => name.toLowerCase()));
  const has = (...wanted: readonly string[]): boolean => wanted.every((name) => names.has(name));
  if (has(':source', ':target')) return { part: has(':id') ? 'both' : 'edges', isCertain: true };
  if (has('source', 'target')) return { part: 'edges', isCertain: has('weight') || has('type') };
  if (has(':id')) return { part: 'nodes', isCertain: true };
  return has('id') ? { part: 'nodes', isCertain: has('label') } : undefined;
}

/** Nodes and edges of CSV files, of which one may hold both. Throws ParseError for a file with a quotation mark that is never closed. */
export function readCsvGraph(files: readonly { readonly path: string; readonly text: string }[]): DrawnGraph {
  const nodes: LooseRow[] = [];
  const edges: LooseRow[] = [];
  for (const { path, text } of files) {
    const { rows, isClosed } = parsed(text);
    if (!isClosed) throw notImported(message`${path} has a quotation mark that is never closed`, undefined, path);
    const part = csvPart(path, text)?.part;
    const isEdge = (row: LooseRow): boolean => (part === 'both' ? Boolean(row[':source']) : part === 'edges');
    for (const row of rows) (isEdge(row) ? edges : nodes).push(row);
  }
  return { nodes, edges, isDirected: true };
}

/** The rows of a CSV file with a line of column names. The apostrophe that keeps a spreadsheet from calculating is taken away. */
export const csvRows = (text: string): readonly LooseRow[] => parsed(text).rows;

interface Parsed {
  /** Names of the columns; those that Neo4j gives a meaning begin with a colon. */
  readonly names: readonly string[];
  readonly rows: readonly LooseRow[];
  readonly isClosed: boolean;
}

function parsed(text: string, options: { readonly preview?: number } = {}): Parsed {
  const spaces = new Map<string, string>();
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text.replace(/^sep=.\r?\n/iu, ''), {
    ...{ header: true, skipEmptyLines: 'greedy', delimitersToGuess: [',', ';', '\t', '|'], ...options },
    transformHeader: (header) => {
      const { name, space } = columnOf(header.trim());
      if (space !== undefined) spaces.set(name, space);
      return name;
    },
  });
  const valueOf = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const space = spaces.get(name);
    if (space !== undefined && value !== '') return `${space} ${value}`;
    // Where semicolons or tabs part the columns, a comma is the sign of decimals.
    if (meta.delimiter !== ',' && /^-?\d+,\d+$/u.test(value)) return value.replace(',', '.');
    return withoutFormulaMark(value);
  };
  const rows = data.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, valueOf(name, value)])),
  );
  return { names: meta.fields ?? [], rows, isClosed: !errors.some(({ code }) => code === 'MissingQuotes') };
}

/** Columns that Neo4j gives a meaning, in the files of its import (`:ID`) and in those that its APOC library exports (`_id`). */
const MEANT: Readonly<Record<string, string>> = {
  ...{ ID: ':id', START_ID: ':source', END_ID: ':target', TYPE: ':relation', LABEL: ':labels' },
  ...{ _id: ':id', _start: ':source', _end: ':target', _type: ':relation', _labels: ':labels' },
};

/** A column of Neo4j's with its meaning, such as `person:ID(People)`: ids are of a space, and may stand again in another. */
const WITH_MEANING = /^[^:]*:(ID|START_ID|END_ID|TYPE|LABEL)(?:\(([^)]*)\))?$/u;
/** A property with its type, such as `name:string`. */
const WITH_TYPE =
  /^([^:]+):(?:string|char|boolean|byte|short|int|long|float|double|point|date|time|localtime|datetime|localdatetime|duration)(?:\[\])?(?:\{.*\})?$/u;

function columnOf(header: string): { readonly name: string; readonly space?: string | undefined } {
  const [, meaning, space] = WITH_MEANING.exec(header) ?? [];
  if (meaning !== undefined) return { name: MEANT[meaning] ?? header, space };
  return { name: MEANT[header] ?? WITH_TYPE.exec(header)?.[1] ?? header };
}
