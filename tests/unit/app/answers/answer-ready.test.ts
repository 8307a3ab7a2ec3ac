import { expect, it } from 'vitest';
import { answerReady } from '../../../../src/app/answers/answer-ready';

it('counts each citation once, and not what only comes nearest to a sentence that nothing supports', () => {
  const role = 'sentence' as const;
  const sentences = [
    { text: 'Ada kept the lamp.', role, citations: [1, 2] },
    { text: 'She kept it alone.', role, citations: [2] },
    { text: 'She flew.', role, citations: [], nearest: 3 },
  ];
  expect(answerReady({ sentences })).toBe('Answer ready: 3 sentences, 2 citations.');
});
