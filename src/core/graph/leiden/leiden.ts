import { asPart, finish, type Work } from '../../work';
import type { CsrGraph } from './csr';
import { eachAlone, connectedParts, modularity, compactLabels, compose, groupByLabel } from './partition';
import { randomNumbers, randomOrder, sortedOrder } from '../../random';
import { aggregate } from './aggregate';
import { moveNodes, type MoveOptions } from './local-moving';
import { updateWithinLimit } from './limited-update';
import { refine } from './refinement';

export interface ClusterOptions {
  /** Above 1 gives more and smaller communities; default 1. */
  readonly resolution?: number;
  /** Iterations of Leiden when there is no start; default 2. The first of several makes a rough start, unrefined. */
  readonly iterations?: number;
  readonly seed?: number;
  /** An earlier partition (labels ≥ 0) to change as little as needed. */
  readonly start?: Int32Array;
  /** Fits the start to its changed neighbourhood only, where too little has changed for another partition to be better by more than the tolerance. */
  readonly settled?: boolean;
}

/**
 * Communities by the Leiden algorithm (Traag, Waltman, van Eck 2019; greedy refinement): a label per node, numbered by first appearance. Every
 * community is connected. The same graph, seed and start give the same labels. A result that is the start of the same graph stays as it is.
 */
export function leiden(graph: CsrGraph, options: ClusterOptions = {}): Int32Array {
  return finish(leidenWork(graph, options));
}

/** `leiden` as work in slices. */
export function* leidenWork(graph: CsrGraph, options: ClusterOptions = {}): Work<Int32Array> {
  const fresh = (): Work<Int32Array> => freshPartition(graph, options);
  return options.start ? yield* warmStart(graph, options.start, options, fresh) : yield* fresh();
}

function* freshPartition(graph: CsrGraph, options: ClusterOptions): Work<Int32Array> {
  const { resolution = 1, iterations = 2, seed = 0 } = options;
  const random = randomNumbers(seed);
  let labels: Int32Array = eachAlone(graph.nodes);
  for (let round = 0; round < iterations; round++) {
    const rough = round === 0 && iterations > 1;
    const work = leidenIteration(graph, labels, random, { resolution, rough });
    labels = yield* asPart(work, round / (iterations + 1), (round + 1) / (iterations + 1));
  }
  return yield* asPart(settle(graph, labels, resolution), iterations / (iterations + 1), 1);
}

/** The reluctance of a settled partition, as a share of a node's strength. */
const RELUCTANCE = 0.05;
/** Modularity that an earlier partition may lie below a better one before it is updated. */
export const TOLERANCE = 0.008;
/** Modularity by which a fresh partition must be better to replace the earlier one, which is then of another graph. */
const FAR = 0.05;
/** Limited updates at most; one is usual. */
const MOST_ROUNDS = 20;
/** Steps of settling at most; four to six are usual. */
const MAX_STEPS = 60;

/**
 * Fits an earlier partition (labels ≥ 0) to the graph with few changes. While an iteration of Leiden gains more than
 * the tolerance, just enough of it is adopted. A fresh partition replaces the earlier one only when it is better by
 * far, or better than that iteration by more than the tolerance. An earlier result for the same graph comes back as it
 * is.
 */
function* warmStart(
  graph: CsrGraph,
  start: Int32Array,
  options: Pick<ClusterOptions, 'resolution' | 'seed' | 'settled'>,
  fresh: () => Work<Int32Array>,
): Work<Int32Array> {
  const { resolution = 1, seed = 0, settled = false } = options;
  const qualityOf = (labels: Int32Array): number => modularity(graph, labels, resolution);
  let kept = yield* settle(graph, connectedParts(graph, start), resolution);
  if (settled) return kept;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const improved = yield* leidenIteration(graph, kept, randomNumbers(seed), { resolution, rough: false });
    const [quality, best] = [qualityOf(kept), qualityOf(improved)];
    if (best <= quality + TOLERANCE) return kept;
    const other = yield* fresh();
    const otherwise = qualityOf(other);
    if (otherwise > Math.min(quality + FAR, best + TOLERANCE)) return other;
    const wanted = Math.max(best, otherwise) - TOLERANCE - quality;
    const enough = updateWithinLimit(graph, kept, improved, { resolution, wanted }) ?? improved;
    kept = yield* settle(graph, connectedParts(graph, enough), resolution);
  }
  return kept;
}

/**
 * Moves single nodes, splits communities that are not connected and moves whole communities, in turn, until none of the three changes
 * anything. The result is connected, compact and a fixed point: settling it again changes nothing.
 */
function* settle(graph: CsrGraph, from: Int32Array, resolution: number): Work<Int32Array> {
  const options = { resolution, reluctance: RELUCTANCE };
  const order = eachAlone(graph.nodes);
  const labels: Int32Array = from.slice();
  for (let step = 0, quiet = 0; step < MAX_STEPS; step++) {
    let changes = 0;
    if (step % 3 === 0) changes = yield* moveNodes(graph, labels, order, options);
    else if (step % 3 === 1) changes = splitCommunities(graph, labels);
    else changes = yield* mergeCommunities(graph, labels, options);
    quiet = changes === 0 ? quiet + 1 : 0;
    if (quiet === 3) return labels;
  }
  return connectedParts(graph, labels);
}

/** Separates, in place, communities that are not connected; returns how many more there are. */
function splitCommunities(graph: CsrGraph, labels: Int32Array): number {
  const before = compactLabels(labels);
  labels.set(connectedParts(graph, labels));
  return compactLabels(labels) - before;
}

/** Moves whole communities, in place, and makes the labels compact; returns the number of moves. */
function* mergeCommunities(graph: CsrGraph, labels: Int32Array, options: MoveOptions): Work<number> {
  const count = compactLabels(labels);
  const whole = eachAlone(count);
  const merges = yield* moveNodes(aggregate(graph, labels, count), whole, eachAlone(count), options);
  if (merges > 0) labels.set(compose(labels, whole));
  compactLabels(labels);
  return merges;
}

/** Degrees up to this are distinguished when nodes are ordered. */
const DEGREES = 64;

interface IterationOptions {
  readonly resolution: number;
  /** Only prepares another iteration: hubs first, for fewer visits, and without refinement. */
  readonly rough: boolean;
}

/** One iteration of Leiden from a partition: move, refine, aggregate, until every aggregated node is alone. */
function* leidenIteration(
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

/** Numbers the parts of a community consecutively, so that neighbours lie close in memory. */
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
