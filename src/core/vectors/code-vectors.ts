import { createCodedRows } from './coded-rows';
import type { Codes } from './codes';
import { hasKernel } from './kernel/kernel';

/** The codes of row-major vectors; undefined where WebAssembly SIMD is missing and nothing would use them. About 2 ms for 1,000 rows of 384. */
export function codeVectors(vectors: Float32Array, dims: number): Codes | undefined {
  if (!hasKernel()) return undefined;
  const rows = createCodedRows(dims, vectors.length / dims);
  for (let at = 0; at < vectors.length; at += dims) rows.push(vectors.subarray(at, at + dims));
  return rows.codes();
}
