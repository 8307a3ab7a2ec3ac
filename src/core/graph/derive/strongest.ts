import type { Symbols } from '../records/symbols';
import type { Neighbours } from './co-occurrence';

/** The strongest neighbours of an entity, the strongest first, with the number of all of them. Plain arrays: one is kept for every entity. */
export interface Strongest {
  readonly all: number;
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
  readonly counts: readonly number[];
}

/** Orders pairs of the same weight: by a hash of both keys, so that no name comes first for its letters, and then by the keys. */
export interface PairOrder {
  /** Below 0 where the pair (a, b) comes before the pair (c, d). */
  compare(a: number, b: number, c: number, d: number): number;
}

/** An order that depends on the keys alone, not on when they came. */
export function createPairOrder(keys: Symbols): PairOrder {
  let hashes = new Uint32Array(0);
  let hashed = 0;
  const hashOf = (key: number): number => {
    if (hashes.length < keys.size) {
      const larger = new Uint32Array(Math.max(keys.size, hashes.length * 2));
      larger.set(hashes);
      hashes = larger;
    }
    for (; hashed <= key; hashed++) hashes[hashed] = hashText(keys.text(hashed));
    return hashes[key] ?? 0;
  };
  const mixed = (a: number, b: number): number => {
    const both = Math.imul(hashOf(a) ^ hashOf(b), 0x85ebca6b);
    return (both ^ (both >>> 15)) >>> 0;
  };
  const name = (a: number, b: number): string => {
    const [one, other] = [keys.text(a), keys.text(b)];
    return one < other ? `${one}\u001f${other}` : `${other}\u001f${one}`;
  };
  return {
    compare: (a, b, c, d) => mixed(a, b) - mixed(c, d) || (name(a, b) < name(c, d) ? -1 : 1),
  };
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The `limit` strongest neighbours of an entity; all of them for 0. */
export function strongestOf(node: number, neighbours: Neighbours, limit: number, order: PairOrder): Strongest {
  const { nodes, weights, counts } = neighbours;
  const all = nodes.length;
  const isBefore = (a: number, b: number): number =>
    (weights[b] ?? 0) - (weights[a] ?? 0) || order.compare(node, nodes[a] ?? 0, node, nodes[b] ?? 0);
  const chosen = limit === 0 || all <= limit ? Array.from(nodes.keys()).sort(isBefore) : first(all, limit, isBefore);
  return {
    all,
    nodes: chosen.map((at) => nodes[at] ?? 0),
    weights: chosen.map((at) => weights[at] ?? 0),
    counts: chosen.map((at) => counts[at] ?? 0),
  };
}

/** The first `limit` of the numbers 0…count−1 in an order, by insertion: most numbers are turned away by one comparison. */
function first(count: number, limit: number, compare: (a: number, b: number) => number): readonly number[] {
  const best: number[] = [];
  for (let at = 0; at < count; at++) {
    if (best.length === limit && compare(at, best[limit - 1] ?? 0) > 0) continue;
    let place = best.length;
    while (place > 0 && compare(at, best[place - 1] ?? 0) < 0) place--;
    best.splice(place, 0, at);
    if (best.length > limit) best.pop();
  }
  return best;
}
