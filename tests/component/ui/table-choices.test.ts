import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { LOOKS, setTheme } from './axe-findings';
import { openAgain, showApp, openView } from './show-app';
import { findings } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const ENTITIES = '#/collection-1/explore?view=entities';
const heads = (): readonly string[] =>
  [...document.querySelectorAll('th')].map((head) => head.textContent?.replace(/[↑↓]/u, '').trim() ?? '');

test('columns are chosen by mouse and by keyboard, and are there again at the next visit', async () => {
  const { engine, screen } = await showApp({ documents }, ENTITIES);
  await expect.poll(heads).toEqual(['Name', 'Type', 'Passages', 'Neighbours', 'Source', 'Description']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Other names' }).click();
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Name', exact: true })).toBeDisabled();
  expect(await findings()).toEqual([]);
  await userEvent.keyboard('{Home}{ArrowDown}{Enter}{Escape}');
  const chosen = heads();
  expect(chosen).toContain('Other names');
  expect(chosen).toHaveLength(6);
  await screen.unmount();
  await openAgain(engine, ENTITIES);
  await expect.poll(heads).toEqual(chosen);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Usual columns' }).click();
  await expect.poll(heads).toEqual(['Name', 'Type', 'Passages', 'Neighbours', 'Source', 'Description']);
});

test('passages are a table whose rows open the words, and communities one whose rows open the report', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=text_units');
  await expect.element(page.getByRole('table', { name: 'Passages' })).toBeInTheDocument();
  expect(heads()).toContain('Where');
  await openView('Tables', 'Community table');
  const table = page.getByRole('table', { name: 'Community table' });
  await expect.element(table.getByRole('columnheader', { name: 'Members' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => location.hash).toContain('view=community_rows');
});

test('what is filtered is exported as a file, and an export can be cancelled', async () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  const links = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const urls = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:table';
  });
  const { engine } = await showApp({ documents }, `${ENTITIES}&filter=marsh%207`);
  const button = page.getByRole('button', { name: 'Export as CSV' });
  await button.click();
  await expect.poll(() => saved.length).toBe(1);
  expect(names).toEqual(['River town Entities.csv']);
  const asked = engine.calls.find((call) => call.startsWith('exportTable')) ?? '';
  expect(asked).toBe('exportTable entities title type frequency degree method description id aliases marsh 7');
  expect(await saved[0]?.text()).toBe(
    'title,type,frequency,degree,method,description,id,aliases\r\nrow 1\r\nrow 2\r\n',
  );
  const { exportTable } = engine;
  engine.exportTable = async function* (query, options = {}) {
    for await (const part of exportTable(query, options)) {
      yield part;
      await new Promise((resolve) => options.signal?.addEventListener('abort', resolve));
    }
  };
  await button.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('progressbar', { name: 'Exporting' })).not.toBeInTheDocument();
  expect(saved).toHaveLength(1);
  await expect.element(button).toBeEnabled();
  links.mockRestore();
  urls.mockRestore();
});

test('no accessibility finding in light and dark, wide and narrow', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=text_units');
  for (const { theme, width } of LOOKS) {
    await page.viewport(width, 860);
    setTheme(theme);
    await expect.element(page.getByRole('table', { name: 'Passages' })).toBeInTheDocument();
    expect(await findings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  setTheme('light');
});
