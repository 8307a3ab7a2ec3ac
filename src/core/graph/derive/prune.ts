import { buildGraph } from '../leiden/csr';
import { largestComponent } from '../leiden/partition';

/** A weighted graph as parallel arrays: edge i connects low[i] and high[i]. Nodes are 0…frequencies.length−1. */
interface EdgeList {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly weight: Float64Array;
  /** Text units per node. */
  readonly frequencies: Float64Array;
}

export interface PruneParameters {
  readonly min_node_freq: number;
  readonly min_node_degree: number;
  /** Standard deviations above the mean at which a node is dropped; 0 is off. */
  readonly max_node_freq_std: number;
  readonly max_node_degree_std: number;
  /** Edges below this percentile of the weights are dropped; 0 is off. */
  readonly min_edge_weight_pct: number;
  /** Drops the one node of highest degree. */
  readonly remove_ego_nodes: boolean;
  readonly lcc_only: boolean;
  /** Edges kept per node, strongest first; an edge stays when either end keeps it; 0 is off. */
  readonly max_edges_per_node: number;
}

interface Pruned {
  /** 1 for each node that stays. */
  readonly nodes: Uint8Array;
  /** Edges that stay, ascending. */
  readonly edges: Int32Array;
}

/**
 * Prunes in GraphRAG's order (spec A6.2): ego node, degree, frequency, weight percentile, largest component. Our own
 * bound on edges per node comes last. Nodes that lose all their edges stay.
 */
export function pruneGraph(graph: EdgeList, parameters: PruneParameters): Pruned {
  const nodes = new Uint8Array(graph.frequencies.length).fill(1);
  const degrees = degreesOf(graph);
  if (parameters.remove_ego_nodes && degrees.length > 0) nodes[indexOfMax(degrees)] = 0;
  const tooMany = upperBound(degrees, parameters.max_node_degree_std);
  const tooOften = upperBound(
    graph.frequencies.filter((_, node) => nodes[node] === 1),
    parameters.max_node_freq_std,
  );
  for (let node = 0; node < nodes.length; node++) {
    const degree = degrees[node] ?? 0;
    const frequency = graph.frequencies[node] ?? 0;
    if (degree < parameters.min_node_degree || degree > tooMany) nodes[node] = 0;
    if (frequency < parameters.min_node_freq || frequency > tooOften) nodes[node] = 0;
  }
  let edges = keptEdges(graph, nodes);
  edges = abovePercentile(graph, edges, parameters.min_edge_weight_pct);
  if (parameters.lcc_only) {
    nodes.fill(0);
    for (const node of largestComponentOf(graph, edges)) nodes[node] = 1;
    edges = edges.filter((edge) => nodes[graph.low[edge] ?? -1] === 1);
  }
  return { nodes, edges: strongestPerNode(graph, edges, parameters.max_edges_per_node) };
}

function degreesOf(graph: EdgeList): Float64Array {
  const degrees = new Float64Array(graph.frequencies.length);
  for (let edge = 0; edge < graph.low.length; edge++) {
    for (const end of [graph.low[edge] ?? 0, graph.high[edge] ?? 0]) degrees[end] = (degrees[end] ?? 0) + 1;
  }
  return degrees;
}

function indexOfMax(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
}

/** Mean plus `deviations` population standard deviations; infinite when that is 0. */
function upperBound(values: Float64Array, deviations: number): number {
  if (deviations === 0 || values.length === 0) return Infinity;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return mean + deviations * Math.sqrt(variance);
}

function keptEdges(graph: EdgeList, nodes: Uint8Array): Int32Array {
  const all = Int32Array.from(graph.low.keys());
  return all.filter((edge) => nodes[graph.low[edge] ?? 0] === 1 && nodes[graph.high[edge] ?? 0] === 1);
}

/** Drops edges below the percentile of the given edges' weights, with linear interpolation as NumPy does. */
function abovePercentile(graph: EdgeList, edges: Int32Array, percent: number): Int32Array {
  if (percent === 0 || edges.length === 0) return edges;
  const sorted = Float64Array.from(edges, (edge) => graph.weight[edge] ?? 0).sort();
  const at = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? 0;
  const bound = below + (above - below) * (at - Math.floor(at));
  return edges.filter((edge) => (graph.weight[edge] ?? 0) >= bound);
}

/** Nodes of the largest component that these edges connect; none without edges. */
function largestComponentOf({ low, high, frequencies }: EdgeList, edges: Int32Array): Int32Array {
  if (edges.length === 0) return edges;
  const ends = (column: Int32Array): Int32Array => edges.map((edge) => column[edge] ?? 0);
  const weights = new Float64Array(edges.length).fill(1);
  return largestComponent(buildGraph(frequencies.length, ends(low), ends(high), weights));
}

function strongestPerNode(graph: EdgeList, edges: Int32Array, limit: number): Int32Array {
  if (limit === 0) return edges;
  const taken = new Int32Array(graph.frequencies.length);
  const take = (node: number): boolean => {
    const count = taken[node] ?? 0;
    if (count < limit) taken[node] = count + 1;
    return count < limit;
  };
  const byWeight = edges.toSorted((a, b) => (graph.weight[b] ?? 0) - (graph.weight[a] ?? 0) || a - b);
  const kept = byWeight.filter((edge) => {
    const low = take(graph.low[edge] ?? 0);
    return take(graph.high[edge] ?? 0) || low;
  });
  return kept.sort();
}
