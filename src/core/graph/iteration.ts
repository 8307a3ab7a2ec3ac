import type { Work } from '../work';
import { aggregate } from './aggregate';
import type { CsrGraph } from './csr';
import { moveNodes } from './local-moving';
import { compactLabels, compose, groupByLabel } from './partition';
import { randomOrder, sortedOrder } from './random';
import { refine } from './refinement';

/** Degrees told apart when nodes are ordered by degree. */
const DEGREES = 64;

export interface IterationOptions {
  readonly resolution: number;
  /** Only makes a start for another iteration: hubs first, for fewer visits, and without refinement. */
  readonly rough: boolean;
}

/** One iteration of Leiden from a partition: move, refine, aggregate, until every aggregated node stands alone. */
export function* improve(
  base: CsrGraph,
  from: Int32Array,
  random: () => number,
  { resolution, rough }: IterationOptions,
): Work<Int32Array> {
  let graph = base;
  let labels: Int32Array = from.slice();
  let nodeOf: Int32Array | undefined;
  for (;;) {
    const order = orderByDegree(graph, random, rough);
    yield* moveNodes(graph, labels, order, { resolution, reluctance: 0 });
    const count = compactLabels(labels);
    if (count === graph.nodes) break;
    const whole: Parts = { parts: labels, count };
    const { parts, count: left } = rough ? whole : yield* refinedParts(graph, whole, order, resolution);
    graph = aggregate(graph, parts, left);
    labels = labelsOfParts(parts, labels, left);
    nodeOf = nodeOf ? compose(nodeOf, parts) : parts;
    yield { done: base.nodes - left, total: base.nodes };
  }
  const result = nodeOf ? compose(nodeOf, labels) : labels;
  compactLabels(result);
  return result;
}

interface Parts {
  readonly parts: Int32Array;
  readonly count: number;
}

/** The refined communities, or the communities themselves where refinement leaves every node alone. */
function* refinedParts(graph: CsrGraph, whole: Parts, order: Int32Array, resolution: number): Work<Parts> {
  const parts = yield* refine(graph, whole.parts, order, resolution);
  const count = compactLabels(parts);
  if (count === graph.nodes) return whole;
  return { parts: numberedByCommunity(parts, whole.parts, count, whole.count), count };
}

/** All nodes by degree, equals in random order. Leaves first makes better communities, hubs first makes them sooner. */
function orderByDegree({ nodes, starts }: CsrGraph, random: () => number, hubsFirst: boolean): Int32Array {
  const keys = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) {
    const degree = Math.min(DEGREES, (starts[node + 1] ?? 0) - (starts[node] ?? 0));
    keys[node] = hubsFirst ? DEGREES - degree : degree;
  }
  return sortedOrder(randomOrder(nodes, random), keys);
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
