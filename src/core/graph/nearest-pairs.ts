/** Kept evidence per pair of entities; more spans are counted but not kept. */
export const EVIDENCE_KEPT = 8;

/** Two sentences, by number, of which the second is the first or comes after it. */
export interface SentencePair {
  readonly from: number;
  readonly to: number;
}

/** Up to EVIDENCE_KEPT pairs of sentences for each of many slots, in typed arrays: a list each would cost more than it holds. */
export interface NearestPairs {
  /** Adds a pair while there is room; a single sentence then replaces the last pair of two. */
  add(slot: number, from: number, to: number): void;
  /** The pairs of a slot in the order in which they came. */
  of(slot: number): readonly SentencePair[];
}

const STRIDE = EVIDENCE_KEPT * 2;

export function nearestPairs(slots: number, distance: (from: number, to: number) => number): NearestPairs {
  const pairs = new Int32Array(slots * STRIDE);
  const counts = new Uint8Array(slots);
  const put = (slot: number, place: number, from: number, to: number): void => {
    pairs[slot * STRIDE + place * 2] = from;
    pairs[slot * STRIDE + place * 2 + 1] = to;
  };
  const at = (slot: number, place: number): SentencePair => ({
    from: pairs[slot * STRIDE + place * 2] ?? 0,
    to: pairs[slot * STRIDE + place * 2 + 1] ?? 0,
  });
  const farthest = (slot: number): number => {
    for (let place = EVIDENCE_KEPT - 1; place >= 0; place--) {
      const { from, to } = at(slot, place);
      if (distance(from, to) > 0) return place;
    }
    return -1;
  };
  return {
    add(slot, from, to) {
      const count = counts[slot] ?? 0;
      if (count < EVIDENCE_KEPT) {
        put(slot, count, from, to);
        counts[slot] = count + 1;
      } else if (from === to) {
        const place = farthest(slot);
        if (place >= 0) put(slot, place, from, to);
      }
    },
    of: (slot) => Array.from({ length: counts[slot] ?? 0 }, (_, place) => at(slot, place)),
  };
}
