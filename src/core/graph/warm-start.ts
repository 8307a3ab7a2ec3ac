import type { Work } from '../work';
import { aggregate } from './aggregate';
import { connectedParts } from './components';
import type { CsrGraph } from './csr';
import { improve } from './iteration';
import { moveNodes, type MoveOptions } from './local-moving';
import { modularity } from './modularity';
import { compactLabels, compose, eachAlone } from './partition';
import { randomNumbers } from './random';
import { takeOver } from './take-over';

/** What a settled partition resists, as a share of a node's strength. */
const RELUCTANCE = 0.05;
/** Modularity that an earlier partition may lie below a better one before it is given up. */
const TOLERANCE = 0.008;
/** Modularity by which a fresh partition must be better to be taken as a whole: the earlier one is then of another graph. */
const FAR = 0.05;
/** Times that some of what there is to gain is taken; one is usual, and each gains. */
const MOST_ROUNDS = 20;
/** Steps after which settling is given up; four to six are usual. */
const MAX_STEPS = 60;

/**
 * An earlier partition (labels ≥ 0) fitted to the graph with as few changes as needed. An iteration of Leiden tells what there is to gain:
 * while that is more than the tolerance, just enough of it is taken over. A fresh partition is taken only when it is better by far, or than
 * that iteration by more than the tolerance. An earlier result for the same graph comes back as it is.
 */
export function* keptPartition(
  graph: CsrGraph,
  start: Int32Array,
  options: { readonly resolution?: number; readonly seed?: number },
  fresh: () => Work<Int32Array>,
): Work<Int32Array> {
  const { resolution = 1, seed = 0 } = options;
  const qualityOf = (labels: Int32Array): number => modularity(graph, labels, resolution);
  let kept = yield* settle(graph, connectedParts(graph, start), resolution);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const improved = yield* improve(graph, kept, randomNumbers(seed), { resolution, rough: false });
    const [quality, best] = [qualityOf(kept), qualityOf(improved)];
    if (best <= quality + TOLERANCE) return kept;
    const other = yield* fresh();
    const otherwise = qualityOf(other);
    if (otherwise > Math.min(quality + FAR, best + TOLERANCE)) return other;
    const wanted = Math.max(best, otherwise) - TOLERANCE - quality;
    const enough = takeOver(graph, kept, improved, { resolution, wanted }) ?? improved;
    kept = yield* settle(graph, connectedParts(graph, enough), resolution);
  }
  return kept;
}

/**
 * Moves single nodes, splits what is not connected and moves whole communities, in turn, until none of the three changes
 * anything; the result is connected, compact and a fixed point: settling it again changes nothing.
 */
export function* settle(graph: CsrGraph, from: Int32Array, resolution: number): Work<Int32Array> {
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
