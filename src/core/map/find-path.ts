import type { MapGraph } from './map-graph';

/** Rows of entities from one to another along the fewest relationships, of several such ways by the strongest ones; empty where none leads there. */
export function findPath({ starts, neighbours, weights }: MapGraph, from: number, to: number): readonly number[] {
  const before = new Int32Array(starts.length).fill(-1);
  /** The weakest relationship on the way to each entity. */
  const strength = new Float64Array(starts.length);
  let front = [from];
  before[from] = from;
  strength[from] = Infinity;
  while (front.length > 0 && (before[to] ?? -1) < 0) {
    const next: number[] = [];
    const isNew = new Set<number>();
    for (const one of front) {
      for (let link = starts[one] ?? 0; link < (starts[one + 1] ?? 0); link++) {
        const other = neighbours[link] ?? 0;
        if ((before[other] ?? -1) >= 0 && !isNew.has(other)) continue;
        const weakest = Math.min(strength[one] ?? 0, weights[link] ?? 0);
        if (isNew.has(other) && weakest <= (strength[other] ?? 0)) continue;
        if (!isNew.has(other)) next.push(other);
        isNew.add(other);
        before[other] = one;
        strength[other] = weakest;
      }
    }
    front = next;
  }
  if ((before[to] ?? -1) < 0) return [];
  const path = [to];
  for (let at = to; at !== from; at = before[at] ?? from) path.push(before[at] ?? from);
  return path.reverse();
}
