import { expect, test } from 'vitest';
import { exchangesOf } from '../../../../src/app/answers/exchanges';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';
import type { ShownTurn } from '../../../../src/app/answers/shown-turn';

const turn = (id: string, comparedWith?: string): ShownTurn => ({
  id,
  question: `Question ${id}`,
  scope: [],
  answer: {
    mode: 'local',
    method: 'evidence',
    evidence: NO_EVIDENCE,
    sentences: [],
    citations: [],
    notFound: false,
    stopped: false,
    trace: { mode: 'local', reason: '', sections: [], milliseconds: 0, modelCalls: 0 },
  },
  ...(comparedWith !== undefined && { comparedWith }),
  streaming: false,
  working: '',
  points: [],
});

const told = (turns: readonly ShownTurn[]): readonly string[] =>
  exchangesOf(turns).map(({ first, beside }) => (beside ? `${first.id}|${beside.id}` : first.id));

test('an answer that is compared stands beside the first one, whatever was asked between', () => {
  expect(told([turn('a'), turn('b'), turn('c', 'a')])).toEqual(['a|c', 'b']);
});

test('a second answer whose first is gone stands alone, and so does a third', () => {
  expect(told([turn('b', 'gone'), turn('c')])).toEqual(['b', 'c']);
  expect(told([turn('a'), turn('b', 'a'), turn('c', 'a')])).toEqual(['a|b', 'c']);
});
