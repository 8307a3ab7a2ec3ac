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

const SHIFT = 2 ** 26;
const EMPTY = -1;

export function createPairCounts(initialCapacity = 1024): PairCounts {
  let capacity = 2 ** Math.ceil(Math.log2(Math.max(16, initialCapacity)));
  let table = new Int32Array(capacity * 2).fill(EMPTY);
  let keys = new Float64Array(capacity);
  let weights = new Float64Array(capacity);
  let counts = new Int32Array(capacity);
  let size = 0;

  const bucketOf = (key: number): number => {
    const mixed = Math.imul((key % SHIFT) ^ Math.imul(Math.floor(key / SHIFT), 0x9e3779b1), 0x85ebca6b);
    let bucket = (mixed ^ (mixed >>> 15)) & (table.length - 1);
    for (;;) {
      const slot = table[bucket] ?? EMPTY;
      if (slot === EMPTY || keys[slot] === key) return bucket;
      bucket = (bucket + 1) & (table.length - 1);
    }
  };

  const grow = (): void => {
    capacity *= 2;
    const copy = <A extends Float64Array | Int32Array>(from: A, to: A): A => (to.set(from), to);
    keys = copy(keys, new Float64Array(capacity));
    weights = copy(weights, new Float64Array(capacity));
    counts = copy(counts, new Int32Array(capacity));
    table = new Int32Array(capacity * 2).fill(EMPTY);
    for (let slot = 0; slot < size; slot++) table[bucketOf(keys[slot] ?? 0)] = slot;
  };

  return {
    get size() {
      return size;
    },
    add(a, b, weight) {
      const key = Math.min(a, b) * SHIFT + Math.max(a, b);
      let bucket = bucketOf(key);
      let slot = table[bucket] ?? EMPTY;
      if (slot === EMPTY) {
        if (size === capacity) {
          grow();
          bucket = bucketOf(key);
        }
        slot = size++;
        table[bucket] = slot;
        keys[slot] = key;
      }
      weights[slot] = (weights[slot] ?? 0) + weight;
      counts[slot] = (counts[slot] ?? 0) + 1;
      return slot;
    },
    find: (a, b) => table[bucketOf(Math.min(a, b) * SHIFT + Math.max(a, b))] ?? EMPTY,
    low: (slot) => Math.floor((keys[slot] ?? 0) / SHIFT),
    high: (slot) => (keys[slot] ?? 0) % SHIFT,
    weight: (slot) => weights[slot] ?? 0,
    count: (slot) => counts[slot] ?? 0,
  };
}
