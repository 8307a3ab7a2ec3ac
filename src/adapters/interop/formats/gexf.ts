import { message } from '../../../core/message';
import type { GraphTables } from '../../../core/ports/interop';
import type { ExportFormat } from '../export-format';
import { edgesOf, GRAPH_TABLES, nodesOf } from './graph-parts';
import { xml, XML_HEAD } from './xml';

const NODE_COLUMNS = {
  type: 'string',
  description: 'string',
  frequency: 'long',
  degree: 'long',
  community: 'long',
} as const;

/**
 * GEXF, Gephi's own format, with places in the picture where there are any (https://gexf.net). Of version 1.2, which all readers know: networkx reads
 * 1.3 from its version 3.3 on.
 */
export const gexf: ExportFormat = {
  name: 'gexf',
  title: 'GEXF',
  about: message`The same graph in Gephi’s own format.`,
  extension: 'gexf',
  mediaType: 'application/gexf+xml',
  tables: GRAPH_TABLES,
  content: { kind: 'text', write },
};

function* write(tables: GraphTables): Generator<string> {
  yield `${XML_HEAD}<gexf xmlns="http://www.gexf.net/1.2draft" xmlns:viz="http://www.gexf.net/1.2draft/viz" version="1.2">\n`;
  yield '<graph mode="static" defaultedgetype="directed">\n<attributes class="node">\n';
  for (const [name, type] of Object.entries(NODE_COLUMNS))
    yield `<attribute id="${name}" title="${name}" type="${type}"/>\n`;
  yield '</attributes>\n<attributes class="edge">\n<attribute id="description" title="description" type="string"/>\n';
  yield '</attributes>\n<nodes>\n';
  for (const node of nodesOf(tables)) {
    const values = (Object.keys(NODE_COLUMNS) as (keyof typeof NODE_COLUMNS)[]).map((name) => value(name, node[name]));
    const place = node.x === null || node.y === null ? '' : `<viz:position x="${node.x}" y="${node.y}"/>`;
    yield `<node id="${xml(node.id)}" label="${xml(node.title)}"><attvalues>${values.join('')}</attvalues>${place}</node>\n`;
  }
  yield '</nodes>\n<edges>\n';
  for (const edge of edgesOf(tables)) {
    const ends = `source="${xml(edge.source)}" target="${xml(edge.target)}" weight="${edge.weight}"`;
    yield `<edge id="${xml(edge.id)}" ${ends}><attvalues>${value('description', edge.description)}</attvalues></edge>\n`;
  }
  yield '</edges>\n</graph>\n</gexf>\n';
}

/** Writes an attribute, unless it is empty. */
const value = (name: string, of: string | number | null): string =>
  of === null || of === '' ? '' : `<attvalue for="${name}" value="${xml(String(of))}"/>`;
