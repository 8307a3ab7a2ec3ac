import { message } from '../../../core/message';
import type { GraphTables } from '../../../core/ports/interop';
import type { ExportFormat } from '../export-format';
import { edgesOf, GRAPH_TABLES, type GraphEdge, nodesOf } from './graph-parts';

/** JSON in the form of networkx's `node_link_data` and of D3. Relationships stand twice: D3 and networkx before 3.6 look for `links`, later ones for `edges`. */
export const nodeLinkJson: ExportFormat = {
  name: 'json',
  title: message`JSON (nodes and links)`,
  about: message`The same graph for D3, networkx and programs of your own. Each relationship is listed twice: as a link for D3, as an edge for networkx 3.6.`,
  extension: 'json',
  mediaType: 'application/json',
  tables: GRAPH_TABLES,
  content: { kind: 'text', write },
};

function* write(tables: GraphTables): Generator<string> {
  yield '{"directed":true,"multigraph":true,"graph":{},"nodes":[';
  yield* listed(nodesOf(tables));
  yield '\n],"links":[';
  yield* listed(edgesOf(tables), keyed);
  yield '\n],"edges":[';
  yield* listed(edgesOf(tables), keyed);
  yield '\n]}\n';
}

const keyed = ({ id, ...edge }: GraphEdge): object => ({ key: id, ...edge });

function* listed<T extends object>(items: Iterable<T>, map: (item: T) => object = (item) => item): Generator<string> {
  let comma = '\n';
  for (const item of items) {
    yield comma + JSON.stringify(map(item));
    comma = ',\n';
  }
}
