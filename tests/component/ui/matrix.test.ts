import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { LOOKS, setTheme } from './axe-findings';
import { showApp } from './show-app';
import { findings } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const MATRIX = '#/collection-1/explore?view=matrix';
const grid = () => page.getByRole('grid', { name: 'Matrix' });
const cell = (): string => document.querySelector('#matrix-cell')?.textContent?.trim() ?? '';
const canvas = (): HTMLCanvasElement => {
  const found = document.querySelector('canvas');
  if (!found) throw new Error('Nothing is drawn.');
  return found;
};

test('the grid is walked by the keyboard, cell by cell and from one filled cell to the next', async () => {
  await showApp({ documents }, MATRIX);
  await expect.element(page.getByText('30 documents, 9 communities')).toBeInTheDocument();
  grid().element().focus();
  expect(cell()).toBe('Letter 0 of the harbour company: Topic 0 and its people. 1 of 12 passages (8%)');
  await userEvent.keyboard('{ArrowRight}');
  expect(cell()).toBe('Letter 0 of the harbour company: Topic 1 and its people. No passage');
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  expect(cell()).toContain('Topic 3');
  await userEvent.keyboard('{End}{Control>}{ArrowDown}{/Control}');
  expect(cell()).toContain('Letter 1 of the harbour company: Topic 8');
  await userEvent.keyboard('{Control>}{End}{/Control}');
  expect(cell()).toContain('Letter 29 of the harbour company: Topic 8');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(cell()).toBe('Letter 29 of the harbour company');
  await expect.element(page.getByRole('rowheader')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toContain('evidence=document%3Adocument-29');
});

test('the title of a column leads to its report', async () => {
  await showApp({ documents }, MATRIX);
  await expect.element(grid()).toBeInTheDocument();
  grid().element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{Enter}');
  await expect.poll(() => location.hash).toContain('evidence=report%3A1');
});

test('a filled cell opens its passages, of which each leads to its words; the address holds it, and Back closes it', async () => {
  await showApp({ documents }, MATRIX);
  await expect.element(grid()).toBeInTheDocument();
  grid().element().focus();
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}{Enter}');
  const region = page.getByRole('region', { name: 'Letter 0 of the harbour company: Topic 3' });
  await expect.element(region.getByText('4 passages')).toBeInTheDocument();
  await expect.poll(() => location.hash).toContain('community=3&of=document-0');
  await region.getByRole('button', { name: 'Passage 2 of document-0' }).click();
  await expect.poll(() => location.hash).toContain('evidence=passage%3Adocument-0%3A40%3A51');
  history.back();
  history.back();
  await expect.element(region).not.toBeInTheDocument();
});

test('an empty cell opens nothing', async () => {
  await showApp({ documents }, MATRIX);
  await expect.element(grid()).toBeInTheDocument();
  grid().element().focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(location.hash).not.toContain('of=');
});

test('a reload brings the open cell back', async () => {
  await showApp({ documents }, `${MATRIX}&community=3&of=document-0`);
  await expect.element(page.getByRole('region', { name: /Topic 3/ }).getByText('4 passages')).toBeInTheDocument();
  expect(cell()).toContain('Letter 0 of the harbour company: Topic 3');
});

test('a click on the picture opens the cell under it, scrolled or not', async () => {
  await showApp({ documents, views: { documents: 2000, communities: 500 } }, MATRIX);
  await expect.element(page.getByText('2,000 documents, 500 communities')).toBeInTheDocument();
  grid()
    .element()
    .scrollTo({ left: 24 * 240, top: 24 * 900 });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // The first cell in sight, below the titles of columns and beside those of rows.
  const side = Math.min(260, Math.round(canvas().clientWidth * 0.38));
  await userEvent.click(canvas(), { position: { x: side + 12, y: 132 + 12 } });
  await expect.poll(() => location.hash).toContain('community=240&of=document-900');
});

test('2,000 documents by 500 communities are drawn within a frame wherever one scrolls', async () => {
  await showApp({ documents, views: { documents: 2000, communities: 500 } }, MATRIX);
  await expect.element(page.getByText('2,000 documents, 500 communities')).toBeInTheDocument();
  const long: number[] = [];
  const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  for (let step = 1; step <= 60; step++) {
    grid()
      .element()
      .scrollTo({ left: step * 190, top: step * 780 });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  long.push(...observer.takeRecords().map(({ duration }) => duration));
  observer.disconnect();
  expect(document.querySelectorAll('[role=row]').length).toBe(1);
  expect(canvas().width).toBeLessThanOrEqual(innerWidth * devicePixelRatio);
  // Slack for a machine that does other work; undisturbed there is none.
  expect(long.length).toBeLessThan(6);
});

test('the picture has colour where cells are filled, in light and in dark', async () => {
  await showApp({ documents }, MATRIX);
  await expect.element(grid()).toBeInTheDocument();
  const colours = (): readonly string[] => {
    const context = canvas().getContext('2d');
    const side = Math.min(260, Math.round(canvas().clientWidth * 0.38));
    const at = (column: number): string =>
      [...(context?.getImageData(side + column * 24 + 12, 132 + 12, 1, 1).data ?? [])].join(' ');
    return [0, 1, 3].map(at);
  };
  await expect.poll(() => new Set(colours()).size).toBe(3);
  const light = colours();
  setTheme('dark');
  await expect.poll(() => colours().filter((one, at) => one === light[at])).toEqual([]);
  setTheme('light');
});

test('the table holds the same cells, and opens the same passages', async () => {
  await showApp({ documents }, MATRIX);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const table = page.getByRole('table', { name: 'Matrix' });
  await expect.element(page.getByText('Cells 1–50 of 90')).toBeInTheDocument();
  await expect.poll(() => location.hash).toContain('table=1');
  const row = table.getByRole('row').nth(2);
  await expect.element(row).toHaveTextContent('Letter 0 of the harbour company');
  await row.getByRole('button', { name: '4: Letter 0 of the harbour company: Topic 3 and its people' }).click();
  await expect.element(page.getByRole('region', { name: /Topic 3/ }).getByText('4 passages')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByText('Cells 51–90 of 90')).toBeInTheDocument();
});

test('a level is chosen, and a collection without communities says so', async () => {
  const { engine } = await showApp({ documents, views: { documents: 2, communities: 0 } }, MATRIX);
  await expect.element(page.getByText('No communities yet.')).toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Level of detail' }).selectOptions('Down to level 1');
  await expect.poll(() => engine.calls).toContain('documentMatrix 1');
});

test('no accessibility finding in light and dark, wide and narrow, as picture and as table', async () => {
  await showApp({ documents }, `${MATRIX}&community=3&of=document-0`);
  for (const { theme, width } of LOOKS) {
    await page.viewport(width, 860);
    setTheme(theme);
    for (const form of ['Table', 'Picture']) {
      await page.getByRole('button', { name: form, exact: true }).click();
      await expect.element(page.getByRole('region', { name: /Topic 3/ }).getByText('4 passages')).toBeInTheDocument();
      expect(await findings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  }
  setTheme('light');
});
