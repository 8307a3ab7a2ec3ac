/** Ranked item: its number and its score. */
export interface Hit {
  readonly id: number;
  readonly score: number;
}

/** Keeps the k best of a stream of scored numbers; equal scores prefer the smaller number. */
export function topK(k: number): { push(id: number, score: number): void; take(): Hit[] } {
  const ids: number[] = [];
  const scores: number[] = [];
  const worse = (a: number, b: number): boolean => {
    const left = scores[a] ?? 0;
    const right = scores[b] ?? 0;
    return left < right || (left === right && (ids[a] ?? 0) > (ids[b] ?? 0));
  };
  const swap = (a: number, b: number): void => {
    [ids[a], ids[b]] = [ids[b] ?? 0, ids[a] ?? 0];
    [scores[a], scores[b]] = [scores[b] ?? 0, scores[a] ?? 0];
  };
  const up = (start: number): void => {
    for (let at = start; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!worse(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const down = (): void => {
    for (let at = 0; ;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < ids.length && worse(child, worst)) worst = child;
      if (worst === at) return;
      swap(at, worst);
      at = worst;
    }
  };
  return {
    push(id, score) {
      if (k <= 0) return;
      if (ids.length < k) {
        ids.push(id);
        scores.push(score);
        up(ids.length - 1);
        return;
      }
      const lowest = scores[0] ?? 0;
      if (score < lowest || (score === lowest && id > (ids[0] ?? 0))) return;
      ids[0] = id;
      scores[0] = score;
      down();
    },
    take: () => ids.map((id, at) => ({ id, score: scores[at] ?? 0 })).sort((a, b) => b.score - a.score || a.id - b.id),
  };
}

/** Small, so that the first places count most. */
const DENSE_K = 10;

/**
 * A lexical and a dense ranking fused by their ranks (reciprocal rank fusion, Cormack 2009), the second counting `weight` times as much as the
 * first; scores fall from 1. The first as it is where the other is empty or counts nothing.
 */
export function fuseDense(hits: readonly Hit[], dense: readonly Hit[], weight = 1): readonly Hit[] {
  if (dense.length === 0 || weight === 0) return hits;
  const lists = [
    { hits, weight: 1 },
    { hits: dense, weight },
  ];
  return fuseRanks(lists, DENSE_K);
}

/** Rankings fused by their ranks: each gives its weight / (constant + rank), ranks from 1. Scores fall from 1. */
export function fuseRanks(
  lists: readonly { readonly hits: readonly Hit[]; readonly weight: number }[],
  constant: number,
): readonly Hit[] {
  const scores = new Map<number, number>();
  for (const { hits, weight } of lists) {
    for (const [at, { id }] of hits.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (constant + at + 1));
  }
  const fused = sortedHits(scores);
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
