import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topK } from '../../../src/core/retrieval/top-k';

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
