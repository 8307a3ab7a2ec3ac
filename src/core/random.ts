/** Seeded pseudo-random numbers in [0, 1) (mulberry32); the same seed gives the same numbers on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The numbers 0…count−1 in random order (Fisher and Yates). */
export function randomOrder(count: number, random: () => number): Int32Array {
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const at = Math.floor(random() * (i + 1));
    order[i] = order[at] ?? 0;
    order[at] = i;
  }
  return order;
}

/** An order sorted by small numbers from 0; equals keep their places. */
export function sortedOrder(order: Int32Array, keys: Uint8Array): Int32Array {
  const starts = new Int32Array(257);
  for (let i = 0; i < keys.length; i++) starts[(keys[i] ?? 0) + 1] = (starts[(keys[i] ?? 0) + 1] ?? 0) + 1;
  for (let key = 0; key < 256; key++) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const key = keys[order[i] ?? 0] ?? 0;
    const at = starts[key] ?? 0;
    sorted[at] = order[i] ?? 0;
    starts[key] = at + 1;
  }
  return sorted;
}
