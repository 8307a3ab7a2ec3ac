import type { Work } from '../work';
import { aggregate } from './aggregate';
import type { CsrGraph } from './csr';
import { moveNodes } from './local-moving';
import { compactLabels, compose, groupByLabel } from './partition';
import { randomOrder } from './random';
import { refine } from './refinement';

/** One iteration of Leiden from a partition: move, refine, aggregate, until every aggregated node stands alone. */
export function* improve(base: CsrGraph, from: Int32Array, random: () => number, resolution: number): Work<Int32Array> {
  let graph = base;
  let labels: Int32Array = from.slice();
  let nodeOf: Int32Array | undefined;
  for (;;) {
    const order = randomOrder(graph.nodes, random);
    yield* moveNodes(graph, labels, order, { resolution, reluctance: 0 });
    const communities = compactLabels(labels);
    if (communities === graph.nodes) break;
    let parts = yield* refine(graph, labels, order, resolution);
    let count = compactLabels(parts);
    if (count === graph.nodes) [parts, count] = [labels, communities];
    else parts = numberedByCommunity(parts, labels, count, communities);
    graph = aggregate(graph, parts, count);
    labels = labelsOfParts(parts, labels, count);
    nodeOf = nodeOf ? compose(nodeOf, parts) : parts;
    yield { done: base.nodes - count, total: base.nodes };
  }
  const result = nodeOf ? compose(nodeOf, labels) : labels;
  compactLabels(result);
  return result;
}

/** Gives parts of a community numbers that follow each other: neighbours then lie close in memory. */
function numberedByCommunity(parts: Int32Array, labels: Int32Array, count: number, communities: number): Int32Array {
  const { members } = groupByLabel(labelsOfParts(parts, labels, count), communities);
  const numbers = new Int32Array(count);
  for (let number = 0; number < count; number++) numbers[members[number] ?? 0] = number;
  return compose(parts, numbers);
}

function labelsOfParts(parts: Int32Array, labels: Int32Array, count: number): Int32Array {
  const result = new Int32Array(count);
  for (let node = 0; node < parts.length; node++) result[parts[node] ?? 0] = labels[node] ?? 0;
  return result;
}
