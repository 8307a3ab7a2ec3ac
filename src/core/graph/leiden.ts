import { finish, type Work } from '../work';
import type { CsrGraph } from './csr';
import { improve } from './iteration';
import { eachAlone } from './partition';
import { randomNumbers } from './random';
import { keptPartition, settle } from './warm-start';

export interface ClusterOptions {
  /** Above 1 gives more and smaller communities; default 1. */
  readonly resolution?: number;
  /** Iterations of Leiden when there is no start; default 2. The first of several makes a rough start, unrefined. */
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
  const fresh = (): Work<Int32Array> => freshPartition(graph, options);
  return options.start ? yield* keptPartition(graph, options.start, options, fresh) : yield* fresh();
}

function* freshPartition(graph: CsrGraph, options: ClusterOptions): Work<Int32Array> {
  const { resolution = 1, iterations = 2, seed = 0 } = options;
  const random = randomNumbers(seed);
  let labels: Int32Array = eachAlone(graph.nodes);
  for (let round = 0; round < iterations; round++) {
    const rough = round === 0 && iterations > 1;
    labels = yield* improve(graph, labels, random, { resolution, rough });
  }
  return yield* settle(graph, labels, resolution);
}
