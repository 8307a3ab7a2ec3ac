import { message } from '../../../core/message';
import { isRecord } from '../../../core/shapes/read-fields';
import { cell, text, type LooseRow } from './cells';
import type { DrawnGraph } from './drawn-graph';
import { notImported } from './given-files';

/** Checks if JSON may have nodes and links, by its beginning. */
export const maybeNodeLink = (head: string): boolean =>
  /^\s*\{/u.test(head) && /"(?:nodes|links|edges|elements|graph)"\s*:\s*[{[]/u.test(head);

/** Checks if JSON has nodes and links. */
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
  const edges = lists.edges
    .map(flat)
    .map((row) => ({ ...row, source: endOf(row, 'source', 'from'), target: endOf(row, 'target', 'to') }));
  const isByPosition = namesPositions(nodes, edges);
  return {
    nodes: nodes.map((row, at) =>
      isByPosition ? { name: ownId(row), ...row, id: String(at) } : { ...row, id: ownId(row) },
    ),
    edges,
    isDirected: lists.isDirected,
  };
}

/** Checks if edges name nodes by their position in the list, as networkx 1 and D3 3 do: no node has such an id. */
function namesPositions(
  nodes: readonly LooseRow[],
  edges: readonly { readonly source: string; readonly target: string }[],
): boolean {
  const ids = new Set(nodes.map(ownId));
  const isPosition = (end: string): boolean => /^\d+$/u.test(end) && Number(end) < nodes.length && !ids.has(end);
  return (
    nodes.every((row) => ownId(row) === '') || edges.every(({ source, target }) => [source, target].every(isPosition))
  );
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

/** Whole numbers that may be beyond 2^53: sixteen digits and more, no part of a fraction or an exponent. */
const LONG_NUMBER = String.raw`(?<![\d.eE+-])-?\d{16,}(?![\d.eE])`;
const TEXT = String.raw`"(?:(?=(?<run>[^"\\]+))\k<run>|\\.)*"`;
const longNumber = new RegExp(LONG_NUMBER, 'u');
const textOrLongNumber = new RegExp(`${TEXT}|${LONG_NUMBER}`, 'gsu');

/** Parses JSON with whole numbers beyond 2^53 as texts, which would otherwise become other numbers. */
function parse(json: string): unknown {
  if (!longNumber.test(json)) return JSON.parse(json);
  return JSON.parse(json.replace(textOrLongNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
