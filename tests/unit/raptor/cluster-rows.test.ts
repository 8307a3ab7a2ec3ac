import { describe, expect, it } from 'vitest';
import { clusterRows, normalise, type GroupedRows } from '../../../src/core/raptor/cluster-rows';
import { randomNumbers } from '../../../src/core/random';
import { finish } from '../../../src/core/work';

const DIMS = 32;

/** Rows around some directions, `each` near every one of them. */
function rowsAround(directions: number, each: number, noise = 0.15): GroupedRows {
  const random = randomNumbers(3);
  const centres = Array.from({ length: directions * DIMS }, () => random() - 0.5);
  const count = directions * each;
  const vectors = new Float32Array(count * DIMS);
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < DIMS; at++) {
      vectors[row * DIMS + at] = (centres[(row % directions) * DIMS + at] ?? 0) + noise * (random() - 0.5);
    }
    normalise(vectors.subarray(row * DIMS, (row + 1) * DIMS));
  }
  return {
    vectors,
    dims: DIMS,
    tokens: Array.from({ length: count }, () => 100),
    order: Array.from({ length: count }, (_, at) => at),
  };
}

describe('Clusters of rows', () => {
  it('hold the rows of one direction', () => {
    const rows = rowsAround(6, 10);
    const clusters = finish(clusterRows(rows, { budget: 500, limit: 3500 }));
    for (const cluster of clusters) expect(new Set(cluster.map((row) => row % 6)).size).toBe(1);
    expect(new Set(clusters.flat()).size).toBe(60);
  });

  it('are the same whatever the place of the rows', () => {
    const rows = rowsAround(5, 12, 0.6);
    const moved = { ...rows, vectors: rows.vectors.slice() };
    const count = rows.order.length;
    const to = (row: number): number => (row * 7) % count;
    for (let row = 0; row < count; row++)
      moved.vectors.set(rows.vectors.subarray(row * DIMS, (row + 1) * DIMS), to(row) * DIMS);
    const options = { budget: 600, limit: 900 };
    const before = finish(clusterRows(rows, options)).map((cluster) => cluster.map(to));
    expect(finish(clusterRows({ ...moved, order: rows.order.map(to) }, options))).toEqual(before);
  });

  it('share a row that is nearly as near to a second one', () => {
    const sides = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? [1, 0] : [0, 1]));
    const vectors = Float32Array.from([...sides, [Math.SQRT1_2, Math.SQRT1_2]].flat());
    const order = Array.from({ length: 21 }, (_, at) => at);
    const clusters = finish(
      clusterRows({ vectors, dims: 2, tokens: order.map(() => 1), order }, { budget: 11, limit: 100 }),
    );
    const [even, odd] = [order.filter((row) => row % 2 === 0), order.filter((row) => row % 2 === 1)];
    expect(clusters).toEqual([even, [...odd, 20]]);
  });

  it('over the limit are split, also where all rows are the same', () => {
    const rows = rowsAround(1, 40, 0.9);
    const same = { ...rows, vectors: new Float32Array(40 * DIMS).fill(1 / Math.sqrt(DIMS)) };
    for (const one of [rows, same]) {
      const clusters = finish(clusterRows(one, { budget: 10_000, limit: 900 }));
      expect(Math.max(...clusters.map(({ length }) => length))).toBeLessThanOrEqual(9);
      expect(clusters.flat().sort((a, b) => a - b)).toEqual(rows.order);
    }
    const long = { ...same, tokens: rows.order.map(() => 5000) };
    expect(finish(clusterRows(long, { budget: 200_000, limit: 900 }))).toHaveLength(40);
  });

  it('of rows without any direction are one', () => {
    const rows = { ...rowsAround(1, 20), vectors: new Float32Array(20 * DIMS) };
    expect(finish(clusterRows(rows, { budget: 500, limit: 3500 }))).toHaveLength(1);
  });
});
