import type { SearchRequest } from '../../../src/core/search/request/search-request';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchEvent } from '../../../src/core/search/events';
import { keptConversations } from '../../helpers/kept-turn';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { OVERVIEW } from '../../helpers/fake-evidence';
import { showApp } from './show-app';
import { findings } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const evidence = page.getByRole('complementary', { name: 'Evidence' });
const answer = page.getByRole('article', { name: 'Answer' });
const passages = answer.getByRole('list', { name: 'Passages' });
const writtenBy = 'Qwen3 1.7B';

async function ask(question = 'Who kept the harbour book?'): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await userEvent.keyboard('{Enter}');
}

test('a collection begins with what it holds; a question of the page is asked, a name and a sentence open', async () => {
  const { session } = await showApp({ documents });
  await page
    .getByRole('list', { name: 'People' })
    .getByRole('button', { name: /^Edmund Vasey/u })
    .click();
  await expect.element(evidence.getByText('Edmund Vasey').first()).toBeVisible();
  expect(await findings()).toEqual([]);
  await page.getByRole('list', { name: 'Try asking' }).getByRole('button').first().click();
  await expect.element(page.getByRole('heading', { level: 3, name: OVERVIEW.questions[0] ?? '' })).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Try asking' })).not.toBeInTheDocument();
  expect(session.conversations.turns[0]?.question).toBe(OVERVIEW.questions[0]);
});

test('without a model the answer is passages, and one opens its document with exactly its words marked', async () => {
  await showApp({ documents });
  await ask();
  await expect.element(answer.getByText('Quoted from your documents')).toBeInTheDocument();
  await expect.element(passages.getByRole('mark').first()).toHaveTextContent(HARBOUR.quote ?? '');
  await passages.getByRole('button', { name: 'Open in document' }).nth(1).click();
  await expect.element(evidence.getByRole('mark')).toHaveTextContent(LEDGER.quote ?? '');
  expect(location.hash).toContain('evidence=passage');
});

test('with a model its words stand above the same passages, and chips lead into them', async () => {
  await showApp({ documents, writtenBy });
  await ask();
  await expect.element(answer.getByText(`Written by ${writtenBy}`)).toBeInTheDocument();
  await expect.element(passages.getByText('cited as 1')).toBeVisible();
  await expect.element(answer.getByRole('button', { name: 'Citation 1' })).toBeVisible();
  const words = answer.element().querySelector('.written');
  expect(words?.textContent).toContain('The harbour was kept.');
  expect((words?.compareDocumentPosition(passages.element()) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await answer.getByRole('button', { name: 'Citation 1' }).click();
  await expect.element(evidence.getByRole('mark')).toHaveTextContent(HARBOUR.quote ?? '');
  await expect.element(evidence.getByText('page 2').first()).toBeInTheDocument();
  expect(location.hash).toContain('evidence=cite');
  expect(await findings()).toEqual([]);
});

test('a citation of a report marks its words and leads to the report and back', async () => {
  await showApp({ documents, writtenBy });
  await ask();
  await answer.getByRole('button', { name: 'Citation 2' }).click();
  await expect.element(evidence.getByRole('mark')).toBeInTheDocument();
  await evidence.getByRole('button', { name: 'Next passage' }).click();
  await expect.element(evidence.getByRole('mark')).toHaveTextContent(LEDGER.quote ?? '');
  await evidence.getByRole('button', { name: 'Open the report' }).click();
  await expect.element(evidence.getByRole('heading', { name: 'Ada Marsh led the harbour office' })).toBeInTheDocument();
  await evidence.getByRole('button', { name: 'Back' }).click();
  await expect.element(evidence.getByRole('mark')).toHaveTextContent(LEDGER.quote ?? '');
});

test('a citation says of which answer it is once there is another one', async () => {
  await showApp({ documents, writtenBy });
  await ask();
  await answer.getByRole('button', { name: 'Citation 1' }).click();
  await expect.element(evidence.getByText('Citation 1', { exact: true })).toBeInTheDocument();
  await expect.element(evidence.getByText(/answer to/u)).not.toBeInTheDocument();
  await ask('And who lit the lamp?');
  await expect.element(evidence.getByText('From the Local answer to “Who kept the harbour book?”')).toBeInTheDocument();
  await answer.nth(1).getByRole('button', { name: 'Citation 1' }).click();
  await expect.element(evidence.getByText('From the Local answer to “And who lit the lamp?”')).toBeInTheDocument();
  await page.getByRole('button', { name: 'New conversation' }).click();
  await ask('Who sank?');
  await answer.getByRole('button', { name: 'Citation 1' }).click();
  await expect.element(evidence.getByText('Citation 1', { exact: true })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Who kept the harbour book?', exact: true }).click();
  await expect.element(evidence.getByText('From the Local answer to “Who sank?”')).toBeInTheDocument();
});

test('Stop takes the place of Ask and keeps the evidence that came', async () => {
  await showApp({ documents, pace: 1500, writtenBy });
  await ask();
  await expect.element(page.getByRole('button', { name: 'Ask', exact: true })).not.toBeInTheDocument();
  await expect.element(passages).toBeInTheDocument();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('Stopped before the end.')).toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Ask', exact: true })).toBeInTheDocument();
  await expect.element(passages.getByRole('mark').first()).toHaveTextContent(HARBOUR.quote ?? '');
});

test('an answer says what was retrieved', async () => {
  await showApp({ documents });
  await ask();
  const trace = page.getByRole('region', { name: 'Trace' });
  await trace.getByRole('button', { name: /How this was found/ }).click();
  await expect.element(trace.getByRole('button', { name: 'The harbour book' })).toBeInTheDocument();
});

test('J and K turn to the passages of the newest answer from where nothing is written, and walk them from there', async () => {
  await showApp({ documents });
  await ask('Who wrote the ledger?');
  await expect.element(page.getByRole('button', { name: 'Export answer' })).toBeVisible();
  await ask();
  await expect.poll(() => page.getByRole('button', { name: 'Export answer' }).elements().length).toBe(2);
  const question = page.getByRole('textbox', { name: 'Question' });
  await question.click();
  await userEvent.keyboard('j');
  await expect.element(question).toHaveValue('j');
  await userEvent.keyboard('{Escape}');
  await answer.last().getByText('Quoted from your documents').click();
  const opens = passages.last().getByRole('button', { name: 'Open in document' }).elements();
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
    ['j', 1],
  ] as const) {
    await userEvent.keyboard(key);
    expect(document.activeElement).toBe(opens[at]);
  }
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('k');
  expect(document.activeElement).toBe(opens[1]);
});

