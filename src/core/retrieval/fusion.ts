/** One ranking to fuse; lists may be lexical, dense or from the graph. */
export interface RankedList {
  /** Best first, without repeats. */
  readonly ids: readonly number[];
  /** How much it counts; default 1. */
  readonly weight?: number;
}

/** Reciprocal rank fusion (Cormack 2009): score = sum of weight / (k + rank), ranks from 1, k = 60 by default. Best first. */
export function fuse(lists: readonly RankedList[], k = 60): readonly { readonly id: number; readonly score: number }[] {
  const scores = new Map<number, number>();
  for (const { ids, weight = 1 } of lists) {
    ids.forEach((id, rank) => scores.set(id, (scores.get(id) ?? 0) + weight / (k + rank + 1)));
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id);
}
