import { expect, it } from 'vitest';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';
import { answerReady } from '../../../../src/app/answers/answer-ready';

it('counts each citation once, and not what only comes nearest to a sentence that nothing supports', () => {
  const at = { start: 0, end: 1 };
  const verdict = 'quoted' as const;
  const sentences = [
    { text: 'Ada kept the lamp.', at, verdict, citations: [1, 2] },
    { text: 'She kept it alone.', at, verdict, citations: [2] },
    { text: 'She flew.', at, verdict, citations: [], nearest: 3 },
  ];
  expect(answerReady({ text: 'Ada kept the lamp.', sentences, evidence: NO_EVIDENCE })).toBe(
    'Answer ready: 3 sentences, 2 citations.',
  );
});
