import type { Answer, AnswerSentence } from '../../../src/core/search/answer/answer';
import type { DriftAction } from '../../../src/core/search/trace';
import type { SearchRequest } from '../../../src/core/search/request/search-request';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchEvent } from '../../../src/core/search/events';
import { NO_EVIDENCE, type Citation } from '../../../src/core/search/evidence/evidence';
import { HARBOUR } from '../../helpers/fake-documents';
import { tracedCall } from '../../helpers/traced-call';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR];
const answer = page.getByRole('article', { name: 'Answer' });
const trace = { mode: 'local', reason: 'You chose Local.', sections: [], milliseconds: 5, modelCalls: 1 } as const;
const CALL = tracedCall({ purpose: 'answer' });
const citation: Citation = {
  number: 1,
  target: { kind: 'passage', textUnitId: 'unit-1' },
  passages: [
    { document_id: HARBOUR.id, start: 0, end: 5, documentTitle: 'The harbour book', page: null, quote: 'Words' },
  ],
};

/** Sentences of a text that stand between bars, with what each is worth. */
function written(...parts: readonly (readonly [string, Partial<AnswerSentence>])[]) {
  let text = '';
  const sentences = parts.map(([words, more]): AnswerSentence => {
    const start = text.length;
    text += words;
    const at = { start, end: start + words.trimEnd().length };
    return { text: words.trim(), citations: [], at, verdict: 'not checked', ...more };
  });
  return { text, sentences };
}

const answerOf = (given: Pick<Answer, 'text' | 'sentences'>, more: Partial<Answer> = {}): Answer => ({
  mode: 'local',
  method: 'Qwen3 1.7B',
  evidence: NO_EVIDENCE,
  citations: [citation],
  notFound: false,
  stopped: false,
  trace,
  ...given,
  ...more,
});

async function ask(): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill('Who kept the harbour book?');
  await userEvent.keyboard('{Enter}');
}

/** Events that come when they are let through. */
function stepped() {
  const waiting: SearchEvent[] = [];
  let wake: () => void = () => undefined;
  let over = false;
  async function* answering(): AsyncIterable<SearchEvent> {
    while (!over || waiting.length > 0) {
      const event = waiting.shift();
      if (event) yield event;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const tell = (...events: readonly SearchEvent[]): void => {
    waiting.push(...events);
    over = events.some(({ kind }) => kind === 'answer');
    wake();
  };
  return { answering, tell };
}

test('behind an unverified sentence, a card shows the words that the nearest passage lacks, and opens it', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  const lacks = [{ start: 21, end: 25 }];
  const given = written(['The book was lost in 1911.', { verdict: 'unverified', reason: 'number', nearest: 1, lacks }]);
  tell({ kind: 'answer', answer: answerOf(given) });
  await answer.getByRole('button', { name: /^Unverified/u }).click();
  const card = page.getByRole('dialog', { name: 'Unverified' });
  expect(card.element().querySelector('u')?.textContent).toBe('1911');
  await userEvent.keyboard('{Escape}');
  await answer.getByRole('button', { name: /^Compare 1/u }).click();
  await expect.element(page.getByRole('complementary').getByText('The harbour book').first()).toBeVisible();
});

test('while words stream in, the nodes of what is finished stay the same', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  tell({ kind: 'plan', mode: 'local', reason: trace.reason }, { kind: 'text', text: 'Ada kept it.\n\nThen the ' });
  await expect.element(answer.getByText('Then the')).toBeInTheDocument();
  const first = answer.getByText('Ada kept it.').element();
  const words = first.firstChild;
  const parts = written(
    ['Ada kept it.\n\n', { citations: [1], verdict: 'supported' }],
    ['Then the book was lost.', {}],
  );
  tell({ kind: 'text', text: 'book was lost.' });
  await expect.element(answer.getByText('Then the book was lost.')).toBeInTheDocument();
  expect(answer.getByText('Ada kept it.').element()).toBe(first);
  expect(first.firstChild).toBe(words);
  tell({ kind: 'cited', sentences: parts.sentences, citations: [citation] });
  await expect.element(answer.getByRole('button', { name: /^Citation 1/u })).toBeInTheDocument();
  expect(first.isConnected).toBe(true);
  const chip = answer.getByRole('button', { name: /^Citation 1/u }).element();
  tell({ kind: 'text', text: ' It was found.' });
  await expect.element(answer.getByText(/It was found/u)).toBeInTheDocument();
  tell({ kind: 'answer', answer: answerOf({ ...parts, text: `${parts.text} It was found.` }) });
  await expect.element(answer).toHaveAttribute('aria-busy', 'false');
  expect(first.isConnected).toBe(true);
  expect(chip.isConnected).toBe(true);
});

