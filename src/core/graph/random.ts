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
