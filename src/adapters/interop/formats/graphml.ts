import { message } from '../../../core/message';
import type { GraphTables } from '../../../core/ports/interop';
import type { ExportFormat } from '../export-format';
import { edgesOf, type EdgeFacts, GRAPH_TABLES, type NodeFacts, nodesOf } from './graph-parts';
import { xml, XML_HEAD } from './xml';

type XmlType = 'string' | 'double' | 'long';

const NODE_KEYS: Readonly<Record<keyof NodeFacts, XmlType>> = {
  title: 'string',
  type: 'string',
  description: 'string',
  frequency: 'long',
  degree: 'long',
  community: 'long',
  x: 'double',
  y: 'double',
};
const EDGE_KEYS: Readonly<Record<keyof EdgeFacts, XmlType>> = { description: 'string', weight: 'double' };

/** GraphML, as networkx, Gephi, yEd and Cytoscape read it (http://graphml.graphdrawing.org). */
export const graphMl: ExportFormat = {
  name: 'graphml',
  title: 'GraphML',
  about: message`Entities and relationships as a graph, for Gephi, yEd, Cytoscape, networkx and igraph.`,
  extension: 'graphml',
  mediaType: 'application/graphml+xml',
  tables: GRAPH_TABLES,
  content: { kind: 'text', write },
};

function* write(tables: GraphTables): Generator<string> {
  yield `${XML_HEAD}<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n`;
  yield keys('node', NODE_KEYS) + keys('edge', EDGE_KEYS);
  yield '<graph edgedefault="directed">\n';
  for (const node of nodesOf(tables)) yield `<node id="${xml(node.id)}">${data('node', NODE_KEYS, node)}</node>\n`;
  for (const edge of edgesOf(tables)) {
    const ends = `source="${xml(edge.source)}" target="${xml(edge.target)}"`;
    yield `<edge id="${xml(edge.id)}" ${ends}>${data('edge', EDGE_KEYS, edge)}</edge>\n`;
  }
  yield '</graph>\n</graphml>\n';
}

type Kind = 'node' | 'edge';

const keys = (kind: Kind, columns: Readonly<Record<string, XmlType>>): string =>
  Object.entries(columns)
    .map(([name, type]) => `<key id="${kind}_${name}" for="${kind}" attr.name="${name}" attr.type="${type}"/>\n`)
    .join('');

/** Writes the attributes that are not empty. */
function data<K extends string>(
  kind: Kind,
  columns: Readonly<Record<K, XmlType>>,
  values: Readonly<Record<K, string | number | null>>,
): string {
  let text = '';
  for (const name of Object.keys(columns) as K[]) {
    const value = values[name];
    if (value !== null && value !== '') text += `<data key="${kind}_${name}">${xml(String(value))}</data>`;
  }
  return text;
}
