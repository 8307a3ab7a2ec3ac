import { expect, test } from 'vitest';
import { groupExchanges, type ShownTurn } from '../../../../src/app/ask/turns';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';

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

const shapeOf = (turns: readonly ShownTurn[]): readonly string[] =>
  groupExchanges(turns).map(({ first, beside }) => (beside ? `${first.id}|${beside.id}` : first.id));

test('an answer that is compared stands beside the first one, whatever was asked between', () => {
  expect(shapeOf([turn('a'), turn('b'), turn('c', 'a')])).toEqual(['a|c', 'b']);
});

test('a second answer whose first is gone stands alone, and so does a third', () => {
  expect(shapeOf([turn('b', 'gone'), turn('c')])).toEqual(['b', 'c']);
  expect(shapeOf([turn('a'), turn('b', 'a'), turn('c', 'a')])).toEqual(['a|b', 'c']);
});
