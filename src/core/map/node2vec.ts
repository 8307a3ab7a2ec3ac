import { randomNumbers, randomOrder } from '../random';
import type { LayoutGraph } from '../ports/layout';
import type { Work } from '../work';

/**
 * Parameters of walks and of learning from them. GraphRAG's `embed_graph` has 1536 numbers per node, 10 walks of 40;
 * fewer suffice for a picture.
 */
export const NODE2VEC = { dims: 32, walks: 8, length: 20, window: 2, negative: 3, rounds: 1, rate: 0.05, seed: 86 };

/**
 * Vectors of entities, so that those with the same company are alike. Random walks go along relationships by weight (node2vec with p = q = 1, Grover
 * and Leskovec 2016). Skip-gram with negative samples reads them as sentences (Mikolov et al. 2013). Row-major, `dims` numbers for each of `rows`;
 * the same for the same graph. Linear in the rows: about a second for 3,000.
 */
export function* node2vec(graph: LayoutGraph, rows: Int32Array, options = NODE2VEC): Work<Float32Array> {
  const random = randomNumbers(options.seed);
  const { dims, rounds, walks, length } = options;
  const place = new Int32Array(graph.home.length).fill(-1);
  for (const [at, row] of rows.entries()) place[row] = at;
  const skipGram = createSkipGram(rows.length, options, random);
  const walk = new Int32Array(length);
  const total = rounds * walks;
  for (let turn = 0; turn < total; turn++) {
    const rate = options.rate * Math.max(0.05, 1 - turn / total);
    for (const [at, first] of randomOrder(rows.length, random).entries()) {
      walkFrom(graph, rows[first] ?? 0, walk, random);
      skipGram.learn(
        walk.map((row) => place[row] ?? -1),
        rate,
      );
      if (at % 64 === 0) yield { done: turn + at / rows.length, total };
    }
  }
  return skipGram.vectors.subarray(0, rows.length * dims);
}

/** Fills a walk; each step goes along a relationship that is drawn by its weight. */
function walkFrom(
  { starts, neighbours, weights }: LayoutGraph,
  first: number,
  walk: Int32Array,
  random: () => number,
): void {
  let here = first;
  for (let step = 0; step < walk.length; step++) {
    walk[step] = here;
    const [from, to] = [starts[here] ?? 0, starts[here + 1] ?? 0];
    let sum = 0;
    for (let link = from; link < to; link++) sum += weights[link] ?? 0;
    let left = random() * sum;
    let next = here;
    for (let link = from; link < to && left >= 0; link++) {
      left -= weights[link] ?? 0;
      next = neighbours[link] ?? here;
    }
    here = next;
  }
}

interface SkipGram {
  readonly vectors: Float32Array;
  /** Makes the vectors of what stands near each other in a walk more alike, and those of others less. */
  learn(walk: Int32Array, rate: number): void;
}

function createSkipGram(count: number, { dims, window, negative }: typeof NODE2VEC, random: () => number): SkipGram {
  const vectors = Float32Array.from({ length: count * dims }, () => (random() - 0.5) / dims);
  const contexts = new Float32Array(count * dims);
  const change = new Float32Array(dims);
  /** One step of logistic regression; gathers in `change` what the vector at `from` learns. */
  const step = (from: number, to: number, label: number, rate: number): void => {
    let dot = 0;
    for (let at = 0; at < dims; at++) dot += (vectors[from + at] ?? 0) * (contexts[to + at] ?? 0);
    const gradient = rate * (label - 1 / (1 + Math.exp(-dot)));
    for (let at = 0; at < dims; at++) {
      change[at] = (change[at] ?? 0) + gradient * (contexts[to + at] ?? 0);
      contexts[to + at] = (contexts[to + at] ?? 0) + gradient * (vectors[from + at] ?? 0);
    }
  };
  const pair = (one: number, other: number, rate: number): void => {
    const from = one * dims;
    change.fill(0);
    step(from, other * dims, 1, rate);
    for (let sample = 0; sample < negative; sample++) {
      const strange = Math.floor(random() * count);
      if (strange !== other) step(from, strange * dims, 0, rate);
    }
    for (let at = 0; at < dims; at++) vectors[from + at] = (vectors[from + at] ?? 0) + (change[at] ?? 0);
  };
  return {
    vectors,
    learn: (walk, rate) => {
      for (const [at, one] of walk.entries()) {
        for (let near = Math.max(0, at - window); near <= Math.min(walk.length - 1, at + window); near++) {
          const other = walk[near] ?? -1;
          if (near !== at && one >= 0 && other >= 0 && one !== other) pair(one, other, rate);
        }
      }
    },
  };
}
