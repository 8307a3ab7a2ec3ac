import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ConversationItem } from '../../../src/core/conversations/conversations';
import { moment } from '../../../src/app/words/numbers';
import { HARBOUR } from '../../helpers/fake-documents';
import { openAgain, showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const list = page.getByRole('list', { name: 'Conversations', exact: true });

test('the five newest conversations are shown, older ones fifty at a time, and the focus goes on with them', async () => {
  const { session } = await showApp({ documents: [HARBOUR] });
  await expect.poll(() => session.conversations.overview).not.toBeNull();
  const all = Array.from({ length: 58 }, (_, at): ConversationItem => {
    const id = `conversation-${at + 1}`;
    return {
      id,
      collection: 'collection-1',
      title: `About ${at + 1}`,
      created: 0,
      updated: 58 - at,
      modes: {},
      revision: 0,
    };
  });
  session.conversations.list = all;
  await expect.element(page.getByRole('heading', { name: 'Conversations 58' })).toBeInTheDocument();
  expect(list.getByRole('listitem').elements()).toHaveLength(5);
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  await expect.element(list.getByRole('button', { name: 'About 6', exact: true })).toHaveFocus();
  await page.getByRole('button', { name: 'Show all 58' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(list.getByRole('button', { name: 'About 56', exact: true })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: /^Show/u })).not.toBeInTheDocument();
});

test('conversations stand above the documents and are told apart by mode and time', async () => {
  const { session } = await showApp({ documents: [HARBOUR] });
  await ask();
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('radio', { name: 'Basic' }).click();
  await ask();
  const texts = list
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain('Basic · ');
  expect(texts[1]).toContain('Local · ');
  const [newest] = session.conversations.list;
  expect(texts[0]).toContain(moment(newest?.updated ?? 0));
  const documents = page.getByRole('list', { name: 'Documents' }).element();
  expect(list.element().compareDocumentPosition(documents)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const answer = page.getByRole('article', { name: 'Answer' });

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
