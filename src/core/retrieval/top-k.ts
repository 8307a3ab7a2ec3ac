/** Something ranked: its number and its score. */
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
