import { message } from '../../../core/message';
import { isRecord } from '../../../core/shapes/read-fields';
import { cell, text } from './cells';
import type { DrawnGraph } from './drawn-graph';
import { notImported } from './given-files';
import type { LooseRow } from './parquet-rows';

/** Whether JSON may hold nodes and links, by how it begins. */
export const maybeNodeLink = (head: string): boolean =>
  /^\s*\{/u.test(head) && /"(?:nodes|links|edges|elements|graph)"\s*:\s*[{[]/u.test(head);

/** Whether JSON holds nodes and links. */
export function isNodeLink(json: string): boolean {
  try {
    return listsIn(parse(json)) !== undefined;
  } catch {
    return false; // no JSON at all
  }
}

/**
 * The nodes and edges of JSON as networkx (`node_link_data` of all versions), D3, Cytoscape and graphology write it. Throws ParseError for
 * other JSON.
 */
export function readNodeLink(json: string, path: string): DrawnGraph {
  let value: unknown;
  try {
    value = parse(json);
  } catch (cause) {
    throw notImported(message`${path} is not valid JSON`, cause, path);
  }
  const lists = listsIn(value);
  if (!lists) throw notImported(message`${path} has no lists of nodes and links`, undefined, path);
  const nodes = lists.nodes.map(flat);
  const isNumbered = nodes.every((row) => ownId(row) === '');
  const idOf = (row: LooseRow, at: number): string => (isNumbered ? String(at) : ownId(row));
  return {
    nodes: nodes.map((row, at) => ({ ...row, id: idOf(row, at) })),
    edges: lists.edges
      .map(flat)
      .map((row) => ({ ...row, source: endOf(row, 'source', 'from'), target: endOf(row, 'target', 'to') })),
    isDirected: lists.isDirected,
  };
}

interface Lists {
  readonly nodes: readonly LooseRow[];
  readonly edges: readonly LooseRow[];
  readonly isDirected: boolean;
}

/** The lists of nodes and edges, also one level down; undefined where there are none. */
function listsIn(value: unknown): Lists | undefined {
  if (!isRecord(value)) return undefined;
  for (const root of [value, value['elements'], value['graph']]) {
    if (!isRecord(root)) continue;
    const nodes = rowsOf(root['nodes']);
    const edges = rowsOf(root['links']) ?? rowsOf(root['edges']);
    if (nodes && edges) return { nodes, edges, isDirected: value['directed'] !== false && root['directed'] !== false };
  }
  return undefined;
}

/** Rows of a list, or of an object that names each; undefined for anything else. */
function rowsOf(value: unknown): readonly LooseRow[] | undefined {
  if (Array.isArray(value)) return value.every(isRecord) ? value : undefined;
  if (!isRecord(value)) return undefined;
  const rows = Object.entries(value);
  return rows.every(([, row]) => isRecord(row)) ? rows.map(([id, row]) => ({ id, ...(row as LooseRow) })) : undefined;
}

/** A row with what some programs put into an object of its own. */
function flat(row: LooseRow): LooseRow {
  const within = ['data', 'attributes', 'metadata'].map((name) => row[name]).filter(isRecord);
  return Object.assign({}, ...within, row) as LooseRow;
}

const ownId = (row: LooseRow): string => text(cell(row, 'id', 'key', 'name')).trim();

/** The id of a node that an edge names, also where D3 has put the node itself. */
function endOf(row: LooseRow, ...names: readonly string[]): string {
  const end = cell(row, ...names);
  return isRecord(end) ? ownId(end) : text(end);
}

/** Parses JSON with whole numbers beyond 2^53 as texts, which would otherwise become other numbers. */
function parse(json: string): unknown {
  return JSON.parse(
    json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/gu, (token) => (token.startsWith('"') ? token : `"${token}"`)),
  );
}
