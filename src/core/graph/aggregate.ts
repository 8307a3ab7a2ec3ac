import { withStrengths, type CsrGraph } from './csr';
import { groupByLabel } from './partition';

/** The graph of communities of a compact partition: weights between two add up, weights inside one become its loop. */
export function aggregate(graph: CsrGraph, labels: Int32Array, count: number): CsrGraph {
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
