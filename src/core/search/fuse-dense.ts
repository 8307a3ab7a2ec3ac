import { fuse } from '../retrieval/fusion';
import type { Hit } from '../retrieval/top-k';

/** As in the fusion of the text units of picked entities: the first places count most. */
const K = 10;

/** Two rankings fused by their ranks; scores fall from 1. The first as it is where the other is empty. */
export function fusedWith(hits: readonly Hit[], dense: readonly Hit[]): readonly Hit[] {
  if (dense.length === 0) return hits;
  const fused = fuse([{ ids: hits.map(({ id }) => id) }, { ids: dense.map(({ id }) => id) }], K);
  const best = fused[0]?.score ?? 1;
  return fused.map(({ id, score }) => ({ id, score: score / best }));
}
