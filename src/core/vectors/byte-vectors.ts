/** Rows of numbers in a byte each: a row is about its scale times its codes. A quarter of the room of 32-bit floats. */
export interface ByteVectors {
  readonly dims: number;
  /** One for each row; 0 for a row of zeros. */
  readonly scales: Float32Array;
  /** Row by row, `dims` codes from -127 to 127. */
  readonly codes: Int8Array;
}

/** The codes of row-major vectors, as close as a byte a number can be: each is off by half a scale at most. */
export function byteVectors(vectors: Float32Array, dims: number): ByteVectors {
  const rows = Math.floor(vectors.length / dims);
  const scales = new Float32Array(rows);
  const codes = new Int8Array(rows * dims);
  for (let row = 0; row < rows; row++) {
    const start = row * dims;
    let most = 0;
    for (let at = start; at < start + dims; at++) most = Math.max(most, Math.abs(vectors[at] ?? 0));
    const scale = Math.fround(most / 127);
    if (!(scale > 0) || !Number.isFinite(scale)) continue;
    scales[row] = scale;
    for (let at = start; at < start + dims; at++) {
      codes[at] = Math.max(-127, Math.min(127, Math.round((vectors[at] ?? 0) / scale)));
    }
  }
  return { dims, scales, codes };
}

/** The inner product of a query with a row. */
export function byteProduct(query: Float32Array, { dims, scales, codes }: ByteVectors, row: number): number {
  return (scales[row] ?? 0) * codeProduct(query, codes, row * dims);
}

/** The sum of products of numbers and the codes from one place on. */
export function codeProduct(numbers: Float32Array, codes: Int8Array, start: number): number {
  const { length } = numbers;
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < length; at += 4) {
    a += (numbers[at] ?? 0) * (codes[start + at] ?? 0);
    b += (numbers[at + 1] ?? 0) * (codes[start + at + 1] ?? 0);
    c += (numbers[at + 2] ?? 0) * (codes[start + at + 2] ?? 0);
    d += (numbers[at + 3] ?? 0) * (codes[start + at + 3] ?? 0);
  }
  for (; at < length; at++) a += (numbers[at] ?? 0) * (codes[start + at] ?? 0);
  return a + b + (c + d);
}

/** Copies these rows alone. */
export function pickRows({ dims, scales, codes }: ByteVectors, rows: ArrayLike<number>): ByteVectors {
  const picked = { dims, scales: new Float32Array(rows.length), codes: new Int8Array(rows.length * dims) };
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    picked.scales[at] = scales[row] ?? 0;
    picked.codes.set(codes.subarray(row * dims, (row + 1) * dims), at * dims);
  }
  return picked;
}

/** Rows of several, one after another. */
export function joinRows(parts: readonly ByteVectors[], dims: number): ByteVectors {
  const rows = parts.reduce((sum, { scales }) => sum + scales.length, 0);
  const joined = { dims, scales: new Float32Array(rows), codes: new Int8Array(rows * dims) };
  let at = 0;
  for (const { scales, codes } of parts) {
    joined.scales.set(scales, at);
    joined.codes.set(codes, at * dims);
    at += scales.length;
  }
  return joined;
}

/** Writes a row as numbers of length 1 to a place; zeros stay zeros. */
export function writeUnitRow({ dims, codes }: ByteVectors, row: number, to: Float32Array, place: number): void {
  let squares = 0;
  for (let at = row * dims; at < (row + 1) * dims; at++) squares += (codes[at] ?? 0) ** 2;
  const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let at = 0; at < dims; at++) to[place + at] = (codes[row * dims + at] ?? 0) * factor;
}
