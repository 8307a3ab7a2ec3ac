import { finish, type Work } from '../work';
import { aggregate } from './aggregate';
import type { CsrGraph } from './csr';
import { moveNodes } from './local-moving';
import { compactLabels, compose, eachAlone, groupByLabel } from './partition';
import { randomNumbers, randomOrder } from './random';
import { refine } from './refinement';
import { keptPartition, settle } from './warm-start';

export interface ClusterOptions {
  /** Above 1 gives more and smaller communities; default 1. */
  readonly resolution?: number;
  /** Full runs of Leiden when there is no start; default 2. */
  readonly iterations?: number;
  readonly seed?: number;
  /** An earlier partition (labels ≥ 0) to change as little as needed. */
  readonly start?: Int32Array;
}

/**
 * Communities by the Leiden algorithm (Traag, Waltman, van Eck 2019; greedy refinement): a label per node, numbered by
 * first appearance. Every community is connected; the same graph, seed and start give the same labels, and a result
 * given back as the start of the same graph stays as it is.
 */
export function leiden(graph: CsrGraph, options: ClusterOptions = {}): Int32Array {
  return finish(leidenWork(graph, options));
}

/** `leiden` in slices. */
export function* leidenWork(graph: CsrGraph, options: ClusterOptions = {}): Work<Int32Array> {
  const fresh = yield* freshPartition(graph, options);
  return options.start ? yield* keptPartition(graph, fresh, options.start, options) : fresh;
}

function* freshPartition(graph: CsrGraph, options: ClusterOptions): Work<Int32Array> {
  const { resolution = 1, iterations = 2, seed = 0 } = options;
  const random = randomNumbers(seed);
  let labels: Int32Array = eachAlone(graph.nodes);
  for (let round = 0; round < iterations; round++) labels = yield* improve(graph, labels, random, resolution);
  return yield* settle(graph, labels, resolution);
}

/** One iteration of Leiden from a partition: move, refine, aggregate, until every aggregated node stands alone. */
function* improve(base: CsrGraph, from: Int32Array, random: () => number, resolution: number): Work<Int32Array> {
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
