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

for (const width of [1280, 390]) {
  test(`a notice covers neither tabs nor the question, and lets clicks through beside its buttons, at ${width} pixels`, async () => {
    await page.viewport(width, 800);
    const { session } = await showApp({ documents: [HARBOUR] });
    session.notices.say('Exported as harbour.burrow', 60_000);
    const words = page.getByText('Exported as harbour.burrow');
    for (const [tab, seen] of [
      ['Ask', '#question'],
      ['Explore', '[role="tabpanel"] [role="tab"]'],
      ['Notebook', '.notebook button'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await expect.poll(() => document.querySelector(seen)).not.toBeNull();
      const notice = words.element().closest('.notice');
      if (!notice) throw new TypeError('no notice is shown');
      const { left, right, top, bottom } = notice.getBoundingClientRect();
      const covered = [...document.querySelectorAll('[role="tab"], .ask .box, .notebook header button')].filter(
        (one) => {
          const rect = one.getBoundingClientRect();
          return rect.width > 0 && rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top;
        },
      );
      expect(covered.map(({ outerHTML }) => outerHTML.slice(0, 90))).toEqual([]);
      const { x, y } = words.element().getBoundingClientRect();
      expect(notice.contains(document.elementFromPoint(x + 2, y + 2))).toBe(false);
    }
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(words).not.toBeInTheDocument();
  });
}
