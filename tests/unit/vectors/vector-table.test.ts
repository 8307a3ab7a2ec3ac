import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hit } from '../../../src/core/vectors/top-k';
import { codeVectors, createCodedRows } from '../../../src/core/vectors/codes';
import { createVectorTable, type VectorTable } from '../../../src/core/vectors/vector-table';
import { finish } from '../../../src/core/work';
import { MAKERS, type VectorSet } from './vector-sets';
import { runs } from '../../helpers/property-runs';

function tableOf({ dims, vectors }: VectorSet, simd = true): VectorTable {
  const table = createVectorTable(dims, { simd, expected: 4 });
  const half = Math.floor(vectors.length / dims / 2) * dims;
  finish(table.append(vectors.slice(0, half)));
  finish(table.append(vectors.slice(half)));
  return table;
}

/** All scores one after another, without anything that the table uses. */
function scoresOf({ dims, vectors, query }: VectorSet): number[] {
  return Array.from({ length: vectors.length / dims }, (_, row) =>
    query.reduce((sum, value, at) => sum + value * (vectors[row * dims + at] ?? 0), 0),
  );
}

/** Returns the tolerance for a sum of 64-bit floats in another order. */
function tolerance({ dims, vectors, query }: VectorSet, row: number): number {
  const size = query.reduce((sum, value, at) => sum + Math.abs(value * (vectors[row * dims + at] ?? 0)), 0);
  return dims * 2 ** -52 * size;
}

function expectBest(set: VectorSet, hits: readonly Hit[], k: number, allow: (row: number) => boolean): void {
  const scores = scoresOf(set);
  const rows = scores.map((_, row) => row).filter(allow);
  expect(hits).toHaveLength(Math.min(k, rows.length));
  for (const { id, score } of hits) {
    expect(allow(id)).toBe(true);
    expect(Math.abs(score - (scores[id] ?? NaN))).toBeLessThanOrEqual(tolerance(set, id));
  }
  const found = new Set(hits.map(({ id }) => id));
  const last = hits.at(-1);
  if (!last) return;
  for (const row of rows) {
    if (!found.has(row)) expect(scores[row] ?? NaN).toBeLessThanOrEqual(last.score + tolerance(set, row));
  }
}

const cases = fc.record({
  maker: fc.constantFrom(...Object.keys(MAKERS)),
  rows: fc.integer({ min: 1, max: 90 }),
  dims: fc.constantFrom(1, 3, 16, 17, 48, 100),
  seed: fc.integer({ min: 1, max: 1e9 }),
  k: fc.integer({ min: 1, max: 30 }),
});

const setOf = ({ maker, rows, dims, seed }: { maker: string; rows: number; dims: number; seed: number }): VectorSet =>
  MAKERS[maker]?.(rows, dims, seed) ?? { dims, vectors: new Float32Array(0), query: new Float32Array(dims) };

describe('the best rows', () => {
  test('are those of a search through all of them, equal ones by number, with and without SIMD', () => {
    fc.assert(
      fc.property(cases, ({ k, ...made }) => {
        const set = setOf(made);
        const hits = tableOf(set).search(set.query, { k });
        expectBest(set, hits, k, () => true);
        expect(hits).toEqual(tableOf(set, false).search(set.query, { k }));
        for (const [at, hit] of hits.entries()) {
          const next = hits[at + 1];
          if (next) expect(hit.score > next.score || (hit.score === next.score && hit.id < next.id)).toBe(true);
        }
      }),
      runs(150),
    );
  });

  test('are never left out by the scan, which leaves out most of the others', () => {
    const set = setOf({ maker: 'random', rows: 5000, dims: 384, seed: 3 });
    const coded = createCodedRows(384, 5000);
    for (let row = 0; row < 5000; row++) coded.push(set.vectors.subarray(row * 384, (row + 1) * 384));
    const candidates = new Set(coded.candidates(set.query, 10, undefined));
    const best = tableOf(set, false).search(set.query, { k: 10 });
    expect(best.filter(({ id }) => !candidates.has(id))).toEqual([]);
    expect(candidates.size).toBeLessThan(200);
  });

  test('are the same by codes that were made before, whether they come first, later or in parts', () => {
    fc.assert(
      fc.property(cases, fc.nat({ max: 90 }), ({ k, ...made }, cut) => {
        const set = setOf(made);
        const [first, second] = [set.vectors.slice(0, cut * set.dims), set.vectors.slice(cut * set.dims)];
        const table = createVectorTable(set.dims, { expected: 4 });
        finish(table.append(first, codeVectors(first, set.dims)));
        finish(table.append(second, codeVectors(second, set.dims)));
        finish(table.append(first));
        const plain = createVectorTable(set.dims, { expected: 4 });
        for (const part of [first, second, first]) finish(plain.append(part));
        expect(table.search(set.query, { k })).toEqual(plain.search(set.query, { k }));
        expect(table.size).toBe(plain.size);
      }),
    );
  });

  test('within chosen rows are the best of these, whether few or many are chosen', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 5 }), ({ k, ...made }, every) => {
        const set = setOf(made);
        const total = set.vectors.length / set.dims;
        const allow = (row: number): boolean => row % every === 0;
        const mask = Uint8Array.from({ length: total }, (_, row) => (allow(row) ? 1 : 0));
        const rows = [...mask.keys()].filter(allow);
        const table = tableOf(set);
        const masked = table.search(set.query, { k, mask });
        expectBest(set, masked, k, allow);
        expect(table.search(set.query, { k, rows })).toEqual(masked);
      }),
    );
    const set = setOf({ maker: 'random', rows: 5000, dims: 16, seed: 4 });
    const rows = Array.from({ length: 2500 }, (_, at) => at * 2);
    expectBest(set, tableOf(set).search(set.query, { k: 7, rows }), 7, (row) => row % 2 === 0);
  });

  test('are never removed rows', () => {
    fc.assert(
      fc.property(cases, ({ k, ...made }) => {
        const set = setOf(made);
        const table = tableOf(set);
        for (let row = 0; row < table.size; row += 2) table.remove(row);
        const odd = (row: number): boolean => row % 2 === 1;
        expectBest(set, table.search(set.query, { k }), k, odd);
        const mask = new Uint8Array(table.size).fill(1);
        expectBest(set, table.search(set.query, { k, mask }), k, odd);
      }),
    );
  });

  test('can be asked for by the vector of a row, which is then the first', () => {
    const set = setOf({ maker: 'random', rows: 300, dims: 48, seed: 5 });
    const table = tableOf(set);
    expect(table.vector(200)).toEqual(set.vectors.subarray(200 * 48, 201 * 48));
    const [first, second] = table.search(table.vector(200), { k: 2 });
    expect(first?.id).toBe(200);
    expect(first?.score).toBeGreaterThan(second?.score ?? NaN);
    expect(() => table.vector(300)).toThrow(RangeError);
  });
});

test('vectors, codes and queries of another length are refused', () => {
  const table = createVectorTable(4);
  const codes = codeVectors(new Float32Array(8), 4);
  if (!codes) throw new Error('There is no kernel');
  expect(() => finish(table.append(new Float32Array(4), codes))).toThrow(RangeError);
  expect(() => finish(table.append(new Float32Array(8), { ...codes, facts: new Float32Array(3) }))).toThrow(RangeError);
  expect(table.size).toBe(0);
  expect(() => finish(table.append(new Float32Array(6)))).toThrow(RangeError);
  expect(() => table.search(new Float32Array(3), { k: 1 })).toThrow(RangeError);
});
