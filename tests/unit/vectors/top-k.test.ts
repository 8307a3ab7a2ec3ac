import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topK, fuseDense, rerank } from '../../../src/core/vectors/top-k';

it('keeps what sorting everything would put first, equal scores by number', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), fc.nat(15), (scores, k) => {
      const best = topK(k);
      const hits = scores.map((score, id) => ({ id, score }));
      for (const { id, score } of hits) best.push(id, score);
      expect(best.take()).toEqual([...hits].sort((a, b) => b.score - a.score || a.id - b.id).slice(0, k));
    }),
  );
});

const list = (...ids: readonly number[]) => ids.map((id) => ({ id, score: 1 / id }));

it('adds the reciprocal ranks of both lists, made to fall from 1', () => {
  const fused = fuseDense(list(7, 8), list(8, 9));
  expect(fused.map(({ id }) => id)).toEqual([8, 7, 9]);
  expect(fused[0]?.score).toBe(1);
  expect(fused[1]?.score).toBeCloseTo(1 / 11 / (1 / 11 + 1 / 12));
});

it('counts the second list as much as it weighs', () => {
  const words = list(1, 2, 3, 4);
  const meaning = list(9, 4, 1);
  const order = (weight: number) => fuseDense(words, meaning, weight).map(({ id }) => id);
  expect(order(0.25)).toEqual([1, 4, 2, 3, 9]);
  expect(order(4)).toEqual([4, 1, 9, 2, 3]);
});

it('leaves a ranking as it is where there is no other, or one that counts nothing', () => {
  const alone = list(3, 1, 2);
  expect(fuseDense(alone, [])).toBe(alone);
  expect(fuseDense(alone, list(2), 0)).toBe(alone);
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
