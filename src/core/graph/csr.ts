/**
 * An undirected weighted graph in compressed rows: the neighbours of node v are neighbours[starts[v]…starts[v+1]−1],
 * ascending in graphs from buildGraph, each edge once in both of its rows. Self loops are kept apart, with one rule for
 * every graph made from this one (induced, aggregated): a loop of weight w counts 2w in its node's strength.
 */
export interface CsrGraph {
  readonly nodes: number;
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
  readonly weights: Float64Array;
  /** Weight of each node's self loop, 0 without one. */
  readonly loops: Float64Array;
  /** Sum of a node's edge weights plus twice its loop. */
  readonly strengths: Float64Array;
  /** Sum of all strengths: 2m of the modularity formula. */
  readonly total: number;
}

/**
 * Builds a graph from edge columns. Parallel and reversed edges add up; the result does not depend on the order of the
 * rows, to the last bit. Throws RangeError for an end outside 0…nodes−1 or a weight that is not finite and positive.
 */
export function buildGraph(nodes: number, source: Int32Array, target: Int32Array, weight: Float64Array): CsrGraph {
  checkEdges(nodes, source, target, weight);
  const rows = fillRows(nodes, source, target, weight);
  return graphOf(nodes, ...mergeParallel(nodes, ...sortRows(nodes, ...rows)));
}

/** Adds strengths and total to rows whose loops are entries of a row with itself. */
function graphOf(nodes: number, starts: Int32Array, neighbours: Int32Array, weights: Float64Array): CsrGraph {
  const loops = new Float64Array(nodes);
  const kept = new Int32Array(nodes + 1);
  let next = 0;
  for (let node = 0; node < nodes; node++) {
    for (let i = starts[node] ?? 0; i < (starts[node + 1] ?? 0); i++) {
      const other = neighbours[i] ?? 0;
      const value = weights[i] ?? 0;
      if (other === node) loops[node] = value;
      else {
        neighbours[next] = other;
        weights[next++] = value;
      }
    }
    kept[node + 1] = next;
  }
  return withStrengths(kept, neighbours.subarray(0, next), weights.subarray(0, next), loops);
}

/** Completes a graph whose rows and loops are known. */
export function withStrengths(
  starts: Int32Array,
  neighbours: Int32Array,
  weights: Float64Array,
  loops: Float64Array,
): CsrGraph {
  const nodes = loops.length;
  const strengths = new Float64Array(nodes);
  let total = 0;
  for (let node = 0; node < nodes; node++) {
    let strength = 2 * (loops[node] ?? 0);
    const end = starts[node + 1] ?? 0;
    for (let i = starts[node] ?? 0; i < end; i++) strength += weights[i] ?? 0;
    strengths[node] = strength;
    total += strength;
  }
  return { nodes, starts, neighbours, weights, loops, strengths, total };
}

function checkEdges(nodes: number, source: Int32Array, target: Int32Array, weight: Float64Array): void {
  if (source.length !== target.length || source.length !== weight.length) {
    throw new RangeError(`Edge columns differ in length: ${source.length}, ${target.length}, ${weight.length}.`);
  }
  for (let edge = 0; edge < weight.length; edge++) {
    const value = weight[edge] ?? 0;
    if (!(value > 0 && value < Infinity)) throw new RangeError(`Edge ${edge} has weight ${value}.`);
    const low = source[edge] ?? 0;
    const high = target[edge] ?? 0;
    if (low < 0 || high < 0 || low >= nodes || high >= nodes) {
      throw new RangeError(`Edge ${edge} connects ${low} and ${high}, outside 0 to ${nodes - 1}.`);
    }
  }
}

type Rows = [starts: Int32Array, neighbours: Int32Array, weights: Float64Array];

/** Every edge in the rows of both ends, a loop once, unsorted. */
function fillRows(nodes: number, source: Int32Array, target: Int32Array, weight: Float64Array): Rows {
  const starts = new Int32Array(nodes + 1);
  for (let edge = 0; edge < source.length; edge++) {
    const low = source[edge] ?? 0;
    const high = target[edge] ?? 0;
    starts[low + 1] = (starts[low + 1] ?? 0) + 1;
    if (low !== high) starts[high + 1] = (starts[high + 1] ?? 0) + 1;
  }
  for (let node = 0; node < nodes; node++) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0);
  const neighbours = new Int32Array(starts[nodes] ?? 0);
  const weights = new Float64Array(neighbours.length);
  const next = starts.slice(0, nodes);
  const put = (row: number, other: number, value: number): void => {
    const at = next[row] ?? 0;
    neighbours[at] = other;
    weights[at] = value;
    next[row] = at + 1;
  };
  for (let edge = 0; edge < source.length; edge++) {
    const low = source[edge] ?? 0;
    const high = target[edge] ?? 0;
    put(low, high, weight[edge] ?? 0);
    if (low !== high) put(high, low, weight[edge] ?? 0);
  }
  return [starts, neighbours, weights];
}

/** Sorts the rows of a symmetric matrix by transposing it: row r is appended to its columns for ascending r. */
function sortRows(nodes: number, starts: Int32Array, neighbours: Int32Array, weights: Float64Array): Rows {
  const sorted = new Int32Array(neighbours.length);
  const values = new Float64Array(weights.length);
  const next = starts.slice(0, nodes);
  for (let row = 0; row < nodes; row++) {
    const end = starts[row + 1] ?? 0;
    for (let i = starts[row] ?? 0; i < end; i++) {
      const column = neighbours[i] ?? 0;
      const at = next[column] ?? 0;
      sorted[at] = row;
      values[at] = weights[i] ?? 0;
      next[column] = at + 1;
    }
  }
  return [starts, sorted, values];
}

/** Sums runs of the same neighbour, smallest weight first, so that rounding does not depend on the order of the rows. */
function mergeParallel(nodes: number, starts: Int32Array, neighbours: Int32Array, weights: Float64Array): Rows {
  const merged = new Int32Array(nodes + 1);
  let next = 0;
  for (let node = 0; node < nodes; node++) {
    const end = starts[node + 1] ?? 0;
    for (let i = starts[node] ?? 0; i < end;) {
      const other = neighbours[i] ?? 0;
      let stop = i + 1;
      while (stop < end && neighbours[stop] === other) stop++;
      const sum = stop === i + 1 ? (weights[i] ?? 0) : sumSorted(weights.subarray(i, stop));
      neighbours[next] = other;
      weights[next++] = sum;
      i = stop;
    }
    merged[node + 1] = next;
  }
  return [merged, neighbours, weights];
}

function sumSorted(values: Float64Array): number {
  return values.sort().reduce((sum, value) => sum + value, 0);
}
