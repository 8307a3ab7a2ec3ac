import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Turn } from '../../../src/core/conversations/conversations';
import { HARBOUR } from '../../helpers/fake-documents';
import { bareTurn, keptTurn } from '../../helpers/kept-turn';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const LENGTH = 80;
const answers = page.getByRole('article', { name: 'Answer' });
const questionAt = (at: number): string => `What was question ${String(at)}?`;

function turnAt(at: number): Turn {
  const turn = bareTurn(`turn-${String(at)}`, questionAt(at));
  const text = `The words of answer ${String(at)}.`;
  return { ...turn, answer: { ...turn.answer, method: 'Small', notFound: false, text } };
}

/** A conversation of many questions, opened. */
async function opened() {
  const { engine, session } = await showApp({ documents: [HARBOUR] });
  await expect.poll(() => session.library.view).not.toBeNull();
  const { id } = await keptTurn(engine, turnAt(0));
  for (let at = 1; at < LENGTH; at++) await engine.keepTurn(id, turnAt(at));
  await session.conversations.refresh();
  session.conversations.select(id);
  await expect.element(page.getByRole('heading', { name: questionAt(LENGTH - 1) })).toBeInViewport();
  return session;
}

const thread = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('.thread');
  if (!found) throw new Error('There is no thread.');
  return found;
};

test('a long conversation has all its questions as headings, and whole answers only near what is seen', async () => {
  await opened();
  expect(page.getByRole('heading', { name: /^What was question/u }).elements()).toHaveLength(LENGTH);
  await expect.poll(() => answers.elements().length).toBeGreaterThan(20);
  expect(answers.elements().length).toBeLessThan(LENGTH / 2);
  thread().scrollTop = 0;
  const first = page.getByText('The words of answer 0.', { exact: true });
  await expect.poll(() => first.element().closest('article')).not.toBeNull();
  await expect.element(page.getByRole('heading', { name: questionAt(0) })).toBeInViewport();
  await expect.poll(() => answers.elements().length).toBeLessThan(LENGTH / 2);
});

test('words far away can be found by the browser, and what is found is drawn whole', async () => {
  await opened();
  const far = page.getByText('The words of answer 3.', { exact: true }).element();
  expect(far.closest('article')).toBeNull();
  expect(far.getAttribute('hidden')).toBe('until-found');
  far.dispatchEvent(new Event('beforematch', { bubbles: true }));
  const found = page.getByText('The words of answer 3.', { exact: true });
  await expect.poll(() => found.element().closest('article')).not.toBeNull();
});

test('what has the keyboard stays while others are read', async () => {
  await opened();
  const last = answers.elements().at(-1);
  const button = last?.querySelector<HTMLElement>('.actions button');
  button?.focus();
  thread().scrollTop = 0;
  await expect.poll(() => answers.elements().length).toBeGreaterThan(20);
  await expect.poll(() => document.activeElement === button).toBe(true);
});
