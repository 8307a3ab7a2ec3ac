import { expect, it } from 'vitest';
import { fuse } from '../../../src/core/retrieval/fusion';

it('adds the reciprocal ranks of every list', () => {
  const fused = fuse([{ ids: [7, 8] }, { ids: [8, 9], weight: 2 }]);
  expect(fused.map(({ id }) => id)).toEqual([8, 9, 7]);
  expect(fused[0]?.score).toBeCloseTo(1 / 62 + 2 / 61);
});

it('keeps the order of a single list', () => {
  expect(fuse([{ ids: [3, 1, 2] }]).map(({ id }) => id)).toEqual([3, 1, 2]);
});
