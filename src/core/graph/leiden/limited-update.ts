import type { CsrGraph } from './csr';
import { compactLabels, labelStrengths } from './partition';

/** Nodes that a better partition moves from one community to another. */
interface Block {
  readonly nodes: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** A partition while blocks move, with the summed strengths of its communities. */
interface LimitedUpdate {
  readonly graph: CsrGraph;
  readonly labels: Int32Array;
  readonly strengths: Float64Array;
  readonly resolution: number;
}

/**
 * An earlier partition with only so much of a better one as gains `wanted` modularity. Blocks move one after the other, those of the highest
 * gain first, so that few communities change. Undefined where blocks that move one by one gain less.
 */
export function updateWithinLimit(
  graph: CsrGraph,
  earlier: Int32Array,
  better: Int32Array,
  { resolution, wanted }: { readonly resolution: number; readonly wanted: number },
): Int32Array | undefined {
  const labels: Int32Array = earlier.slice();
  const count = compactLabels(labels);
  const update = { graph, labels, strengths: labelStrengths(graph, labels, count + graph.nodes), resolution };
  const blocks = blocksOf(labels, better, count).map((block) => ({ block, gain: gainOf(update, block) }));
  let left = wanted;
  for (const { block } of blocks.sort((a, b) => b.gain - a.gain)) {
    if (left <= 0) break;
    const gain = gainOf(update, block);
    // Not a number without any edge.
    if (!(gain > 0)) continue;
    moveBlock(update, block);
    left -= gain;
  }
  return left > 0 ? undefined : labels;
}

/**
 * Overlaps of communities of the two partitions. Each better community is continued by its largest overlap, and each earlier one once; the
 * rest of the overlaps are blocks.
 */
function blocksOf(labels: Int32Array, better: Int32Array, count: number): readonly Block[] {
  const overlaps = overlapsOf(labels, better);
  const successors = new Map<number, number>();
  const continued = new Set<number>();
  for (const { label, other } of overlaps) {
    if (successors.has(other) || continued.has(label)) continue;
    successors.set(other, label);
    continued.add(label);
  }
  return overlaps.flatMap(({ label, other, nodes }) => {
    const to = successors.get(other) ?? count + other;
    return to === label ? [] : [{ nodes, from: label, to }];
  });
}

interface Overlap {
  readonly label: number;
  readonly other: number;
  readonly nodes: number[];
}

/** The largest first. */
function overlapsOf(labels: Int32Array, better: Int32Array): readonly Overlap[] {
  const overlaps = new Map<number, Overlap>();
  for (const [node, label] of labels.entries()) {
    const other = better[node] ?? 0;
    const key = label * labels.length + other;
    const known = overlaps.get(key);
    if (known) known.nodes.push(node);
    else overlaps.set(key, { label, other, nodes: [node] });
  }
  return [...overlaps.values()].sort(
    (a, b) => b.nodes.length - a.nodes.length || a.label - b.label || a.other - b.other,
  );
}

/** Modularity that is gained when a block moves. */
function gainOf({ graph, labels, strengths, resolution }: LimitedUpdate, { nodes, from, to }: Block): number {
  const { starts, neighbours, weights, total } = graph;
  const inside = new Set(nodes);
  let strength = 0;
  let weight = 0;
  for (const node of nodes) {
    strength += graph.strengths[node] ?? 0;
    const end = starts[node + 1] ?? 0;
    for (let i = starts[node] ?? 0; i < end; i++) {
      const other = neighbours[i] ?? 0;
      const label = labels[other];
      if (label === to) weight += weights[i] ?? 0;
      else if (label === from && !inside.has(other)) weight -= weights[i] ?? 0;
    }
  }
  const expected = (strength * ((strengths[to] ?? 0) - (strengths[from] ?? 0) + strength)) / total;
  return (2 * (weight - resolution * expected)) / total;
}

function moveBlock({ graph, labels, strengths }: LimitedUpdate, { nodes, from, to }: Block): void {
  for (const node of nodes) {
    const strength = graph.strengths[node] ?? 0;
    labels[node] = to;
    strengths[from] = (strengths[from] ?? 0) - strength;
    strengths[to] = (strengths[to] ?? 0) + strength;
  }
}
