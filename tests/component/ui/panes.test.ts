import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR } from '../../helpers/fake-documents';
import { showApp } from './show-app';
import { findings } from './show-models';

const library = page.getByRole('complementary', { name: 'Library' });
const evidence = page.getByRole('complementary', { name: 'Evidence' });
const handle = (name: string) => page.getByRole('separator', { name });
const widthOf = (pane: typeof library): number => pane.element().getBoundingClientRect().width;

beforeEach(() => page.viewport(1280, 860));
afterEach(() => localStorage.clear());

test('Evidence takes no room while it is empty, and opens with what is chosen', async () => {
  await showApp({ documents: [HARBOUR] });
  await expect.element(library).toBeVisible();
  await expect.element(evidence).not.toBeInTheDocument();
  await page.getByRole('button', { name: HARBOUR.title, exact: true }).first().click();
  await expect.element(evidence).toBeVisible();
  await page.getByRole('button', { name: 'Evidence', exact: true }).click();
  await expect.element(evidence).not.toBeInTheDocument();
});

test('a pane is widened with the keyboard, keeps its width, and takes the usual one with a double click', async () => {
  const { session } = await showApp({ documents: [HARBOUR] });
  await expect.element(library).toBeVisible();
  const usual = widthOf(library);
  const element = handle('Width of Library').element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(() => widthOf(library)).toBe(usual + 48);
  await expect.element(handle('Width of Library')).toHaveAttribute('aria-valuenow', String(usual + 48));
  expect(localStorage.getItem('burrow.width.library')).toBe(String(usual + 48));
  await userEvent.keyboard('{End}');
  await expect.poll(() => widthOf(library)).toBe(session.layout.widthOf('library').most);
  await handle('Width of Library').dblClick();
  await expect.poll(() => widthOf(library)).toBe(usual);
});

test('a width from a larger window leaves room for the middle', async () => {
  const { session } = await showApp({ documents: [HARBOUR] });
  session.layout.resize('library', 9000);
  await expect.poll(() => widthOf(library)).toBe(448);
});

test('the keys are listed with “?”, but not while one writes', async () => {
  await showApp({ documents: [HARBOUR] });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.getByRole('textbox', { name: 'Question' }).fill('Why');
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Why?');
  await expect.element(keys).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'Ask' }).click();
  await userEvent.keyboard('?');
  await expect.element(keys).toBeVisible();
  expect(await findings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(keys).not.toBeInTheDocument();
});
