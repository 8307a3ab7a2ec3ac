import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HARBOUR } from '../../helpers/fake-documents';
import { showApp } from './show-app';

const QUESTION = 'Who kept the lamp?';

beforeEach(() => page.viewport(1280, 860));

async function shown() {
  const { screen, session, engine } = await showApp({ documents: [HARBOUR] });
  await expect.element(screen.getByRole('textbox', { name: 'Question' })).toBeVisible();
  const place = { collection: 'collection-1', conversation: null };
  const asked = { id: 't1', ...place, question: QUESTION, documentIds: ['deleted'], turns: ['t1'], asked: 1 };
  await engine.keepQuestion({ ...asked, request: { mode: 'local' } });
  await session.conversations.load('collection-1');
  return { screen, section: screen.getByRole('region', { name: 'Asked, but not answered' }) };
}

test('a question that a killed browser left without an answer stands there and can be asked again', async () => {
  const { screen, section } = await shown();
  await expect.element(section).toHaveTextContent(QUESTION);
  await section.getByRole('button', { name: 'Ask it again' }).click();
  await expect.element(screen.getByRole('article', { name: 'Answer' })).toBeVisible();
  await expect.element(section).not.toBeInTheDocument();
});

test('it says that what it was asked of is deleted, since it will be asked of all', async () => {
  const { section } = await shown();
  await expect.element(section).toHaveTextContent('If you ask again, it goes to all documents');
});

test('it can be left, and does not come back', async () => {
  const { section } = await shown();
  await section.getByRole('button', { name: 'Discard' }).click();
  await expect.element(section).not.toBeInTheDocument();
});
