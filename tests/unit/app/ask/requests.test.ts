import type { ActionState, DriftAction } from '../../../../src/core/search/trace';
import { expect, test } from 'vitest';
import { pursueQuestion } from '../../../../src/app/ask/requests';
import { shownTurn } from '../../../../src/app/ask/turns';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';
import type { Turn } from '../../../../src/core/conversations/conversations';

const action = (id: number, question: string, state: ActionState): DriftAction => ({
  ...{ id, question, state, parent: 0, depth: 1, priority: 0.5, score: null, answer: '', documentIds: [] },
});

const turn = (actions: readonly DriftAction[], drift?: NonNullable<Turn['request']>['drift']): Turn => ({
  id: 'turn',
  question: 'Who kept the light?',
  asked: 0,
  request: { mode: 'drift', ...(drift && { drift }) },
  answer: {
    evidence: NO_EVIDENCE,
    ...{ mode: 'drift', method: 'Small model', sentences: [], citations: [], notFound: false, stopped: false },
    trace: { mode: 'drift', reason: '', sections: [], milliseconds: 0, modelCalls: 0, actions },
  },
});

test('a question that was left out while the answer was made stays out when another one is asked, too', () => {
  const shown = shownTurn(turn([action(1, 'Who rowed?', 'stopped'), action(2, 'Who paid?', 'waiting')]));
  expect(pursueQuestion(shown, 'Who paid?')).toEqual({ pursued: ['Who paid?'], stopped: ['Who rowed?'] });
});

test('what was pursued and left out before stays so, and a question left out can be asked after all', () => {
  const before = { pursued: ['Who paid?'], stopped: ['Who rowed?', 'Who sang?'] };
  const shown = shownTurn(turn([action(1, 'Who rowed?', 'stopped')], before));
  expect(pursueQuestion(shown, 'Who rowed?')).toEqual({ pursued: ['Who paid?', 'Who rowed?'], stopped: ['Who sang?'] });
});

test('a question that was pursued and then stopped is not asked again with the next one', () => {
  const shown = shownTurn(turn([action(1, 'Who paid?', 'stopped')], { pursued: ['Who paid?'], stopped: [] }));
  expect(pursueQuestion(shown, 'Who sang?')).toEqual({ pursued: ['Who sang?'], stopped: ['Who paid?'] });
});
