import { randomNumbers, randomOrder } from '../random';
import { byteVectors, codeProduct, type ByteVectors } from './byte-vectors';
import { topK } from './top-k';

/** Rows that are near each other. */
export interface Cluster {
  /** Mean direction of its rows, of length 1; zeros where it has none. */
  readonly centroid: Float32Array;
  /** Numbers of the rows, rising; never empty. */
  readonly rows: Uint32Array;
}

/** Options of clustering. */
interface ClusterOptions {
  /** Clusters that are aimed at; there may be a few more or fewer. */
  readonly count: number;
  /** Rows of a cluster at most; at least 1. */
  readonly largest: number;
  readonly seed: number;
}

/** Up to so many clusters are found at once; of more, first the square root, and within each its share. */
const AT_ONCE = 128;
/** Rows from which each centroid is learnt, and rounds of learning: as inverted files do it (Jégou, Douze and Schmid 2011). */
const SAMPLED = 64;
const ROUNDS = 8;
/** Rounds in which rows leave the part of a division for a nearer cluster elsewhere, and groups of clusters that are looked at for that. */
const REFINED = { rounds: 3, groups: 6 };
/** Rows that hardly part are cut by their order after so many divisions. */
const MOST_DEPTH = 6;

/**
 * Spherical k-means (Dhillon and Modha 2001): each row belongs to the centroid with the highest cosine. Centroids are learnt from a sample. Takes
 * rows × √count × dims steps. The same seed gives the same clusters.
 */
export function clusterVectors(vectors: ByteVectors, { count, largest, seed }: ClusterOptions): readonly Cluster[] {
  const random = randomNumbers(seed);
  const all = Uint32Array.from(vectors.scales, (_, row) => row);
  const dividing = { largest, random, depth: 0 };
  const divided = divide(vectors, all, { ...dividing, count });
  const groups = divided.length > AT_ONCE ? refine(vectors, all, divided, random) : divided;
  const fitting = groups.flatMap((rows) =>
    rows.length > largest ? divide(vectors, rows, { ...dividing, count: 1 }) : [rows],
  );
  return fitting.map((rows) => ({ centroid: meanOf(vectors, rows), rows }));
}

/** Every row is as near to it as to any other. */
const NONE = new Float32Array();

interface Dividing {
  readonly count: number;
  readonly largest: number;
  readonly random: () => number;
  readonly depth: number;
}

function divide(vectors: ByteVectors, rows: Uint32Array, { count, ...rest }: Dividing): readonly Uint32Array[] {
  const { largest, random, depth } = rest;
  if (rows.length === 0) return [];
  const wanted = Math.min(rows.length, Math.max(count, Math.ceil(rows.length / largest)));
  if (wanted === 1) return [rows];
  if (depth === MOST_DEPTH) return cut(rows, largest);
  const groups = kMeans(vectors, rows, wanted > AT_ONCE ? Math.ceil(Math.sqrt(wanted)) : wanted, random);
  if (groups.length === 1) return cut(rows, largest);
  return groups.flatMap((group) => {
    const share = wanted > AT_ONCE ? Math.round((wanted * group.length) / rows.length) : 1;
    return divide(vectors, group, { ...rest, count: Math.max(1, share), depth: depth + 1 });
  });
}

function cut(rows: Uint32Array, largest: number): readonly Uint32Array[] {
  const parts = Math.ceil(rows.length / largest);
  const size = Math.ceil(rows.length / parts);
  return Array.from({ length: parts }, (_, at) => rows.subarray(at * size, (at + 1) * size));
}

/** Rows by the nearest of `k` centroids; groups without rows are left out. */
function kMeans(vectors: ByteVectors, rows: Uint32Array, k: number, random: () => number): readonly Uint32Array[] {
  const order = randomOrder(rows.length, random);
  const sample = Uint32Array.from(order.subarray(0, k * SAMPLED), (at) => rows[at] ?? 0);
  let centroids = Array.from(sample.subarray(0, k), (row) => meanOf(vectors, Uint32Array.of(row)));
  for (let round = 0; round < ROUNDS; round++) {
    const groups = groupRows(sample, k, (row) => nearestCentroid(vectors, row, centroids));
    // A centroid that nothing is nearest to stays where it is.
    centroids = centroids.map((before, at) => {
      const group = groups[at];
      return group && group.length > 0 ? meanOf(vectors, group) : before;
    });
  }
  return groupRows(rows, k, (row) => nearestCentroid(vectors, row, centroids)).filter(({ length }) => length > 0);
}

/** Moves rows to the nearest of all clusters, found by way of groups of these. */
function refine(
  vectors: ByteVectors,
  rows: Uint32Array,
  groups: readonly Uint32Array[],
  random: () => number,
): readonly Uint32Array[] {
  let refined = groups;
  for (let round = 0; round < REFINED.rounds; round++) {
    const centroids = refined.map((group) => meanOf(vectors, group));
    const coded = byteVectors(joined(centroids, vectors.dims), vectors.dims);
    const numbers = Uint32Array.from(centroids, (_, at) => at);
    const parts = kMeans(coded, numbers, Math.ceil(Math.sqrt(centroids.length)), random);
    const means = parts.map((part) => meanOf(coded, part));
    const nearest = (row: number): number => {
      const near = topK(REFINED.groups);
      for (const [at, mean] of means.entries()) near.push(at, cosineOf(vectors, row, mean));
      const best = topK(1);
      for (const { id } of near.take()) {
        for (const at of parts[id] ?? []) best.push(at, cosineOf(vectors, row, centroids[at] ?? NONE));
      }
      return best.take()[0]?.id ?? 0;
    };
    refined = groupRows(rows, centroids.length, nearest).filter(({ length }) => length > 0);
  }
  return refined;
}

function groupRows(rows: Uint32Array, count: number, groupOf: (row: number) => number): readonly Uint32Array[] {
  const groups = rows.map(groupOf);
  const sizes = new Uint32Array(count);
  for (const at of groups) sizes[at] = (sizes[at] ?? 0) + 1;
  const grouped = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (const [at, row] of rows.entries()) {
    const group = groups[at] ?? 0;
    const place = sizes[group] ?? 0;
    const into = grouped[group];
    if (into) into[place] = row;
    sizes[group] = place + 1;
  }
  return grouped;
}

/** The first of equals. */
function nearestCentroid(vectors: ByteVectors, row: number, centroids: readonly Float32Array[]): number {
  let [best, most] = [0, -Infinity];
  for (const [at, centroid] of centroids.entries()) {
    const product = cosineOf(vectors, row, centroid);
    if (product > most) [best, most] = [at, product];
  }
  return best;
}

/** Returns the cosine times the length of the row's codes, which makes no difference among centroids. */
function cosineOf({ dims, codes }: ByteVectors, row: number, centroid: Float32Array): number {
  return codeProduct(centroid, codes, row * dims);
}

function joined(vectors: readonly Float32Array[], dims: number): Float32Array {
  const all = new Float32Array(vectors.length * dims);
  for (const [at, vector] of vectors.entries()) all.set(vector, at * dims);
  return all;
}

function meanOf({ dims, scales, codes }: ByteVectors, rows: Uint32Array): Float32Array {
  const sum = new Float64Array(dims);
  for (const row of rows) {
    const scale = scales[row] ?? 0;
    for (let at = 0; at < dims; at++) sum[at] = (sum[at] ?? 0) + scale * (codes[row * dims + at] ?? 0);
  }
  let squares = 0;
  for (const value of sum) squares += value * value;
  const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  return Float32Array.from(sum, (value) => value * factor);
}
