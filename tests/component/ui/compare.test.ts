import { beforeEach, expect, test } from 'vitest';
import axe from 'axe-core';
import { page, userEvent } from 'vitest/browser';
import { keptConversations } from '../../helpers/kept-turn';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const answer = page.getByRole('article', { name: 'Answer' });

async function ask(question = 'Who kept the harbour book?'): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await userEvent.keyboard('{Enter}');
}

/** Lists the violations of WCAG 2.2 AA. */
async function hindrances(): Promise<readonly string[]> {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await axe.run(document, { runOnly });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

test('an answer is compared with another mode’s, beside it, and both are kept together', async () => {
  const { engine } = await showApp({ documents });
  await ask();
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await page.getByRole('menuitem', { name: 'Basic search' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect.element(comparison.getByRole('article', { name: 'Answer' }).nth(1)).toBeInTheDocument();
  await expect.element(comparison.getByRole('region', { name: 'Trace' }).nth(1)).toBeInTheDocument();
  await expect.element(comparison.getByRole('heading', { level: 3 })).toHaveTextContent('Who kept the harbour book?');
  const [kept] = await keptConversations(engine);
  expect(kept?.turns.map(({ comparedWith, request }) => [comparedWith === kept.turns[0]?.id, request?.mode])).toEqual([
    [false, 'auto'],
    [true, 'basic'],
  ]);
  expect(await hindrances()).toEqual([]);
});

test('Stop ends both answers that are compared', async () => {
  await showApp({ documents, pace: 800, writtenBy: 'Qwen3 1.7B' });
  await page.getByRole('combobox', { name: 'Compare', exact: true }).selectOptions('Basic');
  await ask();
  await expect.element(answer.nth(1).getByRole('list', { name: 'Passages' })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.element(page.getByText('Stopped before the end.').nth(1)).toBeInTheDocument();
});

test('one of two answers is stopped while the other goes on to its end', async () => {
  const { engine } = await showApp({ documents, pace: 800, writtenBy: 'Qwen3 1.7B' });
  await page.getByRole('combobox', { name: 'Compare', exact: true }).selectOptions('Basic');
  await ask();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect.element(answer.nth(1).getByRole('list', { name: 'Passages' })).toBeInTheDocument();
  await comparison.getByRole('button', { name: 'Stop Basic only' }).click();
  await expect.element(answer.nth(1).getByText('Stopped before the end.')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Ask', exact: true })).toBeInTheDocument();
  const [kept] = await keptConversations(engine);
  expect(kept?.turns.map(({ answer: { stopped } }) => stopped)).toEqual([false, true]);
});

test('no mode is compared with itself: the two change places, and Auto gives way to another one', async () => {
  const { session } = await showApp({ documents });
  const beside = page.getByRole('combobox', { name: 'Compare', exact: true });
  const choose = (mode: string) => page.getByRole('radio', { name: mode }).click();
  await choose('Local');
  await beside.selectOptions('Basic');
  await choose('Basic');
  await expect.element(beside).toHaveDisplayValue('Local');
  await choose('Auto');
  await choose('Local');
  await expect.element(beside).toHaveDisplayValue('Basic');
  expect(session.conversations.drafts([]).map(({ mode }) => mode)).toEqual(['local', 'basic']);
});

test('the cost of both modes stands under the modes, each with its name', async () => {
  await showApp({ documents, searchModel: 'Qwen3 1.7B' });
  await page.getByRole('radio', { name: 'Local' }).click();
  await page.getByRole('combobox', { name: 'Compare', exact: true }).selectOptions('DRIFT');
  await expect
    .element(page.getByRole('status', { name: 'What it takes' }))
    .toHaveTextContent(
      'Local: Up to 2 calls, 8,100 tokens, 40 seconds on this device. DRIFT: Up to 10 calls, 41,000 tokens, 4 minutes on this device.',
    );
});

test('follow-up questions stand under the newest answer and are asked at once', async () => {
  await showApp({ documents });
  await ask();
  const followUps = page.getByRole('region', { name: /Follow-up questions/ });
  expect(await hindrances()).toEqual([]);
  await followUps.getByRole('button', { name: 'Who is Ada Marsh?' }).click();
  await expect.element(page.getByRole('heading', { level: 3, name: 'Who is Ada Marsh?' })).toBeInTheDocument();
  await expect.element(page.getByRole('article', { name: 'Answer' }).nth(1)).toBeInTheDocument();
  await expect.poll(() => document.querySelectorAll('.follow-ups').length).toBe(1);
});
