import { withStrengths, type CsrGraph } from './csr';

/**
 * The graph that some nodes induce: node i of it is nodes[i], loops are kept, strengths and total are recomputed.
 * `scratch` has one entry per node of the graph, all −1, and is given back like that.
 */
export function inducedGraph(graph: CsrGraph, nodes: Int32Array, scratch: Int32Array): CsrGraph {
  for (let i = 0; i < nodes.length; i++) scratch[nodes[i] ?? 0] = i;
  const starts = new Int32Array(nodes.length + 1);
  const room = nodes.reduce((sum, node) => sum + (graph.starts[node + 1] ?? 0) - (graph.starts[node] ?? 0), 0);
  const neighbours = new Int32Array(room);
  const weights = new Float64Array(room);
  const loops = new Float64Array(nodes.length);
  let next = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    const end = graph.starts[node + 1] ?? 0;
    for (let j = graph.starts[node] ?? 0; j < end; j++) {
      const other = scratch[graph.neighbours[j] ?? 0] ?? -1;
      if (other < 0) continue;
      neighbours[next] = other;
      weights[next++] = graph.weights[j] ?? 0;
    }
    starts[i + 1] = next;
    loops[i] = graph.loops[node] ?? 0;
  }
  for (const node of nodes) scratch[node] = -1;
  return withStrengths(starts, neighbours.slice(0, next), weights.slice(0, next), loops);
}
