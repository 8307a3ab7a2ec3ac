import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { LOOKS, setTheme } from './axe-findings';
import { showApp } from './show-app';
import { findings } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const BOOK = '#/collection-1/explore?view=book&down=all';
const pages = (): HTMLElement => document.querySelector<HTMLElement>('.pages') ?? document.body;
const article = (title: string) => page.getByRole('article', { name: title, exact: true });
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 120));

/** The title of the report at the top of what is seen, and how far below the top that is. */
function topReport(): { readonly title: string; readonly distance: number } {
  const top = pages().getBoundingClientRect().top;
  for (const report of document.querySelectorAll('.report')) {
    const box = report.getBoundingClientRect();
    if (box.bottom > top + 1) return { title: report.querySelector('h2')?.textContent ?? '', distance: box.top - top };
  }
  return { title: '', distance: 0 };
}

test('a book of thousands of reports fetches and draws only what is near', async () => {
  const { engine } = await showApp({ documents, views: { reports: 13_000 } }, BOOK);
  await expect.element(article('Report 0')).toBeInTheDocument();
  await expect.element(page.getByText('Report 1 of 13,000')).toBeInTheDocument();
  await settled();
  expect(document.querySelectorAll('.report').length).toBeLessThan(12);
  expect(document.querySelectorAll('nav .line').length).toBeLessThan(80);
  const fetched = engine.calls.flatMap((call) => (call.startsWith('bookReports') ? call.split(' ').slice(1) : []));
  expect(fetched.length).toBeLessThan(20);
  expect(new Set(fetched).size).toBe(fetched.length);
});

test('the contents lead to a report, which stays at the top while others above it are fetched', async () => {
  const { engine } = await showApp({ documents, views: { reports: 13_000 } }, BOOK);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('button', { name: 'Report 0', exact: true }).click();
  await userEvent.keyboard('{End}');
  const last = contents.getByRole('button', { name: 'Report 12999' });
  await expect.element(last).toHaveFocus();
  await userEvent.keyboard('{PageUp}{ArrowUp}{Enter}');
  await expect.poll(() => location.hash).toMatch(/community=12\d\d\d/);
  const chosen = /community=(\d+)/.exec(location.hash)?.[1] ?? '';
  await expect.element(article(`Report ${chosen}`)).toBeInTheDocument();
  await settled();
  expect(topReport()).toEqual({ title: `Report ${chosen}`, distance: expect.closeTo(0, -1) });
  const fetched = engine.calls.filter((call) => call.startsWith('bookReports')).join(' ');
  expect(fetched).not.toContain(' 6000 ');
});

test('what is read stays in its place while reports above it come, although their heights were only guessed', async () => {
  const { engine } = await showApp({ documents, views: { reports: 200 } }, `${BOOK}&community=100`);
  await expect.element(article('Report 100')).toBeInTheDocument();
  await settled();
  const { bookReports } = engine;
  let come = Promise.withResolvers<undefined>();
  engine.bookReports = async (wanted, options) => {
    await come.promise;
    return bookReports(wanted, options);
  };
  for (let step = 0; step < 8; step++) {
    pages().scrollTop -= 450;
    await settled();
    const before = topReport();
    come.resolve(undefined);
    await settled();
    const after = topReport();
    expect(after.title).toBe(before.title);
    expect(after.distance).toBeCloseTo(before.distance, 0);
    come = Promise.withResolvers<undefined>();
  }
});

test('the address names the report that is read, and Back turns to the one before', async () => {
  await showApp({ documents }, BOOK);
  await expect.element(article('Report 0')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(() => location.hash).toContain('community=1');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('button', { name: 'Report 7' }).click();
  await expect.poll(() => topReport().title).toBe('Report 7');
  history.back();
  await expect.poll(() => topReport().title).toBe('Report 1');
  await expect.element(page.getByText('Report 2 of 40')).toBeInTheDocument();
});

test('a level is chosen for itself, and a citation opens the document beside the book', async () => {
  await showApp({ documents }, BOOK);
  await page.getByRole('combobox', { name: 'Level of detail' }).selectOptions('Top topics');
  await expect.poll(() => location.hash).not.toContain('down');
  await expect.element(page.getByText('Report 1 of 8')).toBeInTheDocument();
  await article('Report 5')
    .getByRole('button', { name: /The harbour book/ })
    .click();
  const evidence = page.getByRole('complementary', { name: 'Evidence' });
  await expect.element(evidence.getByText('The keepers').first()).toBeInTheDocument();
  await expect.poll(() => location.hash).toContain('evidence=passage%3Aharbour');
});

test('all reports of the level are exported with their sources, and an export can be cancelled', async () => {
  const saved: Blob[] = [];
  const links = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const urls = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:book';
  });
  const { engine } = await showApp({ documents, views: { reports: 50 } }, BOOK);
  const button = page.getByRole('button', { name: 'Export as Markdown' });
  await button.click();
  await expect.poll(() => saved.length).toBe(1);
  const text = (await saved[0]?.text()) ?? '';
  expect(text.match(/^#{2,3} Report \d+$/gm)).toHaveLength(50);
  expect(text).toContain('[^50]: The harbour book, p. 2: “The keepers”');
  const { bookReports } = engine;
  const started = Promise.withResolvers<undefined>();
  engine.bookReports = async (wanted, options) => {
    started.resolve(undefined);
    await new Promise((resolve) => options?.signal?.addEventListener('abort', resolve));
    return bookReports(wanted, options);
  };
  await button.click();
  await started.promise;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('progressbar', { name: 'Exporting' })).not.toBeInTheDocument();
  await settled();
  expect(saved).toHaveLength(1);
  await expect.element(page.getByRole('alert')).toHaveTextContent('');
  links.mockRestore();
  urls.mockRestore();
});

test('what was fetched is drawn for the printer, and nothing else', async () => {
  await showApp({ documents, views: { reports: 500 } }, BOOK);
  await expect.element(article('Report 0')).toBeInTheDocument();
  await settled();
  const nav = page.getByRole('navigation', { name: 'Contents' });
  await nav.getByRole('button', { name: 'Report 12', exact: true }).click();
  await expect.element(article('Report 12')).toBeInTheDocument();
  await settled();
  const loaded = Number(/Print (\d+) loaded/.exec(document.body.textContent ?? '')?.[1]);
  dispatchEvent(new Event('beforeprint'));
  expect(document.querySelectorAll('.report article')).toHaveLength(loaded);
  await expect.element(article('Report 0')).toBeInTheDocument();
  dispatchEvent(new Event('afterprint'));
  await expect.element(article('Report 0')).not.toBeInTheDocument();
});

test('no accessibility finding in light and dark, wide and narrow', async () => {
  await showApp({ documents }, BOOK);
  for (const { theme, width } of LOOKS) {
    await page.viewport(width, 860);
    setTheme(theme);
    await expect.element(page.getByRole('region', { name: 'Reports' })).toBeInTheDocument();
    if (width < 900) await page.getByRole('button', { name: 'Contents' }).click();
    await expect.element(page.getByRole('navigation', { name: 'Contents' })).toBeInTheDocument();
    expect(await findings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  setTheme('light');
});
