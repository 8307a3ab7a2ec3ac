import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { language } from '../../../src/app/words/language.svelte';
import { message } from '../../../src/core/message';
import type { Answer } from '../../../src/core/search/answer/answer';
import type { SearchEvent } from '../../../src/core/search/events';
import { NO_EVIDENCE, type Evidence } from '../../../src/core/search/evidence/evidence';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { PROSE } from '../../helpers/fake-evidence';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));
afterEach(() => language.choose('browser'));

const answer = page.getByRole('article');
const FOUND: Evidence = { ...NO_EVIDENCE, passages: [{ ...PROSE, documentId: HARBOUR.id }] };

/** The page after a question whose answer is this. */
async function asked(evidence: Evidence, parts: Partial<Answer> = {}) {
  async function* answering(): AsyncIterable<SearchEvent> {
    const trace = { mode: 'local', reason: '', sections: [], milliseconds: 1, modelCalls: 0 } as const;
    const words = { sentences: [], citations: [], notFound: false, stopped: false };
    yield { kind: 'evidence', evidence };
    yield { kind: 'answer', answer: { mode: 'local', method: 'evidence', evidence, ...words, trace, ...parts } };
  }
  const shown = await showApp({ documents: [HARBOUR, LEDGER], answering });
  await page.getByRole('textbox', { name: /Question|问题/u }).fill('Who is at odds?');
  await userEvent.keyboard('{Enter}');
  return shown;
}

test.each([
  ['en', 'Below is what the documents connect most.', 'Below is how the documents begin.'],
  ['zh', '以下是文档中关联最多的内容。', '以下是各文档的开头。'],
] as const)('what is shown where nothing matches is said: %s', async (tongue, connected, leads) => {
  await language.choose(tongue);
  const missing = [{ word: 'odds', suggestions: [] }];
  const { screen } = await asked({ ...FOUND, missing, instead: 'best connected' });
  await expect.element(answer.getByText(connected)).toBeVisible();
  await expect.element(answer.getByText(/“odds”/u)).toBeVisible();
  await screen.unmount();
  await asked({ ...FOUND, missing, instead: 'document leads' });
  await expect.element(answer.getByText(leads)).toBeVisible();
});

test.each([
  ['en', 'The model did not answer: It is gone.', 'Answer from documents only'],
  ['zh', '模型没有回答：It is gone.', '仅根据文档回答'],
] as const)('why no model answered stands above the evidence, with a way on: %s', async (tongue, why, button) => {
  await language.choose(tongue);
  const { session } = await asked(FOUND, { failure: message`The model did not answer: ${'It is gone.'}` });
  const reason = answer.getByText(why);
  await expect.element(reason).toBeVisible();
  const passage = answer.getByRole('mark').first().element();
  expect(reason.element().compareDocumentPosition(passage) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await answer.getByRole('button', { name: button }).click();
  expect(session.conversations.searchSettings.method).toBe('evidence');
  await expect.element(answer.getByRole('button', { name: button })).not.toBeInTheDocument();
});

test.each([
  ['en', 'timeline', 'Open the timeline', 'timeline'],
  ['zh', 'timeline', '打开时间线', 'timeline'],
  ['en', 'summary', 'Open the book', 'book'],
  ['zh', 'contradictions', '打开矩阵', 'matrix'],
] as const)('a task leads to the view that does it: %s, %s', async (tongue, task, button, view) => {
  await language.choose(tongue);
  await asked({ ...FOUND, task });
  await answer.getByRole('button', { name: button }).click();
  await expect.poll(() => location.hash).toContain(`view=${view}`);
});
