import { expect, it } from 'vitest';
import { fuse, rerank } from '../../../src/core/retrieval/top-k';

it('adds the reciprocal ranks of every list', () => {
  const fused = fuse([{ ids: [7, 8] }, { ids: [8, 9], weight: 2 }]);
  expect(fused.map(({ id }) => id)).toEqual([8, 9, 7]);
  expect(fused[0]?.score).toBeCloseTo(1 / 62 + 2 / 61);
});

it('keeps the order of a single list', () => {
  expect(fuse([{ ids: [3, 1, 2] }]).map(({ id }) => id)).toEqual([3, 1, 2]);
});

const hits = [
  { id: 4, score: 1 },
  { id: 2, score: 0.8 },
  { id: 9, score: 0.5 },
  { id: 1, score: 0.2 },
];

it('puts what a reranker scored first, by its scores, and the rest behind in its order', () => {
  const scores = new Map([
    [4, 0.1],
    [9, 0.9],
  ]);
  const reranked = rerank(hits, scores);
  expect(reranked.map(({ id }) => id)).toEqual([9, 4, 2, 1]);
  expect(reranked.map(({ score }) => score)).toEqual([...reranked.map(({ score }) => score)].sort((a, b) => b - a));
});

it('leaves hits without a reranker as they are, and lets what was before decide between equal scores', () => {
  expect(rerank(hits, new Map())).toBe(hits);
  const alike = new Map(hits.map(({ id }) => [id, 0.5]));
  expect(rerank(hits, alike).map(({ id }) => id)).toEqual([4, 2, 9, 1]);
});
