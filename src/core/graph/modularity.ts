import type { CsrGraph } from './csr';

/**
 * Newman's modularity of a partition with labels ≥ 0: Σ over communities of inside/2m − resolution·(strength/2m)², at
 * most 1. A graph without edges has modularity 0.
 */
export function modularity(graph: CsrGraph, labels: Int32Array, resolution = 1): number {
  const { nodes, starts, neighbours, weights, loops, strengths, total } = graph;
  if (total === 0) return 0;
  const sums = new Float64Array(labels.reduce((highest, label) => Math.max(highest, label), 0) + 1);
  let inside = 0;
  for (let node = 0; node < nodes; node++) {
    const label = labels[node] ?? 0;
    sums[label] = (sums[label] ?? 0) + (strengths[node] ?? 0);
    inside += 2 * (loops[node] ?? 0);
    for (let i = starts[node] ?? 0; i < (starts[node + 1] ?? 0); i++) {
      if (labels[neighbours[i] ?? 0] === label) inside += weights[i] ?? 0;
    }
  }
  const expected = sums.reduce((sum, strength) => sum + (strength / total) ** 2, 0);
  return inside / total - resolution * expected;
}