test('a sentence that is quoted or supported has its chips alone; each other verdict has one mark, and none while it is judged', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  const given = written(
    ['Ada kept it. ', { citations: [1], verdict: 'quoted' }],
    ['She kept it long. ', { citations: [1], verdict: 'supported', reason: 'entailment' }],
    ['She never kept it. ', { citations: [1], verdict: 'contradicted', reason: 'negation' }],
    ['She was paid in gold. ', { verdict: 'unverified', reason: 'no evidence' }],
    ['Was she? ', { verdict: 'unverified', reason: 'words', pending: true }],
    ['Harbours need books. ', { verdict: 'not checked', reason: 'general' }],
    ['That is all.', { verdict: 'not checked', reason: 'no claim' }],
  );
  const marks = () =>
    answer
      .getByRole('paragraph')
      .getByRole('button')
      .elements()
      .map((one) => one.textContent.trim());
  tell({ kind: 'text', text: given.text }, { kind: 'cited', sentences: given.sentences, citations: [citation] });
  await expect.poll(marks).toEqual(['1', '1', '1', '≠', '?', '–']);
  const judged = given.sentences.map(({ pending: _judged, ...one }) => one);
  tell({ kind: 'answer', answer: answerOf({ ...given, sentences: judged }) });
  await expect.poll(marks).toEqual(['1', '1', '1', '≠', '?', '?', '–']);
});

test('reports that were rated and not read are listed in the trace, folded, with what they were rated', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  const passedOver = [4, 0].map((score) => {
    const title = `Report rated ${String(score)}`;
    return { kind: 'report' as const, id: `report-${String(score)}`, title, score, used: false };
  });
  const given = written(['Ada kept it.', { citations: [1], verdict: 'supported' }]);
  tell({ kind: 'answer', answer: answerOf(given, { trace: { ...trace, passedOver } }) });
  await page.getByRole('button', { name: /^How this was found/u }).click();
  const rated = page.getByRole('button', { name: 'Report rated 0' });
  await expect.element(page.getByText('2 reports rated by the model but not read')).toBeVisible();
  await expect.element(rated).not.toBeInTheDocument();
  await page.getByText('2 reports rated by the model but not read').click();
  await expect.element(rated).toBeVisible();
  const rows = page.getByRole('row').elements();
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent.trim()))).toEqual([
    ['What', 'Score', 'Used'],
    ['Report rated 4', '4', 'no'],
    ['Report rated 0', '0', 'no'],
  ]);
});

