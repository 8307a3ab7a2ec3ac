/** Sums of a weight and of a count per unordered pair of small whole numbers, in typed arrays (open addressing). */
export interface PairCounts {
  readonly size: number;
  /** Adds to the pair (a, b), a ≠ b, both in 0…2^26; returns the pair's slot, stable until the table is dropped. */
  add(a: number, b: number, weight: number): number;
  /** The slot of a pair, −1 when it was never added. */
  find(a: number, b: number): number;
  /** Lower and higher member, summed weight and count of a slot in 0…size−1. */
  low(slot: number): number;
  high(slot: number): number;
  weight(slot: number): number;
  count(slot: number): number;
}

const EMPTY = -1;

export function createPairCounts(initialCapacity = 1024): PairCounts {
  let capacity = 2 ** Math.ceil(Math.log2(Math.max(16, initialCapacity)));
  let table = new Int32Array(capacity * 2).fill(EMPTY);
  let lows = new Int32Array(capacity);
  let highs = new Int32Array(capacity);
  let weights = new Float64Array(capacity);
  let counts = new Int32Array(capacity);
  let size = 0;

  const bucketOf = (low: number, high: number): number => {
    const mask = table.length - 1;
    const mixed = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b);
    let bucket = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const slot = table[bucket] ?? EMPTY;
      if (slot === EMPTY || (lows[slot] === low && highs[slot] === high)) return bucket;
      bucket = (bucket + 1) & mask;
    }
  };

  const grow = (): void => {
    capacity *= 2;
    const copy = <A extends Float64Array | Int32Array>(from: A, to: A): A => (to.set(from), to);
    lows = copy(lows, new Int32Array(capacity));
    highs = copy(highs, new Int32Array(capacity));
    weights = copy(weights, new Float64Array(capacity));
    counts = copy(counts, new Int32Array(capacity));
    table = new Int32Array(capacity * 2).fill(EMPTY);
    for (let slot = 0; slot < size; slot++) table[bucketOf(lows[slot] ?? 0, highs[slot] ?? 0)] = slot;
  };

  return {
    get size() {
      return size;
    },
    add(a, b, weight) {
      const low = a < b ? a : b;
      const high = a < b ? b : a;
      let bucket = bucketOf(low, high);
      let slot = table[bucket] ?? EMPTY;
      if (slot === EMPTY) {
        if (size === capacity) {
          grow();
          bucket = bucketOf(low, high);
        }
        slot = size++;
        table[bucket] = slot;
        lows[slot] = low;
        highs[slot] = high;
      }
      weights[slot] = (weights[slot] ?? 0) + weight;
      counts[slot] = (counts[slot] ?? 0) + 1;
      return slot;
    },
    find: (a, b) => table[bucketOf(a < b ? a : b, a < b ? b : a)] ?? EMPTY,
    low: (slot) => lows[slot] ?? 0,
    high: (slot) => highs[slot] ?? 0,
    weight: (slot) => weights[slot] ?? 0,
    count: (slot) => counts[slot] ?? 0,
  };
}

/**
 * GraphRAG's normalised edge weight (spec A6.1): p(ab)·log2(p(ab) / (p(a)·p(b))), with p(ab) = weight / Σ weights and
 * p(x) = frequency(x) / Σ frequencies. Can be negative.
 */
export function pmiWeights(
  weights: Float64Array,
  ends: (edge: number) => readonly [number, number],
  frequencies: Float64Array,
): Float64Array {
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  const allFrequencies = frequencies.reduce((sum, frequency) => sum + frequency, 0);
  return weights.map((weight, edge) => {
    const [a, b] = ends(edge);
    const together = weight / allWeights;
    const alone = ((frequencies[a] ?? 0) / allFrequencies) * ((frequencies[b] ?? 0) / allFrequencies);
    return alone > 0 ? together * Math.log2(together / alone) : 0;
  });
}

/** Kept evidence per pair of entities; more spans are counted but not kept. */
export const EVIDENCE_KEPT = 8;

/** Two sentences, by number, of which the second is the first or comes after it. */
export interface SentencePair {
  readonly from: number;
  readonly to: number;
}

/** Up to EVIDENCE_KEPT pairs of sentences for each slot, in typed arrays: a list each would cost more memory. */
interface NearestPairs {
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
