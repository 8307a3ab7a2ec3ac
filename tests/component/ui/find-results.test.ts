import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { TextFind } from '../../../src/core/search/find/text-find';
import FindResults from '../../../src/ui/find/FindResults.svelte';
import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import { FIND, NOT_FOUND } from '../../helpers/fake-evidence';
import { axeFindings, LOOKS, setTheme } from './axe-findings';

beforeEach(async () => {
  setTheme('light');
  await page.viewport(1280, 860);
});

async function show(find: TextFind | null, query = 'grouting') {
  const open = vi.fn();
  const search = vi.fn();
  await render(FindResults, { props: { find, query, open, search } });
  return { open, search };
}

const places = page.getByRole('list', { name: 'Places' });

for (const { theme, width } of LOOKS) {
  for (const [name, find] of [
    ['places', FIND],
    ['nothing', NOT_FOUND],
    ['no words yet', null],
  ] as const) {
    test(`a list of ${name} passes the accessibility scan in ${theme} at ${String(width)} pixels, and nothing overflows`, async () => {
      setTheme(theme);
      await page.viewport(width, 860);
      await show(find, find ? 'grouting' : '');
      expect(await axeFindings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
  }
}

test('places are counted in all and by document, with the found words marked', async () => {
  await show(FIND);
  await expect.element(page.getByRole('status')).toHaveTextContent('48 places in 2 documents');
  await expect.element(page.getByRole('heading').first()).toHaveTextContent(/Minutes.*45 places/u);
  await expect.element(places.getByRole('mark').first()).toHaveTextContent('grouting');
  expect(places.getByRole('mark').elements()).toHaveLength(6);
  await page.getByRole('button', { name: /^Show 3 more/u }).click();
  expect(places.getByRole('mark').elements()).toHaveLength(9);
  await expect.element(page.getByText('8 of 45 places listed.')).toBeVisible();
});

test('the places of all documents are walked with the keyboard, and Enter opens one', async () => {
  const { open } = await show(FIND);
  const hits = places.getByRole('button').elements();
  if (hits[0] instanceof HTMLElement) hits[0].focus();
  await userEvent.keyboard('jj{ArrowDown}k{Enter}');
  expect(open).toHaveBeenLastCalledWith(FIND.documents[0]?.hits[2]);
  await userEvent.keyboard('{End}{Enter}');
  expect(open).toHaveBeenLastCalledWith(FIND.documents[1]?.hits[0]);
});

test('where nothing is found it says so, and offers what the documents have', async () => {
  const { search } = await show(NOT_FOUND, 'gruoting');
  await expect.element(page.getByRole('status')).toHaveTextContent('“gruoting” is nowhere in your documents.');
  await page.getByRole('button', { name: 'grouting' }).click();
  expect(search).toHaveBeenLastCalledWith('grouting');
});
