import type { Judgement } from '../evaluation';
import { meanOf } from './statistics';

/** Retrieval where evidence is marked, each from 0 to 1. */
export interface EvidenceMetrics {
  /** Share of the evidence that was found. */
  readonly recall: number;
  /** Share of the found text units that are evidence; 0 where none was found. */
  readonly precision: number;
  /** 1 / rank of the first evidence; 0 where none was found. */
  readonly reciprocal_rank: number;
}

/** Retrieval against rated passages, each from 0 to 1 (BenchmarkQED). */
export interface RatedMetrics {
  /** Share of the found text units that are relevant. */
  readonly rated_precision: number;
  /** Mean rating of the found text units / 3. */
  readonly graded_precision: number;
  /** Share of the relevant clusters of which a relevant text unit was found. */
  readonly cluster_recall: number;
  /** 1 − √ of the Jensen–Shannon divergence, base 2, between relevant and found text units over clusters. */
  readonly fidelity: number;
}

/** Ratings of passages for a question, shared by all modes. */
type RetrievalReference = Pick<Extract<Judgement, { readonly kind: 'reference' }>, 'clusters' | 'found'>;

/** Rating from which a passage is relevant (BenchmarkQED). */
const RELEVANT = 2;
const BEST_RATING = 3;

/** Metrics of the text units that were found, the best first. Null where no evidence is marked. */
export function evidenceMetrics(found: readonly string[], evidence: readonly string[]): EvidenceMetrics | null {
  if (evidence.length === 0) return null;
  const marked = new Set(evidence);
  const ranked = [...new Set(found)];
  const hits = ranked.filter((id) => marked.has(id));
  const [first] = hits;
  return {
    recall: hits.length / marked.size,
    precision: ranked.length ? hits.length / ranked.length : 0,
    reciprocal_rank: first === undefined ? 0 : 1 / (ranked.indexOf(first) + 1),
  };
}

/** Metrics of the text units that were found. One without a rating counts as not relevant, as one whose rating failed. */
export function ratedMetrics(found: readonly string[], reference: RetrievalReference): RatedMetrics {
  const ratings = found.map((id) => ratingOf(id, reference));
  const wanted = reference.clusters.map((cluster) => Object.values(cluster).filter(isRelevant).length);
  const got = wanted.map(
    (_, at) => ratings.filter(({ cluster, rating }) => cluster === at && isRelevant(rating)).length,
  );
  const relevantClusters = wanted.filter((count) => count > 0).length;
  return {
    rated_precision: meanOf(ratings.map(({ rating }) => Number(isRelevant(rating)))),
    graded_precision: meanOf(ratings.map(({ rating }) => Math.min(1, Math.max(0, rating / BEST_RATING)))),
    cluster_recall: relevantClusters
      ? wanted.filter((count, at) => count > 0 && (got[at] ?? 0) > 0).length / relevantClusters
      : 0,
    fidelity: 1 - distance(wanted, got),
  };
}

export const isRelevant = (rating: number): boolean => rating >= RELEVANT;

function ratingOf(
  id: string,
  { clusters, found }: RetrievalReference,
): { readonly cluster: number; readonly rating: number } {
  for (const lists of [clusters, found])
    for (const [cluster, ratings] of lists.entries()) {
      const rating = ratings[id];
      if (rating !== undefined) return { cluster, rating };
    }
  return { cluster: -1, rating: -1 };
}

/** Distance of two histograms, 0 to 1: 0 where both are empty, and 1 where one is. */
function distance(a: readonly number[], b: readonly number[]): number {
  const [p, q] = [normalised(a), normalised(b)];
  if (p && q) return jensenShannonDistance(p, q);
  return p || q ? 1 : 0;
}

function normalised(counts: readonly number[]): readonly number[] | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? null : counts.map((count) => count / total);
}

function jensenShannonDistance(p: readonly number[], q: readonly number[]): number {
  const middle = p.map((share, at) => (share + (q[at] ?? 0)) / 2);
  const divergence = (relativeEntropy(p, middle) + relativeEntropy(q, middle)) / 2;
  return Math.sqrt(Math.min(1, Math.max(0, divergence)));
}

/** Kullback–Leibler divergence in bits. */
const relativeEntropy = (p: readonly number[], of: readonly number[]): number =>
  p.reduce((sum, share, at) => (share === 0 ? sum : sum + share * Math.log2(share / (of[at] ?? 1))), 0);
