import { expect, it } from 'vitest';
import { mergeRanges } from '../../../../src/adapters/addresses/merge-ranges';

const range = (start: number, end: number) => ({ start, end });

it('asks at once for parts that overlap, touch or are near each other, and apart for others', () => {
  const ranges = [range(500, 600), range(0, 10), range(550, 700), range(10, 20), range(30, 40)];
  expect(mergeRanges(ranges, 10)).toEqual([
    { start: 0, end: 40, parts: [1, 3, 4] },
    { start: 500, end: 700, parts: [0, 2] },
  ]);
  expect(mergeRanges(ranges, 9)).toHaveLength(3);
});

it('keeps a part that lies within another from making it shorter', () => {
  expect(mergeRanges([range(0, 100), range(10, 20)])).toEqual([{ start: 0, end: 100, parts: [0, 1] }]);
});

it('asks for nothing where a part is empty, and refuses what is no range', () => {
  expect(mergeRanges([range(5, 5)])).toEqual([]);
  for (const [start, end] of [
    [-1, 5],
    [6, 5],
    [0.5, 2],
    [0, Infinity],
  ] as const)
    expect(() => mergeRanges([range(start, end)])).toThrow(RangeError);
});
