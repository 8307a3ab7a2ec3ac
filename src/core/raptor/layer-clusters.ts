import { groupBy } from '../arrays';
import type { SummaryRow } from '../tables/tables';
import type { Work } from '../work';
import { clusterRows, meansOf, nearestOf } from './cluster-rows';
import type { TreeChoices } from './summary-tree';

/** Rows that the next level is made of. */
export interface Layer {
  /** Row-major unit vectors of `dims` numbers. */
  readonly vectors: Float32Array;
  readonly dims: number;
  readonly hashes: readonly string[];
  readonly order: readonly string[];
  readonly tokens: readonly number[];
  readonly leaves: readonly (readonly number[])[];
  readonly parents: readonly number[][];
  /** Ids of the clusters of an earlier tree that each row is in. */
  readonly homes: readonly (readonly string[])[];
  /** Number of its first row. */
  readonly first: number;
  /** Languages that stay apart; missing where rows of all languages meet. */
  readonly languages?: readonly string[];
}

/** Rows of a layer that belong together. */
export interface Cluster {
  /** In the order of their words. */
  readonly members: readonly number[];
  /** Ids of the clusters of an earlier tree that it continues. */
  readonly origins: readonly string[];
}

/** Rows of a layer in an order that follows from their words; rows of equal words in the order in which they came. */
function orderOf({ hashes, order }: Layer): readonly number[] {
  const keys = hashes.map((hash, row) => `${order[row] ?? ''}${hash}`);
  const keyOf = (row: number): string => keys[row] ?? '';
  return Array.from(keys.keys()).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a - b));
}

/** Groups some rows of a layer, in their order. */
const groupRows = (layer: Layer, order: readonly number[], { clusterTokens, mostTokens }: TreeChoices) =>
  clusterRows({ ...layer, order }, { budget: clusterTokens, limit: Math.max(clusterTokens, mostTokens) });

/** Clusters of a layer, those of equal words as one. Rows of different languages share none. */
export function* clustersOf(layer: Layer, choices: TreeChoices): Work<readonly Cluster[]> {
  const all = orderOf(layer);
  const clusters: Cluster[] = [];
  for (const language of new Set(all.map((row) => layer.languages?.[row]))) {
    const own = all.filter((row) => layer.languages?.[row] === language);
    for (const members of yield* groupRows(layer, own, choices)) clusters.push({ members, origins: [] });
  }
  return united(layer, clusters, placesIn(all));
}

/**
 * Clusters of a layer that continue those of an earlier tree, those of equal words as one. Rows that are in none join the nearest one; one that grows
 * over the limit is grouped anew, where equal words count once. Rows of a language of their own make new clusters.
 */
export function* carryOver(
  layer: Layer,
  before: readonly SummaryRow[],
  choices: TreeChoices,
): Work<readonly Cluster[]> {
  const groups = new Map(before.map(({ id }): [string, number[]] => [id, []]).sort(([a], [b]) => (a < b ? -1 : 1)));
  const order = orderOf(layer);
  const languageOf = (row = -1): string | undefined => layer.languages?.[row];
  const others: number[] = [];
  for (const row of order) {
    const own = new Set(layer.homes[row]?.filter((id) => groups.has(id)));
    for (const id of own) groups.get(id)?.push(row);
    if (own.size === 0) others.push(row);
  }
  const clusters: Cluster[] = [];
  const standing = [...groups].flatMap(([id, members]) => (members.length > 0 ? [{ members, origins: [id] }] : []));
  for (const language of new Set(others.map(languageOf))) {
    const rows = others.filter((row) => languageOf(row) === language);
    const near = standing.filter(({ members }) => languageOf(members[0]) === language);
    if (near.length === 0) {
      for (const members of yield* groupRows(layer, rows, choices)) clusters.push({ members, origins: [] });
      continue;
    }
    const centroids = yield* meansOf(
      layer,
      near.map(({ members }) => members),
    );
    const nearest = yield* nearestOf(layer, rows, centroids);
    for (const [at, row] of rows.entries()) near[nearest[at]?.first ?? 0]?.members.push(row);
  }
  const byPlace = placesIn(order);
  const most = Math.max(choices.clusterTokens, choices.mostTokens);
  for (const { members, origins } of standing) {
    members.sort(byPlace);
    const tokensOf = new Map(members.map((row) => [layer.hashes[row], layer.tokens[row] ?? 0]));
    const tokens = [...tokensOf.values()].reduce((sum, one) => sum + one, 0);
    const parts = tokens > most && members.length > 1 ? yield* groupRows(layer, members, choices) : [members];
    for (const part of parts) clusters.push({ members: part, origins });
  }
  return united(layer, clusters, byPlace);
}

/** Clusters of equal words as one, since their ids follow from these, and a model would be shown the same of each. */
function united(
  { hashes }: Pick<Layer, 'hashes'>,
  clusters: readonly Cluster[],
  byPlace: Comparison,
): readonly Cluster[] {
  const groups = groupBy(clusters, ({ members }) => members.map((row) => hashes[row]).join());
  if (groups.size === clusters.length) return clusters;
  const whole = Array.from(groups.values(), (same) => ({
    members: [...new Set(same.flatMap(({ members }) => members))].sort(byPlace),
    origins: same.flatMap(({ origins }) => origins),
  }));
  return united({ hashes }, whole, byPlace);
}

type Comparison = (row: number, other: number) => number;

/** Compares rows by their places in an order. */
function placesIn(order: readonly number[]): Comparison {
  const placeIn = new Map(order.map((row, at) => [row, at]));
  return (row, other) => (placeIn.get(row) ?? 0) - (placeIn.get(other) ?? 0);
}
