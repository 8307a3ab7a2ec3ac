import type { CsrGraph } from './csr';

/** The partition in which every node is alone. */
export function eachAlone(nodes: number): Int32Array {
  const labels = new Int32Array(nodes);
  for (let node = 0; node < nodes; node++) labels[node] = node;
  return labels;
}

/** Renumbers labels to 0…count−1 in order of first appearance, in place, and returns count. Labels must be ≥ 0. */
export function compactLabels(labels: Int32Array): number {
  let highest = -1;
  for (let node = 0; node < labels.length; node++) highest = Math.max(highest, labels[node] ?? 0);
  const numbers = new Int32Array(highest + 1).fill(-1);
  let count = 0;
  for (let node = 0; node < labels.length; node++) {
    const label = labels[node] ?? 0;
    let number = numbers[label] ?? 0;
    if (number < 0) numbers[label] = number = count++;
    labels[node] = number;
  }
  return count;
}

/** The label of each node's part: labels[parts[node]]. */
export function compose(parts: Int32Array, labels: Int32Array): Int32Array {
  const result = new Int32Array(parts.length);
  for (let node = 0; node < parts.length; node++) result[node] = labels[parts[node] ?? 0] ?? 0;
  return result;
}

/** Nodes grouped by label, ascending within a group: group g is members[starts[g]…starts[g+1]−1]. */
interface Groups {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/** Groups the nodes of a compact partition of `count` labels. */
export function groupByLabel(labels: Int32Array, count: number): Groups {
  const starts = new Int32Array(count + 1);
  for (let node = 0; node < labels.length; node++) {
    const label = labels[node] ?? 0;
    starts[label + 1] = (starts[label + 1] ?? 0) + 1;
  }
  for (let group = 0; group < count; group++) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const next = starts.slice(0, count);
  const members = new Int32Array(labels.length);
  for (let node = 0; node < labels.length; node++) {
    const label = labels[node] ?? 0;
    const at = next[label] ?? 0;
    members[at] = node;
    next[label] = at + 1;
  }
  return { starts, members };
}

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

/** Summed strengths of the nodes of each label, for labels below `count`. */
export function labelStrengths(graph: CsrGraph, labels: Int32Array, count: number): Float64Array {
  const sums = new Float64Array(count);
  for (let node = 0; node < graph.nodes; node++) {
    const label = labels[node] ?? 0;
    sums[label] = (sums[label] ?? 0) + (graph.strengths[node] ?? 0);
  }
  return sums;
}

/** Weight from a node to the other nodes of its label. */
export function weightInside({ starts, neighbours, weights }: CsrGraph, labels: Int32Array, node: number): number {
  const own = labels[node];
  const end = starts[node + 1] ?? 0;
  let inside = 0;
  for (let i = starts[node] ?? 0; i < end; i++) {
    if (labels[neighbours[i] ?? 0] === own) inside += weights[i] ?? 0;
  }
  return inside;
}

/**
 * Newman's modularity of a partition with labels ≥ 0: Σ over communities of inside/2m − resolution·(strength/2m)², at
 * most 1. A graph without edges has modularity 0.
 */
export function modularity(graph: CsrGraph, labels: Int32Array, resolution = 1): number {
  const { nodes, loops, total } = graph;
  if (total === 0) return 0;
  let inside = 0;
  for (let node = 0; node < nodes; node++) inside += 2 * (loops[node] ?? 0) + weightInside(graph, labels, node);
  const sums = labelStrengths(graph, labels, labels.reduce((highest, label) => Math.max(highest, label), 0) + 1);
  const expected = sums.reduce((sum, strength) => sum + (strength / total) ** 2, 0);
  return inside / total - resolution * expected;
}
