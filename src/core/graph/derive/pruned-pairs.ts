import type { Work } from '../../work';
import { type CoOccurrence, neighbourCounter, weightScale } from './co-occurrence';
import type { NodeState } from './node-state';
import { pmiWeights } from './pair-weights';
import { pruneGraph, type PruneParameters } from './prune';

export interface PairParameters extends PruneParameters {
  /** `count` keeps distance-decayed counts; `pmi` is GraphRAG's normalised weight. */
  readonly weighting: 'count' | 'pmi';
}

/** Pairs of entities that stay when the graph is pruned as a whole, in parallel arrays. */
export interface PrunedPairs {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly weight: Float64Array;
  readonly count: Int32Array;
  /** 1 for each entity, by symbol, that pruning takes away. */
  readonly dropped: Uint8Array;
}

/**
 * Checks that pruning of a pair depends on its two entities alone. Other rules look at the whole graph, at every
 * change.
 */
export const isLocal = (parameters: PairParameters): boolean =>
  parameters.weighting === 'count' &&
  parameters.min_node_freq <= 1 &&
  parameters.min_node_degree === 0 &&
  parameters.max_node_freq_std === 0 &&
  parameters.max_node_degree_std === 0 &&
  parameters.min_edge_weight_pct === 0 &&
  !parameters.remove_ego_nodes &&
  !parameters.lcc_only;

/** Weighs and prunes all pairs; `least` is the smallest counted weight. */
export function* prunePairs(
  state: NodeState,
  within: CoOccurrence,
  least: number,
  parameters: PairParameters,
): Work<PrunedPairs> {
  const { keys } = state.records.symbols;
  const nodes = Int32Array.from(selectedNodes(state)).sort((a, b) => (keys.text(a) < keys.text(b) ? -1 : 1));
  const placeOf = new Map(Array.from(nodes, (node, place) => [node, place]));
  const neighboursOf = neighbourCounter(within);
  const scale = weightScale(within.parameters.window);
  const found: { readonly low: number; readonly high: number; readonly weight: number; readonly count: number }[] = [];
  for (const [low, node] of nodes.entries()) {
    const neighbours = neighboursOf(node);
    for (const [at, other] of neighbours.nodes.entries()) {
      const high = placeOf.get(other) ?? -1;
      const weight = (neighbours.weights[at] ?? 0) / scale;
      if (high > low && weight >= least) found.push({ low, high, weight, count: neighbours.counts[at] ?? 0 });
    }
    if (low % 64 === 0) yield { done: low, total: nodes.length };
  }
  const nodeAt = (place: number): number => nodes[place] ?? 0;
  found.sort((a, b) => state.order.compare(nodeAt(a.low), nodeAt(a.high), nodeAt(b.low), nodeAt(b.high)));
  const low = Int32Array.from(found, (pair) => pair.low);
  const high = Int32Array.from(found, (pair) => pair.high);
  const counted = Float64Array.from(found, (pair) => pair.weight);
  const frequencies = Float64Array.from(nodes, (node) => state.stats.units[node] ?? 0);
  const weight =
    parameters.weighting === 'pmi'
      ? pmiWeights(counted, (edge) => [low[edge] ?? 0, high[edge] ?? 0], frequencies)
      : counted;
  const { nodes: kept, edges } = pruneGraph({ low, high, weight, frequencies }, parameters);
  const dropped = new Uint8Array(keys.size);
  for (const [place, node] of nodes.entries()) if (kept[place] === 0) dropped[node] = 1;
  return {
    low: edges.map((edge) => nodeAt(low[edge] ?? 0)),
    high: edges.map((edge) => nodeAt(high[edge] ?? 0)),
    weight: Float64Array.from(edges, (edge) => weight[edge] ?? 0),
    count: edges.map((edge) => found[edge]?.count ?? 0),
    dropped,
  };
}

function* selectedNodes({ selected }: NodeState): Generator<number> {
  for (let node = 0; node < selected.length; node++) if (selected[node] === 1) yield node;
}
