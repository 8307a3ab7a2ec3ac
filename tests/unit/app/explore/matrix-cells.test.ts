import { describe, expect, test } from 'vitest';
import { nextFilled, passagesAt, placeOfCell } from '../../../../src/app/explore/matrix-cells';

/** Rows: [2, 0, 5, 0], [0, 0, 0, 0], [0, 3, 1, 0]. */
const cells = {
  offsets: Int32Array.from([0, 2, 2, 4]),
  columns: Int32Array.from([0, 2, 1, 2]),
  counts: Int32Array.from([2, 5, 3, 1]),
};

describe('cells of the matrix', () => {
  test('have their count, and empty ones and titles none', () => {
    const rows = [0, 1, 2].map((row) => [0, 1, 2, 3].map((column) => passagesAt(cells, { row, column })));
    expect(rows).toEqual([
      [2, 0, 5, 0],
      [0, 0, 0, 0],
      [0, 3, 1, 0],
    ]);
    expect(passagesAt(cells, { row: -1, column: 0 })).toBe(0);
    expect(passagesAt(cells, { row: 0, column: -1 })).toBe(0);
  });

  test('are found by their number, empty rows left out', () => {
    expect([0, 1, 2, 3].map((cell) => placeOfCell(cells, cell))).toEqual([
      { row: 0, column: 0 },
      { row: 0, column: 2 },
      { row: 2, column: 1 },
      { row: 2, column: 2 },
    ]);
  });

  test.each([
    [{ row: 0, column: 0 }, 1, true, { row: 0, column: 2 }],
    [{ row: 0, column: 1 }, 1, true, { row: 0, column: 2 }],
    [{ row: 0, column: -1 }, 1, true, { row: 0, column: 0 }],
    [{ row: 0, column: 2 }, 1, true, { row: 0, column: 2 }],
    [{ row: 0, column: 3 }, -1, true, { row: 0, column: 2 }],
    [{ row: 0, column: 2 }, -1, true, { row: 0, column: 0 }],
    [{ row: 1, column: 2 }, -1, true, { row: 1, column: 2 }],
    [{ row: 0, column: 2 }, 1, false, { row: 2, column: 2 }],
    [{ row: 2, column: 1 }, -1, false, { row: 2, column: 1 }],
    [{ row: 2, column: 2 }, -1, false, { row: 0, column: 2 }],
  ] as const)('from %j in direction %i, across %s, the next filled one is %j', (from, step, across, expected) => {
    expect(nextFilled(cells, from, step, across)).toEqual(expected);
  });
});
