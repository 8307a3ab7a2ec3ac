import { expect, test } from 'vitest';
import { message } from '../../../../src/core/message';
import { answerJson } from '../../../../src/app/ask/answer-export';
import { shownTurn } from '../../../../src/app/ask/turns';
import type { Turn } from '../../../../src/core/conversations/conversations';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';
import { HARBOUR } from '../../../helpers/fake-documents';
import { fakeEngine } from '../../../helpers/fake-engine';

const turn: Turn = {
  id: 'turn-1',
  question: 'Who kept the light?',
  asked: Date.UTC(2026, 0, 2),
  scope: [HARBOUR.id, 'gone'],
  request: { mode: 'auto', parameters: { answers: { temperature: 0.5 } } },
  answer: {
    mode: 'local',
    method: 'Small model',
    evidence: NO_EVIDENCE,
    text: 'Ada did.',
    sentences: [{ text: 'Ada did.', citations: [1], at: { start: 0, end: 8 }, verdict: 'quoted' }],
    citations: [
      {
        number: 1,
        target: { kind: 'passage', textUnitId: 'u' },
        passages: [{ document_id: HARBOUR.id, start: 0, end: 3, documentTitle: 'Book', page: 2, quote: 'Ada' }],
      },
    ],
    notFound: false,
    stopped: false,
    trace: {
      mode: 'local',
      reason: 'It names the light.',
      sections: [
        {
          name: 'Sources',
          tokens: 9,
          budget: 20,
          items: [{ kind: 'text unit', id: 'u', title: 'Book', score: 2.5, used: true }],
        },
      ],
      milliseconds: 1200,
      modelCalls: 1,
      calls: [
        {
          purpose: 'answer',
          about: '',
          messages: [{ role: 'user', content: 'Who kept the light?' }],
          reply: 'Ada did.',
          promptTokens: 40,
          completionTokens: 3,
          seconds: 1,
          exact: true,
          remembered: false,
          documentIds: [HARBOUR.id],
        },
      ],
    },
  },
};

test('an answer as JSON tells what was asked, what came, what stands behind it and of which index', async () => {
  const view = await fakeEngine({ documents: [HARBOUR] }).view();
  const exported = JSON.parse(answerJson(shownTurn(turn), view)) as Record<string, unknown>;
  const { trace, ...answer } = turn.answer;
  expect(exported).toMatchObject({
    format: 'burrow-answer',
    question: turn.question,
    asked: '2026-01-02T00:00:00.000Z',
    request: {
      ...turn.request,
      documents: [
        { id: HARBOUR.id, title: HARBOUR.title },
        { id: 'gone', title: null },
      ],
    },
    answer,
    trace,
    indexNow: { collection: 'River town', counts: view.counts, method: 'fast' },
  });
});

test('what Burrow says of an answer is told in words', () => {
  const notes = [message`Batch ${2} was not read: ${'The server is away.'}`];
  const noted = { ...turn, answer: { ...turn.answer, trace: { ...turn.answer.trace, notes } } };
  const exported = JSON.parse(answerJson(shownTurn(noted), null)) as Record<string, unknown>;
  expect(exported).toMatchObject({ trace: { notes: ['Batch 2 was not read: The server is away.'] } });
});

test('an answer without choices is told without its request', () => {
  const { request: _request, scope: _scope, ...before } = turn;
  const exported = JSON.parse(answerJson(shownTurn(before), null)) as Record<string, unknown>;
  expect(exported).toMatchObject({ request: { documents: [] }, indexNow: null });
});
