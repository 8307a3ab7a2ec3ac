import { createVectorTable } from '../vectors/vector-table';
import type { Work } from '../work';

/** Rows to be grouped, of one length of vectors. */
export interface GroupedRows {
  /** Row-major unit vectors, `tokens.length * dims` numbers. */
  readonly vectors: Float32Array;
  readonly dims: number;
  readonly tokens: ArrayLike<number>;
  /** Rows by a hash of their content. Seeds follow it, so that the order of rows makes no difference. */
  readonly order: readonly number[];
}

/** Limits of clusters, in tokens of their rows. */
export interface ClusterSizes {
  /** Aimed at; the number of clusters is all tokens divided by it. */
  readonly budget: number;
  /** A cluster with more is split, down to single rows. */
  readonly limit: number;
}

/** A row also belongs to its second cluster where that is nearly as near as the first (RAPTOR's soft clusters). */
const NEARLY = 0.9;
/** Clusters between two steps. */
export const CLUSTERS_PER_STEP = 32;
/** Products of numbers between two steps, a few milliseconds. */
const PRODUCTS_PER_STEP = 2_000_000;

/** Rows between two steps where each is compared with so many of a length. */
const rowsPerStep = (compared: number, dims: number): number =>
  Math.max(1, Math.floor(PRODUCTS_PER_STEP / Math.max(1, compared * dims)));

/**
 * Groups rows by spherical k-means (Dhillon and Modha 2001): `ceil(tokens / budget)` clusters, a second membership where it is nearly as near,
 * and a split of what is over the limit. Seeds are rows with small hashes that differ. Takes rows × clusters × dims steps. Gives the rows of
 * each cluster in the order of `order`, each cluster once.
 */
export function* clusterRows(rows: GroupedRows, { budget, limit }: ClusterSizes): Work<readonly (readonly number[])[]> {
  const count = Math.ceil(tokensOf(rows, rows.order) / budget);
  const clusters = yield* kMeans(rows, rows.order, count, true);
  const fitting: (readonly number[])[] = [];
  for (const [at, cluster] of clusters.entries()) {
    fitting.push(...(yield* split(rows, cluster, limit)));
    yield { done: at + 1, total: clusters.length };
  }
  return [...new Map(fitting.map((cluster) => [cluster.join(), cluster])).values()];
}

/** Returns the sum of the tokens of some rows. */
const tokensOf = ({ tokens }: GroupedRows, members: readonly number[]): number =>
  members.reduce((sum, row) => sum + (tokens[row] ?? 0), 0);

/** The parts of a cluster within the limit. Rows that are too alike to part are cut by their order. */
function* split(rows: GroupedRows, cluster: readonly number[], limit: number): Work<readonly (readonly number[])[]> {
  const tokens = tokensOf(rows, cluster);
  if (tokens <= limit || cluster.length < 2) return [cluster];
  const parted = yield* kMeans(rows, cluster, Math.ceil(tokens / limit), false);
  const half = Math.ceil(cluster.length / 2);
  const isParted = parted.every(({ length }) => length < cluster.length);
  const fitting: (readonly number[])[] = [];
  for (const part of isParted ? parted : [cluster.slice(0, half), cluster.slice(half)])
    fitting.push(...(yield* split(rows, part, limit)));
  return fitting;
}

/** The nearest two centroids of a row. */
interface Nearest {
  readonly first: number;
  readonly second: number;
  /** True where the second is nearly as near as the first. */
  readonly isClose: boolean;
}

function* kMeans(
  rows: GroupedRows,
  members: readonly number[],
  count: number,
  isSoft: boolean,
): Work<readonly (readonly number[])[]> {
  if (count <= 1) return [members];
  const seeds = yield* seedsOf(rows, members, count);
  const nearSeeds = yield* nearestOf(rows, members, seeds);
  const around = Array.from({ length: seeds.length / rows.dims }, (): number[] => []);
  for (const [at, row] of members.entries()) around[nearSeeds[at]?.first ?? 0]?.push(row);
  // Moving on gains little purity, and lets a change of few rows move clusters that are far from it.
  const centroids = yield* meansOf(rows, around, seeds);
  return grouped(members, yield* nearestOf(rows, members, centroids), around.length, isSoft);
}

