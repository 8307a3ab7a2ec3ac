import { createVectorTable } from '../../src/core/vectors/vector-table';
import { finish } from '../../src/core/work';
import { madeUpVectors } from './made-up-vectors';

/** Milliseconds, in one place and one run. */
export interface VectorTimes {
  readonly rows: number;
  readonly build: number;
  /** Medians. */
  readonly kernel: number;
  /** Merely reading as many bytes as the codes have, by SIMD xor. */
  readonly read: number;
  readonly plain: number;
  /** Share of the k best that the kernel found, against plain JavaScript. */
  readonly recall: number;
}

const QUESTIONS = 100;
const PLAIN_QUESTIONS = 10;

/** Runs in Node and in a page alike. `reader` is the compiled `READER`. */
export function vectorTimes(rows: number, dims: number, k: number, reader: Uint8Array<ArrayBuffer>): VectorTimes {
  const { vectors, queries } = madeUpVectors(rows, dims, QUESTIONS);
  const table = createVectorTable(dims, { expected: rows });
  const build = timed(() => finish(table.append(vectors)));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(reader));
  const { memory, read } = exports as { memory: WebAssembly.Memory; read: (from: number, to: number) => number };
  const bytes = rows * dims;
  memory.grow(Math.ceil(bytes / 65_536));
  new Uint8Array(memory.buffer).fill(3);
  const kernelTimes: number[] = [];
  const readTimes: number[] = [];
  const plainTimes: number[] = [];
  let found = 0;
  for (const [at, query] of queries.entries()) {
    let hits: ReturnType<typeof table.search> = [];
    kernelTimes.push(timed(() => (hits = table.search(query, { k }))));
    readTimes.push(timed(() => read(0, bytes)));
    if (at >= PLAIN_QUESTIONS) continue;
    let best: readonly number[] = [];
    plainTimes.push(timed(() => (best = plainSearch(vectors, query, k))));
    const ids = new Set(hits.map(({ id }) => id));
    found += best.filter((id) => ids.has(id)).length;
  }
  return {
    rows,
    build,
    kernel: median(kernelTimes),
    read: median(readTimes),
    plain: median(plainTimes),
    recall: found / (k * PLAIN_QUESTIONS),
  };
}

/** Searches as one would without a kernel: a loop over all numbers, and a short list of the best. */
export function plainSearch(vectors: Float32Array, query: Float32Array, k: number): readonly number[] {
  const dims = query.length;
  const best: { row: number; score: number }[] = [];
  for (let row = 0, start = 0; start < vectors.length; row++, start += dims) {
    let score = 0;
    for (let at = 0; at < dims; at++) score += (query[at] as number) * (vectors[start + at] as number);
    const last = best[k - 1];
    if (last && score <= last.score) continue;
    const place = best.findIndex((one) => one.score < score);
    best.splice(place < 0 ? best.length : place, 0, { row, score });
    best.length = Math.min(best.length, k);
  }
  return best.map(({ row }) => row);
}

export function timed(act: () => unknown): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Reads memory as fast as SIMD can and keeps nothing of it but its xor. */
export const READER = `(module
  (memory (export "memory") 1)
  (func (export "read") (param $at i32) (param $end i32) (result i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $more
      (local.set $a (v128.xor (local.get $a) (v128.load (local.get $at))))
      (local.set $b (v128.xor (local.get $b) (v128.load offset=16 (local.get $at))))
      (local.set $c (v128.xor (local.get $c) (v128.load offset=32 (local.get $at))))
      (local.set $d (v128.xor (local.get $d) (v128.load offset=48 (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $more (i32.lt_u (local.get $at) (local.get $end))))
    (i32x4.extract_lane 0
      (v128.xor (v128.xor (local.get $a) (local.get $b)) (v128.xor (local.get $c) (local.get $d))))))`;
