import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Conversation } from '../../../src/core/ports/conversations';
import { HARBOUR } from '../../helpers/fake-documents';
import { showApp } from './show-app';

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
  await expect.element(page.getByText('The 50 newest of 103 are shown.')).toBeInTheDocument();
  expect(list.getByRole('listitem').elements()).toHaveLength(50);
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  await expect.element(list.getByRole('button', { name: 'About 51', exact: true })).toHaveFocus();
  await page.getByRole('button', { name: 'Show 3 more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(list.getByRole('button', { name: 'About 101', exact: true })).toHaveFocus();
  await expect.element(page.getByText(/newest of/u)).not.toBeInTheDocument();
});