/** Rows among which each seed is looked for. */
const CANDIDATES = 4;

/**
 * Vectors of the first rows that are least like any row before them. So nearly each direction has a seed, and which row that is depends on those
 * near it alone.
 */
function* seedsOf({ vectors, dims }: GroupedRows, members: readonly number[], count: number): Work<Float32Array> {
  const vectorOf = (row: number): Float32Array => vectors.subarray(row * dims, (row + 1) * dims);
  const candidates = members.filter((row) => vectorOf(row).some((value) => value !== 0)).slice(0, CANDIDATES * count);
  const table = createVectorTable(dims, { expected: candidates.length });
  const likeness = new Map<number, number>();
  for (const row of candidates) {
    likeness.set(row, table.search(vectorOf(row), { k: 1 })[0]?.score ?? -1);
    yield* table.append(vectorOf(row));
    if (table.size % rowsPerStep(table.size, dims) === 0) yield { done: table.size, total: candidates.length };
  }
  const likenessOf = (row: number): number => likeness.get(row) ?? 0;
  const chosen = new Set(candidates.toSorted((a, b) => likenessOf(a) - likenessOf(b)).slice(0, count));
  const seeds = candidates.filter((row) => chosen.has(row));
  const matrix = new Float32Array(Math.max(1, seeds.length) * dims);
  for (const [at, row] of seeds.entries()) matrix.set(vectorOf(row), at * dims);
  return matrix;
}

/** Finds the nearest two centroids of each member, exactly. */
export function* nearestOf(
  { vectors, dims }: Pick<GroupedRows, 'vectors' | 'dims'>,
  members: readonly number[],
  centroids: Float32Array,
): Work<readonly Nearest[]> {
  const table = createVectorTable(dims, { expected: centroids.length / dims });
  yield* table.append(centroids);
  const found: Nearest[] = [];
  const every = rowsPerStep(table.size, dims);
  for (const row of members) {
    const [one, other] = table.search(vectors.subarray(row * dims, (row + 1) * dims), { k: 2 });
    const isClose = other !== undefined && other.score > 0 && other.score > NEARLY * (one?.score ?? 0);
    found.push({ first: one?.id ?? 0, second: other?.id ?? one?.id ?? 0, isClose });
    if (found.length % every === 0) yield { done: found.length, total: members.length };
  }
  return found;
}

/** Members by their centroids. One that would be alone joins its second. */
function grouped(
  members: readonly number[],
  nearest: readonly Nearest[],
  count: number,
  isSoft: boolean,
): readonly (readonly number[])[] {
  const sizes = new Int32Array(count);
  for (const { first } of nearest) sizes[first] = (sizes[first] ?? 0) + 1;
  const groups = Array.from({ length: count }, (): number[] => []);
  for (const [at, row] of members.entries()) {
    const { first = 0, second = 0, isClose = false } = nearest[at] ?? {};
    const isAlone = sizes[first] === 1 && count > 1 && (sizes[second] ?? 0) > 1;
    groups[isAlone ? second : first]?.push(row);
    if (isSoft && isClose && !isAlone && (sizes[second] ?? 0) > 1) groups[second]?.push(row);
  }
  return groups.filter(({ length }) => length > 0);
}

/** The mean direction of the rows of each cluster, row-major; the one before where they have none. */
export function* meansOf(
  { vectors, dims }: Pick<GroupedRows, 'vectors' | 'dims'>,
  clusters: readonly (readonly number[])[],
  before?: Float32Array,
): Work<Float32Array> {
  const means = new Float32Array(clusters.length * dims);
  for (const [at, members] of clusters.entries()) {
    const mean = means.subarray(at * dims, (at + 1) * dims);
    for (const row of members) {
      for (let place = 0; place < dims; place++) mean[place] = (mean[place] ?? 0) + (vectors[row * dims + place] ?? 0);
    }
    if (!normalise(mean) && before) mean.set(before.subarray(at * dims, (at + 1) * dims));
    if (at % CLUSTERS_PER_STEP === 0) yield { done: at, total: clusters.length };
  }
  return means;
}

/** Scales a vector to length 1; false where it is zero. */
export function normalise(vector: Float32Array): boolean {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return false;
  const factor = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * factor;
  return true;
}
