import type { CsrGraph } from './csr';

/**
 * Splits every community into its connected parts: labels 0…count−1 in order of first appearance. Without labels, the
 * connected components of the graph.
 */
export function connectedParts(graph: CsrGraph, labels?: Int32Array): Int32Array {
  const { nodes, starts, neighbours } = graph;
  const parts = new Int32Array(nodes).fill(-1);
  const stack = new Int32Array(nodes);
  let count = 0;
  for (let first = 0; first < nodes; first++) {
    if (parts[first] !== -1) continue;
    parts[first] = count;
    stack[0] = first;
    for (let depth = 1; depth > 0;) {
      const node = stack[--depth] ?? 0;
      const end = starts[node + 1] ?? 0;
      for (let i = starts[node] ?? 0; i < end; i++) {
        const other = neighbours[i] ?? 0;
        if (parts[other] !== -1 || (labels && labels[other] !== labels[node])) continue;
        parts[other] = count;
        stack[depth++] = other;
      }
    }
    count++;
  }
  return parts;
}

/** Nodes of the largest connected component, ascending; of the one with the lowest node among equals. */
export function largestComponent(graph: CsrGraph): Int32Array {
  const parts = connectedParts(graph);
  const sizes = new Int32Array(graph.nodes);
  for (const part of parts) sizes[part] = (sizes[part] ?? 0) + 1;
  let largest = 0;
  for (let part = 1; part < sizes.length; part++) if ((sizes[part] ?? 0) > (sizes[largest] ?? 0)) largest = part;
  return Int32Array.from(parts.keys()).filter((node) => parts[node] === largest);
}