test('a question of DRIFT can be stopped while it is looked up; those that were asked stand first in the end, and the others are folded away', async () => {
  const { answering, tell } = stepped();
  const { engine } = await showApp({ documents, answering });
  await ask();
  const action = (id: number, how: Partial<DriftAction>): DriftAction => ({
    id,
    parent: id === 0 ? null : 0,
    depth: id === 0 ? 0 : 1,
    question: `Question ${String(id)}?`,
    state: 'waiting',
    priority: id / 10,
    score: null,
    answer: '',
    documentIds: [],
    ...how,
  });
  tell({ kind: 'action', action: action(0, { state: 'answered' }) });
  tell({ kind: 'action', action: action(5, { state: 'asking' }) });
  await answer.getByRole('button', { name: 'Stop this' }).click();
  expect(document.activeElement?.closest('li')?.textContent).toContain('Question 5?');
  expect(engine.calls.some((call) => /^steer \S+ stop Question 5\?$/u.test(call))).toBe(true);
  const actions = [
    action(0, { state: 'answered', answer: 'The first.' }),
    action(1, { state: 'answered', score: 60, answer: 'The second.' }),
    action(2, { state: 'nothing found' }),
    action(3, {}),
    action(4, {}),
    action(5, { state: 'stopped', begun: true }),
  ];
  const given = written(['Ada kept it.', { citations: [1], verdict: 'supported' }]);
  tell({ kind: 'answer', answer: answerOf(given, { mode: 'drift', trace: { ...trace, mode: 'drift', actions } }) });
  await answer.getByText('3 sub-questions, 1 answered').click();
  const stopped = answer.getByRole('listitem').filter({ hasText: /^·Question 5/u });
  await expect.element(stopped).toHaveTextContent(/stopped/u);
  await expect.element(stopped.getByRole('button', { name: 'Ask this, too' })).toBeVisible();
  await expect.element(answer.getByText('answered, relevance 60 of 100')).toBeVisible();
  await expect.element(answer.getByText('Question 4?')).not.toBeVisible();
  await answer.getByText('2 sub-questions not asked. Ask any of them:').click();
  const left = answer.getByRole('list', { name: 'Sub-questions not asked' }).getByRole('listitem');
  await expect.element(left.first()).toHaveTextContent(/Question 4\?/u);
  await expect.element(left.first().getByRole('button', { name: 'Ask this, too' })).toBeVisible();
});

test('an answer says below it that documents were still being read, and where Auto chose what it took', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  const given = written(['Ada kept it.', { citations: [1], verdict: 'supported' }]);
  const early = { unread: 20, among: 60 };
  tell({ kind: 'answer', answer: answerOf(given, { ...early, trace: { ...trace, calls: [CALL] } }) });
  await expect.element(answer.getByText('Asked while 20 of 60 documents were still being read')).toBeInTheDocument();
  await expect
    .element(answer.getByText(/It took 1 model call, 2 tokens of prompts and replies, 0 seconds\.$/u))
    .toBeInTheDocument();
});

test('an answer that stands on kept replies says so, and the model can be asked anew below it', async () => {
  const requests: SearchRequest[] = [];
  const calls = [{ ...CALL, remembered: true }];
  async function* answering(request: SearchRequest): AsyncIterable<SearchEvent> {
    requests.push(request);
    const again = request.anew !== undefined;
    const parts = written([again ? 'Ida kept it.' : 'Ada kept it.', { citations: [1], verdict: 'supported' }]);
    const found = answerOf(parts, { trace: { ...trace, calls: again ? [CALL] : calls } });
    yield { kind: 'answer', answer: found };
  }
  await showApp({ documents, answering });
  await ask();
  await expect.element(answer.getByText('Reuses earlier replies.')).toBeInTheDocument();
  await answer.getByRole('button', { name: 'Ask anew' }).click();
  await expect.element(answer.nth(1)).toHaveTextContent('Ida kept it.');
  await expect.element(answer.nth(1)).not.toHaveTextContent('earlier replies');
  await expect.element(answer.nth(0)).toHaveTextContent('Ada kept it.');
  expect(requests.map(({ question, history = [] }) => ({ question, history }))).toEqual(
    Array(2).fill({ question: 'Who kept the harbour book?', history: [] }),
  );
});

test('a mark behind chips goes on to the next line where the column is narrow', async () => {
  await page.viewport(360, 860);
  const citations = [1, 2, 3].map((number) => ({ ...citation, number }));
  const parts = written([
    'It was kept by Bartholomew-Featherstonehaugh.',
    { citations: [1, 2, 3], verdict: 'unverified', reason: 'words' },
  ]);
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  tell({ kind: 'answer', answer: answerOf(parts, { citations }) });
  const sign = answer.getByRole('button', { name: /^Unverified/u });
  await expect.element(sign).toBeInTheDocument();
  const right = (element: Element): number => element.getBoundingClientRect().right;
  expect(right(sign.element())).toBeLessThanOrEqual(right(answer.element()));
});

