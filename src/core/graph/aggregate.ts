import { withStrengths, type CsrGraph } from './csr';
import { groupByLabel } from './partition';

/** The graph of communities of a compact partition: weights between two add up, weights inside one become its loop. */
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
  return withStrengths(starts, neighbours.slice(0, next), weights.slice(0, next), loops);
}

function aggregateSparse(graph: CsrGraph, labels: Int32Array, count: number): CsrGraph {
  const groups = groupByLabel(labels, count);
  const { starts: from, neighbours: others, weights: values } = graph;
  const { starts: groupStarts, members } = groups;
  const starts = new Int32Array(count + 1);
  const neighbours = new Int32Array(graph.neighbours.length);
  const weights = new Float64Array(graph.weights.length);
  const loops = new Float64Array(count);
  const sums = new Float64Array(count);
  let next = 0;
  for (let group = 0; group < count; group++) {
    const first = next;
    let inside = 0;
    const end = groupStarts[group + 1] ?? 0;
    for (let m = groupStarts[group] ?? 0; m < end; m++) {
      const node = members[m] ?? 0;
      inside += 2 * (graph.loops[node] ?? 0);
      const stop = from[node + 1] ?? 0;
      for (let i = from[node] ?? 0; i < stop; i++) {
        const other = labels[others[i] ?? 0] ?? 0;
        const weight = values[i] ?? 0;
        if (other === group) inside += weight;
        else {
          const sum = sums[other] ?? 0;
          if (sum === 0) neighbours[next++] = other;
          sums[other] = sum + weight;
        }
      }
    }
    for (let i = first; i < next; i++) {
      const other = neighbours[i] ?? 0;
      weights[i] = sums[other] ?? 0;
      sums[other] = 0;
    }
    loops[group] = inside / 2;
    starts[group + 1] = next;
  }
  return withStrengths(starts, neighbours.slice(0, next), weights.slice(0, next), loops);
}
