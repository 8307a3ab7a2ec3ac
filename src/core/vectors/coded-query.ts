/** A query as the kernel takes it. */
export interface CodedQuery {
  readonly codes: Int16Array;
  /** Query ≈ scale × codes. */
  readonly scale: number;
  /** Upper bound of the query's length. */
  readonly length: number;
  /** Upper bound of the coding's error, with room for the rounding of everything after it; times the length of a coded row. */
  readonly slack: number;
}

/** Far above the rounding of a few hundred sums in 64-bit floats, far below the coding's own error. */
const ROUNDING = 2 ** -20;

/** Codes a query in 16 bits, or fewer where the sum over so many numbers could leave 32 bits. All zeros give a scale of 0. */
export function codeQuery(query: Float32Array, paddedDims: number): CodedQuery {
  const most = query.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const largest = Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * paddedDims)));
  const scale = most / largest;
  const codes = new Int16Array(paddedDims);
  let squares = 0;
  let errors = 0;
  for (const [at, value] of query.entries()) {
    const code = scale > 0 ? Math.round(value / scale) : 0;
    codes[at] = code;
    squares += value * value;
    errors += (value - scale * code) ** 2;
  }
  const length = Math.sqrt(squares) * (1 + ROUNDING);
  return { codes, scale, length, slack: Math.sqrt(errors) * (1 + ROUNDING) + 2 * ROUNDING * length };
}
