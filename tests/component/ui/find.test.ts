import { beforeEach, expect, test } from 'vitest';
import axe from 'axe-core';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const box = page.getByRole('combobox', { name: 'Find documents, entities and reports' });
const found = page.getByRole('listbox', { name: 'Found' });
const evidence = page.getByRole('complementary', { name: 'Evidence' });

const nothing = page.getByText('Nothing of that name is indexed.', { exact: true });

/** What hinders people who cannot see or point. */
async function hindrances(): Promise<readonly string[]> {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await axe.run(document, { runOnly });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

test('“/” and Ctrl+K lead to the find box, but a “/” in the question is written', async () => {
  await showApp({ documents });
  await expect.element(box).toBeInTheDocument();
  await userEvent.keyboard('/');
  await expect.element(box).toHaveFocus();
  expect((box.element() as HTMLInputElement).value).toBe('');
  await page.getByRole('textbox', { name: 'Question' }).click();
  await userEvent.keyboard('a/b');
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveValue('a/b');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(box).toHaveFocus();
});

test('what is found stands by kind, and arrows and Enter open it without a question', async () => {
  const { engine } = await showApp({ documents });
  await box.fill('har');
  await expect.element(found.getByRole('group', { name: 'Documents' })).toBeInTheDocument();
  await expect.element(found.getByRole('group', { name: 'Reports' })).toBeInTheDocument();
  await expect
    .element(found.getByRole('option', { name: /The harbour book/ }))
    .toHaveAttribute('aria-selected', 'true');
  expect(await hindrances()).toEqual([]);
  await userEvent.keyboard('{ArrowUp}');
  await expect
    .element(found.getByRole('option', { name: /The harbour and its keepers/ }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(evidence.getByText('The harbour and its keepers').first()).toBeInTheDocument();
  await expect.element(found).not.toBeInTheDocument();
  expect(engine.calls).not.toContain('search');
  expect(location.hash).toContain('evidence=report');
});

test('a document that is found opens itself, on a narrow window too', async () => {
  await page.viewport(390, 860);
  await showApp({ documents });
  await box.fill('harbour book');
  await found.getByRole('option', { name: /The harbour book/ }).click();
  await expect.element(page.getByRole('heading', { name: 'The harbour book' }).first()).toBeInTheDocument();
  expect(location.hash).toContain('evidence=document%3Aharbour');
});

test('a name that nothing has is said, and Escape empties the box', async () => {
  await showApp({ documents });
  await box.fill('zebra');
  await expect.element(nothing).toBeVisible();
  expect(await hindrances()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(box).toHaveValue('');
  await expect.element(nothing).not.toBeInTheDocument();
});

test('what no name holds is looked up in the words of the documents, by key, from anywhere, without a model', async () => {
  const { session } = await showApp({ documents, searchModel: 'Qwen3 1.7B' }, '#/collection-1/explore');
  session.conversations.question = 'A draft';
  await box.fill('liability is limited');
  const offer = found.getByRole('option', { name: 'Search the words of your documents “liability is limited”' });
  await expect.element(offer).toHaveAttribute('aria-selected', 'true');
  await expect.element(box).toHaveAttribute('aria-activedescendant', offer.element().id);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'liability is limited' })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Citation 1' }).first()).toBeInTheDocument();
  await expect.element(nothing).not.toBeInTheDocument();
  expect(session.conversations.turns[0]?.request).toMatchObject({ mode: 'basic', method: 'extractive' });
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveValue('A draft');
});

test('words that are looked up while an answer arrives wait for its end', async () => {
  const { session } = await showApp({ documents, pace: 40, sentences: 20 });
  await page.getByRole('textbox', { name: 'Question' }).fill('Who kept the harbour book?');
  await userEvent.keyboard('{Enter}');
  await box.fill('zebra');
  await found.getByRole('option', { name: /^Search the words/u }).click();
  expect(session.conversations.turns).toHaveLength(1);
  await expect.poll(() => session.conversations.turns.map(({ question }) => question)).toContain('zebra');
  expect(session.conversations.turns[0]?.answer.stopped).toBe(false);
});
