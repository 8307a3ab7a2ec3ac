import { beforeEach, expect, test } from 'vitest';
import axe from 'axe-core';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const box = page.getByRole('combobox', { name: 'Find', exact: true });
const found = page.getByRole('listbox', { name: 'Found' });
const evidence = page.getByRole('complementary', { name: 'Evidence' });

/** Lists the violations of WCAG 2.2 AA. */
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
  await userEvent.keyboard('{ArrowDown}');
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

test('places in the texts stand under the names, and one opens at its words', async () => {
  await showApp({ documents });
  await box.fill('grouting');
  const places = found.getByRole('group', { name: 'In the text' });
  await expect.element(places.getByRole('option').first()).toHaveTextContent(/the grouting of the right abutment/u);
  await expect.element(places.getByRole('option').last()).toHaveTextContent(/48 places in 2 documents/u);
  expect(await hindrances()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toContain('evidence=passage%3Aminutes');
  await expect.element(box).toHaveValue('');
});

test('all places are listed in a pane that goes on searching, and asking a question closes it', async () => {
  const { session, engine } = await showApp({ documents }, '#/collection-1/explore?view=communities');
  session.conversations.question = 'Who kept the harbour book?';
  await box.fill('grouting');
  await found.getByRole('option', { name: /^Search the text/u }).click();
  const pane = page.getByRole('region', { name: 'Search the text' });
  await expect.element(pane.getByRole('status')).toHaveTextContent('48 places in 2 documents');
  const words = pane.getByRole('searchbox', { name: 'Words to find' });
  await expect.element(words).toHaveValue('grouting');
  await expect.element(words).toHaveFocus();
  expect(await hindrances()).toEqual([]);
  expect(engine.calls).not.toContain('search');
  await pane.getByRole('button', { name: 'Close' }).click();
  await expect.element(pane).not.toBeInTheDocument();
  await box.fill('grouting');
  await found.getByRole('option', { name: /^Search the text/u }).click();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByRole('article', { name: 'Answer' })).toBeVisible();
  await expect.element(pane).not.toBeInTheDocument();
});

test('Escape empties the box', async () => {
  await showApp({ documents });
  await box.fill('zebra');
  await expect.element(found).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(box).toHaveValue('');
  await expect.element(found).not.toBeInTheDocument();
});
