import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { LOOKS, setTheme } from './axe-findings';
import { showApp } from './show-app';
import { findings } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const TIMELINE = '#/collection-1/explore?view=timeline';
const year = (name: number) => page.getByRole('button', { name: new RegExp(`^${String(name)} `, 'u') });

test('years stand with their counts, and one opens as its entries, which lead to their words', async () => {
  await showApp({ documents }, TIMELINE);
  await expect.element(page.getByText('12 years', { exact: true })).toBeInTheDocument();
  await expect.element(year(1891)).toHaveTextContent('1 claim, 119 dates in texts, 1 document');
  await year(1891).click();
  await expect.poll(() => location.hash).toContain('year=1891');
  await page.getByRole('button', { name: 'Show more (10 left)' }).click();
  await expect.element(page.getByRole('button', { name: 'Entry 59 of 1891' })).toBeInTheDocument();
  await expect.element(page.getByText('1891 – Apr 1911')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Entry 0 of 1891' }).click();
  await expect.poll(() => location.hash).toContain('evidence=passage%3Aharbour%3A0%3A11');
  history.back();
  history.back();
  await expect.element(year(1891)).toHaveAttribute('aria-expanded', 'false');
});

test('the arrow keys go from year to year, and Enter opens one', async () => {
  await showApp({ documents }, TIMELINE);
  await expect.element(year(1890)).toBeInTheDocument();
  year(1890).element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(year(1892)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(year(1901)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(year(1901)).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByRole('button', { name: 'Entry 3 of 1901' })).toBeInTheDocument();
});

test('it is filtered by a document and by an entity, and the address holds that', async () => {
  const namesakes = [{ id: 'entity-7', title: 'Emil Feld', type: 'person' }];
  const { engine } = await showApp({ documents, namesakes }, TIMELINE);
  await page.getByRole('button', { name: 'Filter by document…' }).click();
  await page.getByRole('combobox', { name: 'Document' }).fill('The harbour');
  await page.getByRole('dialog').getByRole('button', { name: 'Filter', exact: true }).click();
  await expect.poll(() => engine.calls).toContain('timeline harbour null');
  await expect.element(page.getByText('2 years', { exact: true })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Filter by entity…' }).click();
  await page.getByRole('combobox', { name: 'Entity' }).fill('Emil Feld');
  await page.getByRole('dialog').getByRole('button', { name: 'Filter', exact: true }).click();
  await expect.poll(() => engine.calls).toContain('timeline harbour entity-7');
  await expect.poll(() => location.hash).toContain('of=harbour&about=entity-7');
  await page.getByRole('button', { name: /^Document: The harbour book/u }).click();
  await expect.poll(() => location.hash).not.toContain('of=');
});

test('where nothing has a date it says what would bring dates', async () => {
  await showApp({ documents, views: { dated: 0 } }, TIMELINE);
  await expect.element(page.getByText('Nothing here has a certain date.')).toBeInTheDocument();
  await expect.element(page.getByText(/reads claims with their dates/u)).toBeInTheDocument();
});

test('no accessibility finding in light and dark, wide and narrow', async () => {
  await showApp({ documents, views: { dated: 300 } }, `${TIMELINE}&year=1891`);
  for (const { theme, width } of LOOKS) {
    await page.viewport(width, 860);
    setTheme(theme);
    await expect.element(page.getByRole('button', { name: 'Entry 3 of 1891' })).toBeInTheDocument();
    expect(await findings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  setTheme('light');
});
