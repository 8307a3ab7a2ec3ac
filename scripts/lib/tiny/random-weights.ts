/** Numbers that are the same on every machine: a mulberry32 generator, scaled to `-spread … spread`. */
export function randomWeights(seed: number): (count: number, spread: number) => Float32Array {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (count, spread) => Float32Array.from({ length: count }, () => (next() * 2 - 1) * spread);
}
