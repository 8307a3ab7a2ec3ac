import { startKernel, type Kernel, hasKernel } from './kernel';

/**
 * Rows of vectors as int8 codes with what bounds their error; see `CodedRows` for the bound. Kept beside the full numbers, so that opening
 * need not make them again.
 */
export interface Codes {
  /** Three numbers a row: the scale, then upper bounds of the lengths of what coding left out and of the coded row. */
  readonly facts: Float32Array;
  /** Row by row, `paddedDims` codes each, from -127 to 127. */
  readonly codes: Int8Array;
}

/** Raised whenever codes or bounds come out differently: codes of another version are made again. */
export const CODES_VERSION = 1;

export const FACTS = 3;

/** Numbers a row with the zeros behind them, which let the kernel take 16 at a time. */
export function paddedDims(dims: number): number {
  return (dims + 15) & -16;
}

/** Bytes of the codes of so many rows. */
export function codesBytes(rows: number, dims: number): number {
  return rows * (FACTS * 4 + paddedDims(dims));
}

/** A query as the kernel takes it. */
interface CodedQuery {
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
function codeQuery(query: Float32Array, paddedDims: number): CodedQuery {
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

/**
 * Rows as int8 codes with what bounds their error, in a kernel's memory.
 *
 * A row v is kept as v = s·c + r with whole numbers |c| ≤ 127.
 *
 * A query is kept as q = t·e + w.
 *
 * Then `<q,v> = s·t·<e,c> + <q,r> + <w,s·c>`, where `<e,c>` is a sum of whole numbers without rounding.
 *
 * By Cauchy and Schwarz, `|<q,v> − s·t·<e,c>| ≤ |q|·|r| + |w|·|s·c|`. The lengths |r| and |s·c| are measured per row and rounded up. A slack of
 * 2^-19·|q| beside |w| covers rounding elsewhere. With k lower bounds at or above a bar, no row whose upper bound is under the bar is among the
 * k best: what the scan leaves out is never missed. Holds for numbers up to 1e30 in size.
 */
export interface CodedRows {
  /** Adds a row. */
  push(row: Float32Array): void;
  /** Adds rows that were coded before. Throws RangeError for codes of rows of another length. */
  add(codes: Codes): void;
  /** A copy of what was made of all rows. */
  codes(): Codes;
  /** Every row that can be among the k best, and some more; only rows with a byte other than 0 in the mask. */
  candidates(query: Float32Array, k: number, mask: Uint8Array | undefined): Uint32Array;
}

/** Offsets in the kernel's memory, in bytes; all are multiples of 16. */
interface Layout {
  readonly capacity: number;
  readonly staged: number;
  readonly query: number;
  readonly facts: number;
  readonly scales: number;
  readonly rests: number;
  readonly lengths: number;
  readonly mask: number;
  readonly uppers: number;
  readonly heap: number;
  readonly found: number;
  readonly codes: number;
  readonly bytes: number;
}

/** Facts of a row, in the order of `Codes`. */
const FACTS_OF_ROW = ['scales', 'rests', 'lengths'] as const;

const UP = 1 + 2 ** -20;
const TINY = 2 ** -149;

/** Rows of so many numbers, with room for `expected` of them at first. */
export function createCodedRows(dims: number, expected: number): CodedRows {
  const padded = paddedDims(dims);
  let layout = layoutFor(padded, expected);
  let kernel = begin(layout);
  let rows = 0;
  const grow = (needed: number): void => {
    const before = { kernel, layout };
    layout = layoutFor(padded, Math.max(layout.capacity * 2, needed));
    kernel = begin(layout);
    for (const [part, size] of [
      ['scales', 4],
      ['rests', 4],
      ['lengths', 4],
      ['codes', padded],
    ] as const) {
      bytes(kernel, layout[part], rows * size).set(bytes(before.kernel, before.layout[part], rows * size));
    }
  };
  return {
    push(row) {
      if (rows === layout.capacity) grow(rows + 1);
      floats(kernel, layout.staged, dims).set(row);
      kernel.quantise(layout.staged, layout.codes + rows * padded, padded, layout.facts);
      const [scale = 0, rest = 0, length = 0] = new Float64Array(kernel.memory.buffer, layout.facts, 3);
      floats(kernel, layout.scales, layout.capacity)[rows] = scale;
      floats(kernel, layout.rests, layout.capacity)[rows] = roundedUp(Math.sqrt(rest));
      floats(kernel, layout.lengths, layout.capacity)[rows] = roundedUp(Math.sqrt(length));
      rows++;
    },
    add({ facts, codes }) {
      const count = codes.length / padded;
      if (facts.length !== count * FACTS) throw new RangeError(`Codes of ${String(dims)} numbers were expected`);
      if (rows + count > layout.capacity) grow(rows + count);
      for (const [place, part] of FACTS_OF_ROW.entries()) {
        const values = floats(kernel, layout[part], layout.capacity);
        for (let row = 0; row < count; row++) values[rows + row] = facts[row * FACTS + place] ?? 0;
      }
      new Int8Array(kernel.memory.buffer, layout.codes + rows * padded, codes.length).set(codes);
      rows += count;
    },
    codes() {
      const facts = new Float32Array(rows * FACTS);
      for (const [place, part] of FACTS_OF_ROW.entries()) {
        const values = floats(kernel, layout[part], rows);
        for (const [row, value] of values.entries()) facts[row * FACTS + place] = value;
      }
      return { facts, codes: new Int8Array(kernel.memory.buffer, layout.codes, rows * padded).slice() };
    },
    candidates(query, k, mask) {
      const { codes, scale, length, slack } = codeQuery(query, padded);
      new Int16Array(kernel.memory.buffer, layout.query, padded).set(codes);
      const bars = Math.min(k, rows);
      new Float64Array(kernel.memory.buffer, layout.heap, bars).fill(-Infinity);
      if (mask) bytes(kernel, layout.mask, rows).fill(0).set(mask.subarray(0, rows));
      const found = kernel.scan(
        layout.codes,
        layout.query,
        padded,
        (rows + 3) & -4,
        layout.scales,
        layout.rests,
        layout.lengths,
        scale,
        length,
        slack,
        mask ? layout.mask : 0,
        layout.uppers,
        layout.heap,
        bars,
        layout.found,
      );
      // Rows beyond the last are without bounds, so that they are found always.
      return new Uint32Array(kernel.memory.buffer, layout.found, found).filter((row) => row < rows);
    },
  };
}

function layoutFor(padded: number, expected: number): Layout {
  const capacity = Math.max(4, (expected + 3) & -4);
  let end = 16;
  const room = (size: number): number => {
    const start = end;
    end = (end + size + 15) & -16;
    return start;
  };
  return {
    capacity,
    staged: room(padded * 4),
    query: room(padded * 2),
    facts: room(24),
    scales: room(capacity * 4),
    rests: room(capacity * 4),
    lengths: room(capacity * 4),
    mask: room(capacity),
    uppers: room(capacity * 8),
    heap: room(capacity * 8),
    found: room(capacity * 4),
    codes: room(capacity * padded),
    bytes: end,
  };
}

function begin(layout: Layout): Kernel {
  const kernel = startKernel(layout.bytes);
  floats(kernel, layout.lengths, layout.capacity).fill(Infinity);
  return kernel;
}

/** As a 32-bit float that is not smaller. */
function roundedUp(value: number): number {
  return Math.fround(Math.fround(value * UP) + TINY);
}

function bytes(kernel: Kernel, start: number, length: number): Uint8Array {
  return new Uint8Array(kernel.memory.buffer, start, length);
}

function floats(kernel: Kernel, start: number, length: number): Float32Array {
  return new Float32Array(kernel.memory.buffer, start, length);
}

/** The codes of row-major vectors; undefined where WebAssembly SIMD is missing and nothing would use them. About 2 ms for 1,000 rows of 384. */
export function codeVectors(vectors: Float32Array, dims: number): Codes | undefined {
  if (!hasKernel()) return undefined;
  const rows = createCodedRows(dims, vectors.length / dims);
  for (let at = 0; at < vectors.length; at += dims) rows.push(vectors.subarray(at, at + dims));
  return rows.codes();
}