test('a press on a mark shows what it means, without a pointer over it', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  const verdict = { verdict: 'contradicted', reason: 'entailment' } as const;
  tell({ kind: 'answer', answer: answerOf(written(['Ada burned it.', { citations: [1], ...verdict }])) });
  const words = page.getByText('The passage says otherwise.');
  const sign = answer.getByRole('button', { name: /^Contradicted/u });
  await expect.element(sign).toBeInTheDocument();
  (sign.element() as HTMLButtonElement).click();
  await expect.element(words).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(words).not.toBeInTheDocument();
});

test('of a very long answer only what is near is drawn with its marks; all of its words are there', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  const sentences = Array.from({ length: 4000 }, (_, at): readonly [string, Partial<AnswerSentence>] => [
    `Sentence ${String(at)} tells of the lamp.${at % 8 === 7 ? '\n\n' : ' '}`,
    { verdict: 'quoted', citations: [1] },
  ]);
  tell({ kind: 'answer', answer: answerOf(written(...sentences)) });
  await expect.element(answer.getByText('Sentence 3999 tells')).toBeInTheDocument();
  const chips = (): number => answer.element().querySelectorAll('.written .chip').length;
  await expect.poll(chips).toBeGreaterThan(20);
  expect(chips()).toBeLessThan(1000);
  const last = answer.element().querySelector('.written > :last-child');
  last?.scrollIntoView();
  await expect.poll(() => answer.element().querySelectorAll('.written > :last-child .chip').length).toBeGreaterThan(0);
  expect(chips()).toBeLessThan(2000);
});

test('while a long answer grows, nothing of its earlier parts is touched', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  const all = Array.from({ length: 420 }, (_, at): readonly [string, Partial<AnswerSentence>] => [
    `Sentence ${String(at)} tells of the lamp. `,
    { verdict: 'quoted', citations: [1] },
  ]);
  const upTo = (count: number) => written(...all.slice(0, count));
  const cited = (count: number): SearchEvent => ({
    kind: 'cited',
    sentences: upTo(count).sentences,
    citations: [citation],
  });
  tell({ kind: 'text', text: upTo(400).text }, cited(400));
  await expect.element(answer.getByText('Sentence 399 tells')).toBeInTheDocument();
  // The first parts are drawn with their marks when they come near, and the last one grows.
  const parts = [...answer.element().querySelectorAll('.written > .part')].slice(10, -1);
  expect(parts.length).toBeGreaterThan(5);
  const touched: Node[] = [];
  const observer = new MutationObserver((changes) => touched.push(...changes.map(({ target }) => target)));
  const observed = { attributes: true, characterData: true, childList: true, subtree: true };
  for (const part of parts) observer.observe(part, observed);
  tell({ kind: 'text', text: upTo(420).text.slice(upTo(400).text.length) }, cited(420));
  await expect.element(answer.getByText('Sentence 419 tells')).toBeInTheDocument();
  expect(touched).toEqual([]);
  expect(parts.every((part) => part.isConnected)).toBe(true);
  observer.disconnect();
});

test('one very long word is laid out a part at a time', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  const word = 'x'.repeat(300_000);
  tell({ kind: 'answer', answer: answerOf(written([word, { verdict: 'unverified', reason: 'no evidence' }])) });
  const parts = (): readonly number[] =>
    [...answer.element().querySelectorAll('.written > *')].map((part) => part.textContent.length);
  await expect.poll(() => parts().reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(word.length);
  expect(Math.max(...parts())).toBeLessThan(7000);
});

test('signs that turn or hide words are shown', async () => {
  const { answering, tell } = stepped();
  await showApp({ documents, answering });
  await ask();
  tell({ kind: 'answer', answer: answerOf(written(['Pay \u202Egro.liam\u202C today.', {}])) });
  await expect.element(answer.getByText('Pay ⟦U+202E⟧gro.liam⟦U+202C⟧ today.')).toBeVisible();
});
