import type { Work } from '../work';
import { aggregate } from './aggregate';
import { connectedParts } from './components';
import type { CsrGraph } from './csr';
import { improve } from './iteration';
import { moveNodes, type MoveOptions } from './local-moving';
import { modularity } from './modularity';
import { compactLabels, compose, eachAlone } from './partition';
import { randomNumbers } from './random';

/** What a settled partition resists, as a share of a node's strength. */
const RELUCTANCE = 0.05;
/** Modularity that an earlier partition may lie below a better one before it is given up. */
const TOLERANCE = 0.005;
/** Steps after which settling is given up; four to six are usual. */
const MAX_STEPS = 60;

/**
 * An earlier partition (labels ≥ 0) fitted to the graph with as few changes as needed. An iteration of Leiden tells what
 * there is to gain: only when that is more than the tolerance is a fresh one made, and taken if it is better by as much.
 * An earlier result for the same graph comes back as it is.
 */
export function* keptPartition(
  graph: CsrGraph,
  start: Int32Array,
  options: { readonly resolution?: number; readonly seed?: number },
  fresh: () => Work<Int32Array>,
): Work<Int32Array> {
  const { resolution = 1, seed = 0 } = options;
  const kept = yield* settle(graph, connectedParts(graph, start), resolution);
  const enough = modularity(graph, kept, resolution) + TOLERANCE;
  const improved = yield* improve(graph, kept, randomNumbers(seed), { resolution, rough: false });
  if (modularity(graph, improved, resolution) <= enough) return kept;
  const other = yield* fresh();
  return modularity(graph, other, resolution) > enough ? other : kept;
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
