import { withStrengths, type CsrGraph } from './csr';
import { groupByLabel } from './partition';

/** The graph whose nodes are the communities of a compact partition. Weights between two communities add up; weights inside one become its loop. */
export function aggregate(graph: CsrGraph, labels: Int32Array, count: number): CsrGraph {
  return count * count <= graph.neighbours.length
    ? aggregateDense(graph, labels, count)
    : aggregateSparse(graph, labels, count);
}

/** For few communities: sums into a matrix, in the order in which the edges lie in memory. */
function aggregateDense(graph: CsrGraph, labels: Int32Array, count: number): CsrGraph {
  const { nodes, starts: from, neighbours: others, weights: values } = graph;
  const matrix = new Float64Array(count * count);
  for (let node = 0; node < nodes; node++) {
    const row = (labels[node] ?? 0) * count;
    const stop = from[node + 1] ?? 0;
    for (let i = from[node] ?? 0; i < stop; i++) {
      const at = row + (labels[others[i] ?? 0] ?? 0);
      matrix[at] = (matrix[at] ?? 0) + (values[i] ?? 0);
    }
    const diagonal = row + (labels[node] ?? 0);
    matrix[diagonal] = (matrix[diagonal] ?? 0) + 2 * (graph.loops[node] ?? 0);
  }
  return fromMatrix(matrix, count);
}

function fromMatrix(matrix: Float64Array, count: number): CsrGraph {
  const starts = new Int32Array(count + 1);
  const neighbours = new Int32Array(matrix.length);
  const weights = new Float64Array(matrix.length);
  const loops = new Float64Array(count);
  let next = 0;
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const weight = matrix[row * count + column] ?? 0;
      if (row === column) loops[row] = weight / 2;
      else if (weight > 0) {
        neighbours[next] = column;
        weights[next++] = weight;
      }
    }
    starts[row + 1] = next;
  }
  return withStrengths(starts, neighbours.subarray(0, next), weights.subarray(0, next), loops);
}

interface Sums {
  readonly graph: CsrGraph;
  readonly labels: Int32Array;
  /** Weight to each group from the one at hand; 0 for those it does not touch. */
  readonly sums: Float64Array;
  /** Rows of the groups, filled up to `next`. */
  readonly neighbours: Int32Array;
  next: number;
}

function aggregateSparse(graph: CsrGraph, labels: Int32Array, count: number): CsrGraph {
  const { starts: groupStarts, members } = groupByLabel(labels, count);
  const starts = new Int32Array(count + 1);
  const weights = new Float64Array(graph.weights.length);
  const loops = new Float64Array(count);
  const sums = new Float64Array(count);
  const neighbours = new Int32Array(graph.neighbours.length);
  const state: Sums = { graph, labels, sums, neighbours, next: 0 };
  for (let group = 0; group < count; group++) {
    let inside = 0;
    const end = groupStarts[group + 1] ?? 0;
    for (let m = groupStarts[group] ?? 0; m < end; m++) inside += addNode(state, members[m] ?? 0, group);
    for (let i = starts[group] ?? 0; i < state.next; i++) {
      const other = neighbours[i] ?? 0;
      weights[i] = sums[other] ?? 0;
      sums[other] = 0;
    }
    loops[group] = inside / 2;
    starts[group + 1] = state.next;
  }
  return withStrengths(starts, neighbours.subarray(0, state.next), weights.subarray(0, state.next), loops);
}

/** Adds a node's edges to the sums of its group. Returns the part of the group's strength that is within the group. */
function addNode(state: Sums, node: number, group: number): number {
  const { graph, labels, sums, neighbours } = state;
  let inside = 2 * (graph.loops[node] ?? 0);
  let next = state.next;
  const end = graph.starts[node + 1] ?? 0;
  for (let i = graph.starts[node] ?? 0; i < end; i++) {
    const other = labels[graph.neighbours[i] ?? 0] ?? 0;
    const weight = graph.weights[i] ?? 0;
    if (other === group) inside += weight;
    else {
      const sum = sums[other] ?? 0;
      if (sum === 0) neighbours[next++] = other;
      sums[other] = sum + weight;
    }
  }
  state.next = next;
  return inside;
}
