import type { RelationshipRow } from '../../../core/tables/tables';
import { xml, XML_HEAD } from './xml';

/**
 * GraphRAG's `graph.graphml`, as its networkx writes it (GraphRAG A7): undirected, of the ends of relationships by title, with a weight on each
 * edge and nothing else. Of two relationships with the same ends, the last one counts.
 */
export function* graphSnapshot(relationships: readonly RelationshipRow[]): Generator<string> {
  yield `${XML_HEAD}<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n`;
  yield '<key id="d0" for="edge" attr.name="weight" attr.type="double"/>\n<graph edgedefault="undirected">\n';
  const titles = new Set(relationships.flatMap(({ source, target }) => [source, target]));
  for (const title of titles) yield `<node id="${xml(title)}"/>\n`;
  const edges = new Map(relationships.map((row) => [JSON.stringify([row.source, row.target].sort()), row]));
  for (const { source, target, weight } of edges.values())
    yield `<edge source="${xml(source)}" target="${xml(target)}"><data key="d0">${String(weight)}</data></edge>\n`;
  yield '</graph>\n</graphml>\n';
}
