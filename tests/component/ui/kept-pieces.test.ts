import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Turn } from '../../../src/core/conversations/conversations';
import { NO_EVIDENCE } from '../../../src/core/search/evidence/evidence';
import { HARBOUR } from '../../helpers/fake-documents';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const answer = page.getByRole('article', { name: 'Answer' });

/** A turn of a Global search that was stopped after one batch. */
const STOPPED: Turn = {
  id: 'turn-1',
  question: 'What is the book about?',
  asked: 1,
  answer: {
    mode: 'global',
    method: 'Small model',
    lead: 'It was stopped before these findings were joined into one answer:',
    text: '- The book tells of ships.',
    sentences: [
      {
        text: 'The book tells of ships.',
        citations: [],
        at: { start: 2, end: 26 },
        verdict: 'unverified',
      },
    ],
    citations: [],
    evidence: NO_EVIDENCE,
    notFound: false,
    stopped: true,
    trace: {
      mode: 'global',
      reason: '',
      sections: [],
      milliseconds: 1,
      modelCalls: 1,
      calls: [],
      points: [{ batch: 1, of: 3, points: [{ text: 'Ships paid a toll.', score: 0 }], documentIds: [] }],
    },
  },
};

test('an answer that was stopped shows, when it is opened again, what came and that it was not joined', async () => {
  const { engine, session } = await showApp({ documents: [HARBOUR] });
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeVisible();
  await engine.keepTurn(null, STOPPED);
  await session.conversations.refresh();
  await page.getByRole('button', { name: STOPPED.question, exact: true }).click();
  await expect.element(answer.getByText('It was stopped before these findings')).toBeVisible();
  await expect.element(answer.getByText('The book tells of ships.')).toBeVisible();
  await expect.element(answer.getByText('Stopped before the end.')).toBeVisible();
  await answer.getByText('1 point from 1 of 3 batches, not checked yet').click();
  await expect.element(answer.getByText('Ships paid a toll.')).toBeVisible();
});

test('an answer tells what relevance tests brought, and is asked again with more of them', async () => {
  const more = { lazy: { budget: '100' } };
  const tests = { by: 'Small model', made: 20, most: 20, relevant: 6, walked: 4, leftOut: 9, more };
  const { points: _none, ...trace } = STOPPED.answer.trace;
  const tested: Turn = {
    ...STOPPED,
    answer: { ...STOPPED.answer, mode: 'lazy', trace: { ...trace, mode: 'lazy', tests } },
  };
  const { engine, session } = await showApp({ documents: [HARBOUR] });
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeVisible();
  await engine.keepTurn(null, tested);
  await session.conversations.refresh();
  await page.getByRole('button', { name: STOPPED.question, exact: true }).click();
  const brought =
    'Small model tested 20 passages of at most 20. 6 of them bear on the question. They are from 4 communities; 9 more were left out.';
  await expect.element(answer.getByText(brought)).toBeVisible();
  await answer.getByRole('button', { name: 'Test more passages' }).click();
  await expect.poll(() => session.conversations.turns.length).toBe(2);
  expect(session.conversations.turns[1]?.request?.parameters).toEqual(more);
});
