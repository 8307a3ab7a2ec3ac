import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HARBOUR } from '../../helpers/fake-documents';
import { showApp } from './show-app';

const QUESTION = 'Who kept the lamp?';

beforeEach(() => page.viewport(1280, 860));

async function shown() {
  const { screen, session, engine } = await showApp({ documents: [HARBOUR] });
  const asked = { collection: 'collection-1', question: QUESTION, documentIds: [], turns: ['t1'] };
  await expect.element(screen.getByRole('textbox', { name: 'Question' })).toBeVisible();
  await engine.changeSetting('asked', { 'collection-1': asked });
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

test('it can be left, and does not come back', async () => {
  const { section } = await shown();
  await section.getByRole('button', { name: 'Leave it' }).click();
  await expect.element(section).not.toBeInTheDocument();
});
