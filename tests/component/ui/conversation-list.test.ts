import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Conversation } from '../../../src/core/search/conversations';
import { HARBOUR } from '../../helpers/fake-documents';
import { openAgain, showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

test('older conversations are shown fifty at a time, and the focus goes on with them', async () => {
  const { session } = await showApp({ documents: [HARBOUR] });
  await expect.poll(() => session.conversations.overview).not.toBeNull();
  const all = Array.from({ length: 103 }, (_, at): Conversation => {
    const id = `conversation-${at + 1}`;
    return { id, collection: 'collection-1', title: `About ${at + 1}`, created: 0, updated: 103 - at, turns: [] };
  });
  session.conversations.list = all;
  const list = page.getByRole('list', { name: 'Conversations' });
  await expect.element(page.getByText('Showing the 50 newest of 103.')).toBeInTheDocument();
  expect(list.getByRole('listitem').elements()).toHaveLength(50);
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  await expect.element(list.getByRole('button', { name: 'About 51', exact: true })).toHaveFocus();
  await page.getByRole('button', { name: 'Show 3 more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(list.getByRole('button', { name: 'About 101', exact: true })).toHaveFocus();
  await expect.element(page.getByText(/newest of/u)).not.toBeInTheDocument();
});

const answer = page.getByRole('article', { name: 'Answer' });
const list = page.getByRole('list', { name: 'Conversations' });

async function ask(): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill('Who kept the harbour book?');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Export answer' })).toBeInTheDocument();
}

test('the conversation shown last is reopened with its collection, until a new one is begun', async () => {
  const first = await showApp({ documents: [HARBOUR] });
  await ask();
  await first.screen.unmount();
  const session = await openAgain(first.engine, '#/collection-1/ask');
  await expect.element(answer).toBeInTheDocument();
  expect(session.router.route.conversation).toBe('conversation-1');
  session.router.go({ conversation: null });
  await expect.element(page.getByRole('list', { name: 'Try asking' })).toBeInTheDocument();
  await session.opening.goTo('collection-1');
  await expect.element(answer).not.toBeInTheDocument();
});

test('a deleted conversation is hidden at once and shown again by Undo; without that it is deleted for good', async () => {
  const { engine } = await showApp({ documents: [HARBOUR] });
  await ask();
  const remove = async (): Promise<void> => {
    await list.getByRole('button', { name: /^Options for/u }).click();
    await page.getByRole('menuitem', { name: /^Delete/u }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(answer).not.toBeInTheDocument();
    await expect.element(list).not.toBeInTheDocument();
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(answer).toBeInTheDocument();
  await remove();
  expect(await engine.conversations()).toHaveLength(1);
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect.poll(() => engine.conversations()).toEqual([]);
  await expect.element(list).not.toBeInTheDocument();
});
