import type { Work } from '../../work';
import type { CsrGraph } from './csr';
import { labelStrengths, weightInside } from './partition';

/** Parameters of a move. */
export interface MoveOptions {
  readonly resolution: number;
  /** Share of a node's strength that a move must gain; keeps a settled partition from moving for a tiny gain. */
  readonly reluctance: number;
}

/** Node visits between two yields: about a millisecond. */
const VISITS = 4096;
/** Below this share of a node's strength a gain is rounding error. */
const ROUNDING = 1e-9;

interface Moving {
  readonly graph: CsrGraph;
  readonly labels: Int32Array;
  /** Per community: summed strengths and number of nodes. */
  readonly strengths: Float64Array;
  readonly sizes: Int32Array;
  /** Weight from the visited node to each community; 0 for those it does not touch. */
  readonly weightTo: Float64Array;
  readonly touched: Int32Array;
  /** A ring of the nodes to visit. */
  readonly queue: Int32Array;
  readonly queued: Uint8Array;
  /** Labels that no node has. */
  readonly empty: Int32Array;
  readonly scale: number;
  readonly reluctance: number;
  emptyCount: number;
  head: number;
  waiting: number;
  moved: number;
}

/**
 * Moves nodes, in place, to the neighbouring (or an empty) community of highest gain until no move is worth it. Only the neighbours of moved
 * nodes are visited again (Traag et al. 2019, fast local move). Returns the number of moves.
 */
export function* moveNodes(graph: CsrGraph, labels: Int32Array, order: Int32Array, options: MoveOptions): Work<number> {
  const state = startMoving(graph, labels, order, options);
  while (state.waiting > 0) {
    moveSome(state, VISITS);
    yield { done: graph.nodes - state.waiting, total: graph.nodes };
  }
  return state.moved;
}

function startMoving(graph: CsrGraph, labels: Int32Array, order: Int32Array, options: MoveOptions): Moving {
  const { nodes } = graph;
  const sizes = new Int32Array(nodes);
  for (const label of labels) sizes[label] = (sizes[label] ?? 0) + 1;
  const empty = new Int32Array(nodes + 1);
  let emptyCount = 0;
  for (let label = nodes - 1; label >= 0; label--) if (sizes[label] === 0) empty[emptyCount++] = label;
  return {
    graph,
    labels,
    strengths: labelStrengths(graph, labels, nodes),
    sizes,
    weightTo: new Float64Array(nodes),
    touched: new Int32Array(nodes),
    queue: order.slice(),
    queued: new Uint8Array(nodes).fill(1),
    empty,
    scale: options.resolution / graph.total,
    reluctance: Math.max(options.reluctance, ROUNDING),
    emptyCount,
    head: 0,
    waiting: graph.total > 0 ? nodes : 0,
    moved: 0,
  };
}

function moveSome(state: Moving, visits: number): void {
  const { queue, queued, labels } = state;
  for (let visit = 0; visit < visits && state.waiting > 0; visit++) {
    const node = queue[state.head] ?? 0;
    state.head = state.head + 1 === queue.length ? 0 : state.head + 1;
    state.waiting--;
    queued[node] = 0;
    const target = bestCommunity(state, node);
    if (target !== labels[node]) move(state, node, target);
  }
}

/** The community that gains most, or the node's own when no other gains more than its reluctance. */
function bestCommunity(state: Moving, node: number): number {
  const { graph, labels, strengths, sizes } = state;
  const own = labels[node] ?? 0;
  const strength = graph.strengths[node] ?? 0;
  const inside = sizes[own] === 1 ? 0 : weightInside(graph, labels, node);
  const stay = inside - strength * state.scale * ((strengths[own] ?? 0) - strength) + state.reluctance * strength;
  const outside = strength - 2 * (graph.loops[node] ?? 0) - inside;
  if (outside <= stay) return own;
  const alone = stay < 0 && (sizes[own] ?? 0) > 1;
  return alone
    ? bestOther(state, node, state.empty[state.emptyCount - 1] ?? own, 0)
    : bestOther(state, node, own, stay);
}

/** The neighbouring community, not the node's own, that gains most and more than the best known. */
function bestOther(state: Moving, node: number, best: number, bestGain: number): number {
  const { graph, labels, strengths, weightTo, touched } = state;
  const { starts, neighbours, weights } = graph;
  const own = labels[node] ?? 0;
  const end = starts[node + 1] ?? 0;
  let count = 0;
  for (let i = starts[node] ?? 0; i < end; i++) {
    const label = labels[neighbours[i] ?? 0] ?? 0;
    if (label === own) continue;
    const sum = weightTo[label] ?? 0;
    if (sum === 0) touched[count++] = label;
    weightTo[label] = sum + (weights[i] ?? 0);
  }
  const cost = (graph.strengths[node] ?? 0) * state.scale;
  for (let i = 0; i < count; i++) {
    const label = touched[i] ?? 0;
    const gain = (weightTo[label] ?? 0) - cost * (strengths[label] ?? 0);
    weightTo[label] = 0;
    if (gain <= bestGain) continue;
    best = label;
    bestGain = gain;
  }
  return best;
}

function move(state: Moving, node: number, target: number): void {
  const { graph, labels, strengths, sizes, queue, queued } = state;
  const own = labels[node] ?? 0;
  const strength = graph.strengths[node] ?? 0;
  if (sizes[target] === 0) state.emptyCount--;
  labels[node] = target;
  strengths[own] = (strengths[own] ?? 0) - strength;
  strengths[target] = (strengths[target] ?? 0) + strength;
  sizes[own] = (sizes[own] ?? 0) - 1;
  sizes[target] = (sizes[target] ?? 0) + 1;
  if (sizes[own] === 0) {
    strengths[own] = 0;
    state.empty[state.emptyCount++] = own;
  }
  state.moved++;
  const end = graph.starts[node + 1] ?? 0;
  for (let i = graph.starts[node] ?? 0; i < end; i++) {
    const other = graph.neighbours[i] ?? 0;
    if (queued[other] === 1 || labels[other] === target) continue;
    queued[other] = 1;
    const at = state.head + state.waiting;
    queue[at < queue.length ? at : at - queue.length] = other;
    state.waiting++;
  }
}
