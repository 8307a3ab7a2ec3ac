import { UndirectedGraph } from 'graphology';
import louvainOf from 'graphology-communities-louvain';
import { connectedParts } from './partition';
import type { CsrGraph } from './csr';
import type { ClusterOptions } from './leiden';
import { randomNumbers } from '../../random';

/**
 * Communities by the Louvain algorithm of graphology-communities-louvain, numbered by first appearance. Communities that it leaves
 * disconnected are separated. It runs in one piece and ignores iterations and start.
 */
export function louvain(graph: CsrGraph, options: ClusterOptions = {}): Int32Array {
  const { resolution = 1, seed = 0 } = options;
  if (graph.total === 0) return connectedParts(graph);
  const { communities } = louvainOf.detailed(libraryGraph(graph), {
    getEdgeWeight: 'weight',
    resolution,
    rng: randomNumbers(seed),
  });
  const labels = Int32Array.from({ length: graph.nodes }, (_, node) => communities[node] ?? 0);
  return connectedParts(graph, labels);
}

/** Nodes and edges ascending: the library's result depends on the order of insertion. */
function libraryGraph(graph: CsrGraph): UndirectedGraph {
  const result = new UndirectedGraph();
  for (let node = 0; node < graph.nodes; node++) result.addNode(node);
  for (let node = 0; node < graph.nodes; node++) {
    const loop = graph.loops[node] ?? 0;
    if (loop > 0) result.addEdge(node, node, { weight: loop });
    for (let i = graph.starts[node] ?? 0; i < (graph.starts[node + 1] ?? 0); i++) {
      const other = graph.neighbours[i] ?? 0;
      if (other > node) result.addEdge(node, other, { weight: graph.weights[i] ?? 0 });
    }
  }
  return result;
}
