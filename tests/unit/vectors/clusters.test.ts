import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeUpVectors } from '../../../bench/lib/made-up-vectors';
import { byteProduct, byteVectors, joinRows, pickRows, writeUnitRow } from '../../../src/core/vectors/byte-vectors';
import { clusterVectors } from '../../../src/core/vectors/clusters';
import { runs } from '../../helpers/property-runs';

const DIMS = 16;
const OPTIONS = { count: 12, largest: 30, seed: 7 };
const made = (rows: number) => byteVectors(madeUpVectors(rows, DIMS, 1).vectors, DIMS);
const rowsOf = (clusters: ReturnType<typeof clusterVectors>): number[] => clusters.flatMap(({ rows }) => [...rows]);

describe('clusters of vectors', () => {
  it('hold each row once, and no more than fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 200 }), (rows, count) => {
        const clusters = clusterVectors(made(rows), { ...OPTIONS, count });
        expect(rowsOf(clusters).sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, row) => row));
        expect(clusters.every((one) => one.rows.length > 0 && one.rows.length <= OPTIONS.largest)).toBe(true);
      }),
      runs(15),
    );
  });

  it('are the same for the same seed', () => {
    const [one, again] = [clusterVectors(made(300), OPTIONS), clusterVectors(made(300), OPTIONS)];
    expect(again).toEqual(one);
  });

  it('are none of no rows, and no more than there are rows', () => {
    expect(clusterVectors(made(0), OPTIONS)).toEqual([]);
    expect(clusterVectors(made(5), OPTIONS).length).toBeLessThanOrEqual(5);
  });

  it('part rows that cannot be told apart by their order', () => {
    const same = byteVectors(new Float32Array(1000 * DIMS).fill(0.25), DIMS);
    const clusters = clusterVectors(same, OPTIONS);
    expect(Math.max(...clusters.map(({ rows }) => rows.length))).toBeLessThanOrEqual(OPTIONS.largest);
    expect(rowsOf(clusters)).toHaveLength(1000);
  });

  it('take rows of zeros, whose centroid is zeros', () => {
    const [cluster, ...others] = clusterVectors(byteVectors(new Float32Array(3 * DIMS), DIMS), {
      ...OPTIONS,
      count: 1,
    });
    expect(others).toEqual([]);
    expect([...(cluster?.centroid ?? [])]).toEqual(new Array(DIMS).fill(0));
  });

  it('have rows of one direction together, and their centroids point there', () => {
    const axes = Float32Array.from({ length: 60 * DIMS }, (_, at) =>
      at % DIMS === Math.floor(at / DIMS / 20) ? 1 : 0,
    );
    const clusters = clusterVectors(byteVectors(axes, DIMS), { count: 12, largest: 60, seed: 1 });
    for (const { centroid, rows } of clusters) {
      expect(new Set([...rows].map((row) => Math.floor(row / 20))).size).toBe(1);
      expect(Math.max(...centroid)).toBeCloseTo(1);
    }
  });

  it('share out many rows as evenly as few', () => {
    const clusters = clusterVectors(made(20_000), { count: 400, largest: 200, seed: 1 });
    expect(clusters.length).toBeGreaterThan(300);
    expect(clusters.length).toBeLessThan(800);
    expect(rowsOf(clusters)).toHaveLength(20_000);
  });
});

describe('vectors in bytes', () => {
  const numbers = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 });

  it('are off by half a scale at most', () => {
    fc.assert(
      fc.property(numbers, numbers, (row, query) => {
        const coded = byteVectors(Float32Array.from(row), 6);
        const exact = row.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0);
        const most = query.reduce((sum, value) => sum + Math.abs(value), 0) * ((coded.scales[0] ?? 0) * 0.51 + 1e-6);
        expect(Math.abs(byteProduct(Float32Array.from(query), coded, 0) - exact)).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('can be picked, joined, and written with length 1', () => {
    const all = byteVectors(Float32Array.from([3, 4, 0, 0, -5, 0]), 2);
    expect(joinRows([pickRows(all, [0]), pickRows(all, [1, 2])], 2)).toEqual(all);
    const written = new Float32Array(6);
    for (let row = 0; row < 3; row++) writeUnitRow(all, row, written, row * 2);
    expect([...written].map((value) => Math.round(value * 100) / 100)).toEqual([0.6, 0.8, 0, 0, -1, 0]);
  });
});
