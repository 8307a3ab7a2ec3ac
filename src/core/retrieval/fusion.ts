import type { Hit } from './top-k';

/** One ranking to fuse; lists may be lexical, dense or from the graph. */
export interface RankedList {
  /** Best first, without repeats. */
  readonly ids: readonly number[];
  /** How much it counts; default 1. */
  readonly weight?: number;
}

/** Small, so that the first places count most. */
const DENSE_K = 10;

/** Reciprocal rank fusion (Cormack 2009): score = sum of weight / (k + rank), ranks from 1, k = 60 by default. Best first. */
export function fuse(lists: readonly RankedList[], k = 60): readonly Hit[] {
  const scores = new Map<number, number>();
  for (const { ids, weight = 1 } of lists) {
    ids.forEach((id, rank) => scores.set(id, (scores.get(id) ?? 0) + weight / (k + rank + 1)));
  }
  return sortedHits(scores);
}

/** A lexical and a dense ranking fused by their ranks; scores fall from 1. The first as it is where the other is empty. */
export function fuseDense(hits: readonly Hit[], dense: readonly Hit[]): readonly Hit[] {
  if (dense.length === 0) return hits;
  const fused = fuse([{ ids: hits.map(({ id }) => id) }, { ids: dense.map(({ id }) => id) }], DENSE_K);
  const best = fused[0]?.score ?? 1;
  return fused.map(({ id, score }) => ({ id, score: score / best }));
}

/**
 * The hits that a reranker scored, by its scores (0 to 1, by id), then the others in their order. A hit's own score breaks ties.
 * All scores of the result fall: those behind lie below 0.
 */
export function rerank(hits: readonly Hit[], scores: ReadonlyMap<number, number>): readonly Hit[] {
  const scored = hits.flatMap((hit) => {
    const score = scores.get(hit.id);
    return score === undefined ? [] : [{ id: hit.id, score, before: hit.score }];
  });
  if (scored.length === 0) return hits;
  const first = scored.sort((a, b) => b.score - a.score || b.before - a.before || a.id - b.id);
  const rest = hits.filter(({ id }) => !scores.has(id));
  return [
    ...first.map(({ id, score }) => ({ id, score })),
    ...rest.map(({ id }, at) => ({ id, score: -(at + 1) / (rest.length + 1) })),
  ];
}

/** Hits of a table of scores, best first; equal scores by number. */
export function sortedHits(scores: ReadonlyMap<number, number>): Hit[] {
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id);
}
