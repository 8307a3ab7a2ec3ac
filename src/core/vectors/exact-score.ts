/**
 * The inner product of a query and a row of vectors, in 64-bit floats: products of 32-bit floats are exact there, and the sum is off by
 * about 1e-16 of the lengths' product. Both searches score by it, so that they agree to the last bit.
 */
export function exactScore(query: Float32Array, vectors: Float32Array, row: number): number {
  const dims = query.length;
  const start = row * dims;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = 0;
  for (; at + 3 < dims; at += 4) {
    a += (query[at] ?? 0) * (vectors[start + at] ?? 0);
    b += (query[at + 1] ?? 0) * (vectors[start + at + 1] ?? 0);
    c += (query[at + 2] ?? 0) * (vectors[start + at + 2] ?? 0);
    d += (query[at + 3] ?? 0) * (vectors[start + at + 3] ?? 0);
  }
  for (; at < dims; at++) a += (query[at] ?? 0) * (vectors[start + at] ?? 0);
  return a + b + (c + d);
}
