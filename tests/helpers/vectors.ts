/** The rows of row-major vectors. */
export function rows(vectors: Float32Array, dims: number): Float32Array[] {
  return Array.from({ length: vectors.length / dims }, (_, i) => vectors.subarray(i * dims, (i + 1) * dims));
}

/** Dot product; of unit vectors, their cosine. */
export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) throw new Error('There is no such vector');
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
