import { topK, type Hit } from './top-k';
import type { Work } from '../work';
import { createCodedRows, type CodedRows, type Codes, paddedDims } from './codes';
import { hasKernel } from './kernel';

/** Scope of a vector search; all rows by default. */
interface VectorSearch {
  readonly k: number;
  /** A byte per row, 0 leaves it out; rows beyond its end are left out, too. */
  readonly mask?: Uint8Array;
  /** Only these rows, without repeats. */
  readonly rows?: readonly number[];
}

/** Numbered vectors of one length, searched by inner product. Numbers are not reused. */
export interface VectorTable {
  readonly dims: number;
  /** Rows ever added, removed ones included. */
  readonly size: number;
  /** Adds rows, row-major; they are found when the work is done. Their codes are made here unless they are given. */
  append(vectors: Float32Array, codes?: Codes): Work<void>;
  remove(row: number): void;
  /** The vector of a row, not to be written to. */
  vector(row: number): Float32Array;
  /** The k rows with the highest inner product, best first, exactly; equal ones by number. Throws RangeError for a query of another length. */
  search(query: Float32Array, options: VectorSearch): readonly Hit[];
}

interface VectorTableOptions {
  /** Rows to make room for at first; default 1024. */
  readonly expected?: number;
  /** Default true where WebAssembly SIMD is; the result is the same without it, only slower. */
  readonly simd?: boolean;
}

interface Chunk {
  readonly first: number;
  readonly vectors: Float32Array;
}

const ROWS_PER_STEP = 512;
/** Fewer rows than this are scored one by one rather than scanned for. */
const FEW = 2000;

/** An empty vector table. */
export function createVectorTable(dims: number, options: VectorTableOptions = {}): VectorTable {
  const { expected = 1024, simd = hasKernel() } = options;
  const chunks: Chunk[] = [];
  let coded: CodedRows | undefined;
  let size = 0;
  let alive = new Uint8Array(expected);
  let removed = 0;

  const chunkOf = (row: number): Chunk => {
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((chunks[middle]?.first ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const chunk = chunks[low];
    if (!chunk || row < 0 || row >= size) throw new RangeError(`There is no vector ${String(row)}`);
    return chunk;
  };
  const code = (): CodedRows => (coded ??= createCodedRows(dims, expected));
  const add = (row: Float32Array): void => {
    if (simd) code().push(row);
    if (size === alive.length) alive = grown(alive, size + 1);
    alive[size++] = 1;
  };
  const addCoded = (codes: Codes, total: number): void => {
    if (codes.codes.length !== total * paddedDims(dims)) throw new RangeError('These are the codes of other rows');
    if (simd) code().add(codes);
    if (size + total > alive.length) alive = grown(alive, size + total);
    alive.fill(1, size, (size += total));
  };
  const rank = (query: Float32Array, rows: Iterable<number>, k: number): readonly Hit[] => {
    const best = topK(k);
    for (const row of rows) {
      if (alive[row] !== 1) continue;
      const { first, vectors } = chunkOf(row);
      best.push(row, exactScore(query, vectors, row - first));
    }
    return best.take();
  };
  return {
    dims,
    get size() {
      return size;
    },
    *append(vectors, codes) {
      const total = vectors.length / dims;
      if (!Number.isInteger(total)) throw new RangeError(`Vectors of ${String(dims)} numbers were expected`);
      if (total === 0) return;
      const first = size;
      if (codes) addCoded(codes, total);
      chunks.push({ first, vectors });
      if (codes) return;
      for (let row = 0; row < total; row++) {
        add(vectors.subarray(row * dims, (row + 1) * dims));
        if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield { done: row + 1, total };
      }
    },
    remove(row) {
      if (alive[row] === 1) removed++;
      alive[row] = 0;
    },
    vector(row) {
      const { first, vectors } = chunkOf(row);
      return vectors.subarray((row - first) * dims, (row - first + 1) * dims);
    },
    search(query, { k, mask, rows }) {
      if (query.length !== dims) throw new RangeError(`A query of ${String(dims)} numbers was expected`);
      const chosen = rows && (mask ? rows.filter((row) => (mask[row] ?? 0) !== 0) : rows);
      if (chosen && chosen.length <= FEW) return rank(query, chosen, k);
      const masked = chosen ? maskOf(chosen, size) : mask;
      const all = removed > 0 ? both(alive.subarray(0, size), masked) : masked;
      if (k <= 0 || size === 0) return [];
      return rank(query, coded ? coded.candidates(query, k, all) : allowed(size, all), k);
    },
  };
}

function* allowed(size: number, mask: Uint8Array | undefined): Generator<number> {
  for (let row = 0; row < size; row++) if (!mask || (mask[row] ?? 0) !== 0) yield row;
}

function maskOf(rows: readonly number[], size: number): Uint8Array {
  const mask = new Uint8Array(size);
  for (const row of rows) mask[row] = 1;
  return mask;
}

function both(alive: Uint8Array, mask: Uint8Array | undefined): Uint8Array {
  return mask ? alive.map((one, row) => ((mask[row] ?? 0) !== 0 ? one : 0)) : alive;
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(16, bytes.length * 2, needed));
  larger.set(bytes);
  return larger;
}

/**
 * The inner product of a query and a row of vectors, in 64-bit floats: products of 32-bit floats are exact there, and the sum is off by
 * about 1e-16 of the lengths' product. Both searches score by it, so that they agree to the last bit.
 */
function exactScore(query: Float32Array, vectors: Float32Array, row: number): number {
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
