import type { Work } from '../../work';
import type { CsrGraph } from './csr';
import { eachAlone, labelStrengths, weightInside } from './partition';

const VISITS = 8192;

interface Refining {
  readonly graph: CsrGraph;
  readonly labels: Int32Array;
  readonly refined: Int32Array;
  /** Summed strengths per community of `labels`. */
  readonly whole: Float64Array;
  /** Per refined community: summed strengths, weight to the rest of its community, number of nodes. */
  readonly strengths: Float64Array;
  readonly outside: Float64Array;
  readonly sizes: Int32Array;
  readonly weightTo: Float64Array;
  readonly touched: Int32Array;
  readonly scale: number;
}

/**
 * Refines a partition. It starts from single nodes. A node that is still alone and well connected within its community joins the well
 * connected part of it that gains most (Traag et al. 2019 with theta 0). Parts are connected and never cross communities.
 */
export function* refine(graph: CsrGraph, labels: Int32Array, order: Int32Array, resolution: number): Work<Int32Array> {
  const state = startRefining(graph, labels, resolution);
  for (let from = 0; from < order.length; from += VISITS) {
    refineSome(state, order.subarray(from, from + VISITS));
    yield { done: from, total: order.length };
  }
  return state.refined;
}

function startRefining(graph: CsrGraph, labels: Int32Array, resolution: number): Refining {
  const { nodes } = graph;
  const outside = new Float64Array(nodes);
  for (let node = 0; node < nodes; node++) outside[node] = weightInside(graph, labels, node);
  return {
    graph,
    labels,
    refined: eachAlone(nodes),
    whole: labelStrengths(graph, labels, nodes),
    strengths: graph.strengths.slice(),
    outside,
    sizes: new Int32Array(nodes).fill(1),
    weightTo: new Float64Array(nodes),
    touched: new Int32Array(nodes),
    scale: graph.total > 0 ? resolution / graph.total : 0,
  };
}

function refineSome(state: Refining, order: Int32Array): void {
  const { labels, refined, whole, strengths, outside, sizes, weightTo, scale } = state;
  for (let i = 0; i < order.length; i++) {
    const node = order[i] ?? 0;
    const own = refined[node] ?? 0;
    if (sizes[own] !== 1) continue;
    const strength = strengths[own] ?? 0;
    const all = whole[labels[node] ?? 0] ?? 0;
    if ((outside[own] ?? 0) < scale * strength * (all - strength)) continue;
    const target = bestPart(state, node, all);
    if (target === own) continue;
    refined[node] = target;
    sizes[own] = 0;
    sizes[target] = (sizes[target] ?? 0) + 1;
    strengths[target] = (strengths[target] ?? 0) + strength;
    outside[target] = (outside[target] ?? 0) + (outside[own] ?? 0) - 2 * (weightTo[node] ?? 0);
    weightTo[node] = 0;
  }
}

/** The part that gains most, else the node's own; leaves the weight to a found part in weightTo[node]. */
function bestPart(state: Refining, node: number, all: number): number {
  const { graph, labels, refined, strengths, outside, weightTo, touched, scale } = state;
  const { starts, neighbours, weights } = graph;
  const label = labels[node];
  const end = starts[node + 1] ?? 0;
  let count = 0;
  for (let i = starts[node] ?? 0; i < end; i++) {
    const other = neighbours[i] ?? 0;
    if (labels[other] !== label) continue;
    const part = refined[other] ?? 0;
    const sum = weightTo[part] ?? 0;
    if (sum === 0) touched[count++] = part;
    weightTo[part] = sum + (weights[i] ?? 0);
  }
  const cost = scale * (graph.strengths[node] ?? 0);
  let best = node;
  let bestGain = 0;
  let bestWeight = 0;
  for (let i = 0; i < count; i++) {
    const part = touched[i] ?? 0;
    const weight = weightTo[part] ?? 0;
    const strength = strengths[part] ?? 0;
    const gain = weight - cost * strength;
    weightTo[part] = 0;
    if (gain <= bestGain || (outside[part] ?? 0) < scale * strength * (all - strength)) continue;
    best = part;
    bestGain = gain;
    bestWeight = weight;
  }
  if (best !== node) weightTo[node] = bestWeight;
  return best;
}
