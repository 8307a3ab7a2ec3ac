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
  const byHigherEnd = rowsOfEdges(nodes, source, target, weight);
  return mirrored(nodes, mergeParallel(nodes, transposed(nodes, byHigherEnd)));
}

/** Completes a graph from its rows and loops. */
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

interface Rows {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

const emptyRows = (starts: Int32Array): Rows => {
  const entries = starts[starts.length - 1] ?? 0;
  return { starts, columns: new Int32Array(entries), values: new Float64Array(entries) };
};

/** Turns counts, each one place after its row, into the starts of the rows. */
function startsOf(counts: Int32Array): Int32Array {
  for (let row = 1; row < counts.length; row++) counts[row] = (counts[row] ?? 0) + (counts[row - 1] ?? 0);
  return counts;
}

/** Every edge once, in the row of its higher end. */
function rowsOfEdges(nodes: number, source: Int32Array, target: Int32Array, weight: Float64Array): Rows {
  const counts = new Int32Array(nodes + 1);
  for (let edge = 0; edge < source.length; edge++) {
    const high = Math.max(source[edge] ?? 0, target[edge] ?? 0) + 1;
    counts[high] = (counts[high] ?? 0) + 1;
  }
  const rows = emptyRows(startsOf(counts));
  const next = rows.starts.slice(0, nodes);
  for (let edge = 0; edge < source.length; edge++) {
    const from = source[edge] ?? 0;
    const to = target[edge] ?? 0;
    const high = Math.max(from, to);
    const at = next[high] ?? 0;
    rows.columns[at] = Math.min(from, to);
    rows.values[at] = weight[edge] ?? 0;
    next[high] = at + 1;
  }
  return rows;
}

/** The transposed matrix; its rows come out ascending. */
function transposed(nodes: number, { starts, columns, values }: Rows): Rows {
  const counts = new Int32Array(nodes + 1);
  for (let i = 0; i < columns.length; i++) {
    const after = (columns[i] ?? 0) + 1;
    counts[after] = (counts[after] ?? 0) + 1;
  }
  const result = emptyRows(startsOf(counts));
  const next = result.starts.slice(0, nodes);
  for (let row = 0; row < nodes; row++) {
    const end = starts[row + 1] ?? 0;
    for (let i = starts[row] ?? 0; i < end; i++) {
      const column = columns[i] ?? 0;
      const at = next[column] ?? 0;
      result.columns[at] = row;
      result.values[at] = values[i] ?? 0;
      next[column] = at + 1;
    }
  }
  return result;
}

/** Sums runs of the same column, smallest value first, so that rounding does not depend on the order of the rows. */
function mergeParallel(nodes: number, { starts, columns, values }: Rows): Rows {
  const merged = new Int32Array(nodes + 1);
  let next = 0;
  for (let row = 0; row < nodes; row++) {
    const end = starts[row + 1] ?? 0;
    for (let i = starts[row] ?? 0; i < end;) {
      const column = columns[i] ?? 0;
      let stop = i + 1;
      while (stop < end && columns[stop] === column) stop++;
      const sum = stop === i + 1 ? (values[i] ?? 0) : sumSorted(values.subarray(i, stop));
      columns[next] = column;
      values[next++] = sum;
      i = stop;
    }
    merged[row + 1] = next;
  }
  return { starts: merged, columns: columns.subarray(0, next), values: values.subarray(0, next) };
}

function sumSorted(values: Float64Array): number {
  return values.sort().reduce((sum, value) => sum + value, 0);
}

/** The graph of a matrix of edges in the row of their lower end. When a row is written, all its lower neighbours are in it already. */
function mirrored(nodes: number, { starts, columns, values }: Rows): CsrGraph {
  const rows = emptyRows(startsOf(countBoth(nodes, starts, columns)));
  const { columns: neighbours, values: weights } = rows;
  const loops = new Float64Array(nodes);
  const next = rows.starts.slice(0, nodes);
  for (let row = 0; row < nodes; row++) {
    const end = starts[row + 1] ?? 0;
    let own = next[row] ?? 0;
    for (let i = starts[row] ?? 0; i < end; i++) {
      const column = columns[i] ?? 0;
      const value = values[i] ?? 0;
      if (column === row) {
        loops[row] = value;
        continue;
      }
      const at = next[column] ?? 0;
      neighbours[own] = column;
      weights[own++] = value;
      neighbours[at] = row;
      weights[at] = value;
      next[column] = at + 1;
    }
  }
  return withStrengths(rows.starts, neighbours, weights, loops);
}

/** Neighbours of each node, loops left out, one place after it. */
function countBoth(nodes: number, starts: Int32Array, columns: Int32Array): Int32Array {
  const counts = new Int32Array(nodes + 1);
  for (let row = 0; row < nodes; row++) {
    const end = starts[row + 1] ?? 0;
    for (let i = starts[row] ?? 0; i < end; i++) {
      const column = columns[i] ?? 0;
      if (column === row) continue;
      counts[row + 1] = (counts[row + 1] ?? 0) + 1;
      counts[column + 1] = (counts[column + 1] ?? 0) + 1;
    }
  }
  return counts;
}

/**
 * The graph that some nodes induce: node i of it is nodes[i], loops are kept, strengths and total are recomputed.
 * `scratch` has one entry per node of the graph, all −1, and is given back like that.
 */
export function inducedGraph(graph: CsrGraph, nodes: Int32Array, scratch: Int32Array): CsrGraph {
  for (let i = 0; i < nodes.length; i++) scratch[nodes[i] ?? 0] = i;
  const starts = new Int32Array(nodes.length + 1);
  const room = nodes.reduce((sum, node) => sum + (graph.starts[node + 1] ?? 0) - (graph.starts[node] ?? 0), 0);
  const neighbours = new Int32Array(room);
  const weights = new Float64Array(room);
  const loops = new Float64Array(nodes.length);
  let next = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    const end = graph.starts[node + 1] ?? 0;
    for (let j = graph.starts[node] ?? 0; j < end; j++) {
      const other = scratch[graph.neighbours[j] ?? 0] ?? -1;
      if (other < 0) continue;
      neighbours[next] = other;
      weights[next++] = graph.weights[j] ?? 0;
    }
    starts[i + 1] = next;
    loops[i] = graph.loops[node] ?? 0;
  }
  for (const node of nodes) scratch[node] = -1;
  return withStrengths(starts, neighbours.slice(0, next), weights.slice(0, next), loops);
}