test('search modes are chosen by the arrow keys', async () => {
  await showApp({ documents });
  const global = page.getByRole('radio', { name: 'Global' });
  await global.click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('radio', { name: 'DRIFT' })).toBeChecked();
});

test('filters go with the question: kinds as documents, names and years as they are; a kind that no document has asks nothing', async () => {
  const requests: SearchRequest[] = [];
  async function* answering(request: SearchRequest): AsyncIterable<SearchEvent> {
    requests.push(request);
    yield { kind: 'plan', mode: 'local', reason: 'You chose Local.' };
  }
  const { session } = await showApp({ documents, answering });
  await expect.poll(() => session.conversations.overview).not.toBeNull();
  await page.getByRole('textbox', { name: 'Question' }).fill('Not yet');
  await page.getByRole('button', { name: /^Filter/u }).click();
  expect(requests).toEqual([]);
  await page.getByRole('checkbox', { name: 'PDF 1' }).click();
  await page.getByRole('textbox', { name: 'From year' }).fill('1899');
  await page.getByRole('textbox', { name: 'To year' }).fill('1903');
  await ask();
  await expect.element(page.getByRole('button', { name: /^Filter/u })).toHaveAttribute('aria-expanded', 'false');
  await expect
    .poll(() => requests[0])
    .toMatchObject({
      documentIds: [HARBOUR.id],
      filters: { years: { from: 1899, to: 1903 } },
    });
  await page.getByRole('button', { name: 'Remove 1899–1903' }).click();
  await page.getByRole('checkbox', { name: /Ledger of ships/ }).click();
  await ask('Who sank?');
  await expect.element(page.getByText('No chosen document is of this kind: PDF.')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await ask('Who sank?');
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[1]).not.toHaveProperty('filters');
  expect(requests[1]?.documentIds ?? []).toEqual([]);
});

test('kept evidence of a deleted document is gone, and a chip that led there says so', async () => {
  await showApp({ documents, writtenBy });
  await ask();
  await answer.getByRole('button', { name: 'Citation 1' }).click();
  await expect.element(evidence.getByRole('mark')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Delete The harbour book' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(evidence.getByText(/This was deleted/)).toBeInTheDocument();
  await expect.element(answer.getByText(/came from documents deleted since/u)).toBeInTheDocument();
  expect(answer.element().textContent).not.toContain(HARBOUR.quote);
  expect(answer.element().textContent).toContain(LEDGER.quote);
});

test('an answer from chosen documents says so, never speaks of the others, and offers to ask all', async () => {
  const { engine } = await showApp({ documents });
  await page.getByRole('checkbox', { name: /Ledger of ships/ }).click();
  await ask();
  await expect.element(answer.getByText('Not in the 1 chosen document', { exact: true })).toBeInTheDocument();
  await expect.element(answer.getByText(/Not in your documents/)).not.toBeInTheDocument();
  await expect.element(answer.getByText(/^Asked of: Ledger of ships/)).toBeInTheDocument();
  const [kept] = await keptConversations(engine);
  expect(kept?.turns[0]?.scope).toEqual([LEDGER.id]);
  await page.getByRole('textbox', { name: 'Question' }).fill('A draft');
  await answer.getByRole('button', { name: 'Ask all documents' }).click();
  await expect.element(passages).toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveValue('A draft');
  await expect.poll(async () => (await keptConversations(engine))[0]?.turns[1]?.scope).toBeUndefined();
});

test('a question that is too long is counted, not cut, and a long one is folded', async () => {
  await showApp({ documents });
  const box = page.getByRole('textbox', { name: 'Question' });
  await box.fill('word '.repeat(900));
  await expect.element(page.getByText(/4,499 of 4,000 characters/)).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
  await ask('word '.repeat(300));
  const all = page.getByRole('button', { name: 'Show all', exact: true });
  await expect.element(all).toHaveAttribute('aria-expanded', 'false');
  await all.click();
  await expect.element(page.getByRole('button', { name: 'Show less' }).first()).toBeInTheDocument();
});
