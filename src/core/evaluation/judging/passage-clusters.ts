import type { SearchIndex } from '../../retrieval';
import { TERM_DIMS, termVectors } from '../../raptor/leaf-vectors';
import { terms } from '../../text/terms';
import { byteProduct, byteVectors, type ByteVectors } from '../../vectors/byte-vectors';
import { clusterVectors, type Cluster } from '../../vectors/clusters';
import { topK } from '../../vectors/top-k';
import { asPart, type Work } from '../../work';

/** Clusters of the text units of a collection, by their row numbers, with the vectors that they were found by. */
export interface PassageClusters {
  /** The largest first. */
  readonly clusters: readonly Cluster[];
  readonly vectors: ByteVectors;
}

/** Clusters of a collection, and passages of each that are rated (BenchmarkQED): those nearest to the question, and to the centroid. */
const MOST_CLUSTERS = 10;
export const PROBED = { question: 10, centroid: 5 } as const;
const SEED = 42;

/** Vectors of all text units by their terms, row by row, for collections without an embedding model. */
export function* passageVectors({ tables, documents }: SearchIndex): Work<ByteVectors> {
  const texts: string[][] = [];
  for (const [at, { text, document_id }] of tables.textUnits.entries()) {
    texts.push(terms(text, documents.get(document_id)?.language));
    if (at % 64 === 63) yield { done: at, total: 2 * tables.textUnits.length };
  }
  return byteVectors(yield* asPart(termVectors(texts), 0.5, 1), TERM_DIMS);
}

/** Clusters for the ratings of a collection: as many as it has documents, 2 to 10. */
export const ratingClusters = (vectors: ByteVectors, documents: number): PassageClusters =>
  clusterPassages(vectors, Math.min(MOST_CLUSTERS, Math.max(2, documents)));

/** About so many clusters; the same vectors give the same. */
export function clusterPassages(vectors: ByteVectors, count: number): PassageClusters {
  const clusters = clusterVectors(vectors, { count, largest: Math.max(1, vectors.scales.length), seed: SEED });
  return { clusters: clusters.toSorted((a, b) => b.rows.length - a.rows.length), vectors };
}

/** Rows to rate of each cluster: the ten that score highest for the question, and the five nearest to the centroid. */
export function probedPassages(
  { clusters, vectors }: PassageClusters,
  scoreOf: (row: number) => number,
): readonly (readonly number[])[] {
  return clusters.map((cluster) => [
    ...new Set([
      ...best(cluster.rows, PROBED.question, scoreOf),
      ...nearestToCentroid(cluster, vectors, PROBED.centroid),
    ]),
  ]);
}

/** Rows of a cluster that stand for it, the nearest to its centroid first. */
export const nearestToCentroid = (
  { rows, centroid }: Cluster,
  vectors: ByteVectors,
  count: number,
): readonly number[] => best(rows, count, (row) => byteProduct(centroid, vectors, row));

function best(rows: Uint32Array, count: number, scoreOf: (row: number) => number): readonly number[] {
  const top = topK(count);
  for (const row of rows) top.push(row, scoreOf(row));
  return top.take().map(({ id }) => id);
}
