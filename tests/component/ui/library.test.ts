import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, HOSTILE, LEDGER } from '../../helpers/fake-documents';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const library = page.getByRole('complementary', { name: 'Library' });
const input = page.getByLabelText('Add documents');

test('the first screen starts no engine until the person acts', async () => {
  const { engine } = await showApp({}, '#/');
  await expect.element(page.getByRole('button', { name: 'Open the sample' })).toBeInTheDocument();
  expect(engine.calls).toEqual([]);
  await page.getByRole('button', { name: 'Open the sample' }).click();
  await expect.element(page.getByRole('status', { name: 'Ready' })).toBeInTheDocument();
});

test('a file that cannot be read says why on its own line, and the others are there', async () => {
  await showApp({ documents: [HARBOUR] });
  await expect.element(library).toBeInTheDocument();
  await userEvent.upload(input, [new File(['x'], 'torn.bad'), new File(['A quiet letter.'], 'letter.txt')]);
  const line = library.getByRole('listitem').filter({ hasText: 'torn.bad' });
  await expect.element(line.getByText(/it ends in the middle/)).toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: 'Delete letter.txt' })).toBeInTheDocument();
  await line.getByRole('button', { name: 'Dismiss torn.bad' }).click();
  await expect.element(line).not.toBeInTheDocument();
});

test('indexing shows its stage, can be paused and goes on', async () => {
  const { engine } = await showApp({ documents: [HARBOUR], pace: 60 });
  await expect.element(library).toBeInTheDocument();
  await userEvent.upload(input, [new File(['A quiet letter.'], 'letter.txt')]);
  await expect.element(page.getByRole('progressbar', { name: 'Indexing' })).toBeInTheDocument();
  await expect.poll(() => document.title).toMatch(/%/);
  await page.getByRole('button', { name: 'Pause indexing' }).click();
  await page.getByRole('button', { name: 'Resume indexing' }).click();
  await expect.element(page.getByRole('status', { name: 'Ready' })).toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: 'Delete letter.txt' })).toBeInTheDocument();
  expect(engine.calls).toEqual(['add', 'resume']);
});

test('hostile titles and texts are shown as text', async () => {
  await showApp({ documents: [HOSTILE] });
  await library.getByRole('button', { name: HOSTILE.title, exact: true }).click();
  const text = page.getByRole('complementary', { name: 'Evidence' }).getByRole('paragraph');
  await expect.element(text.filter({ hasText: '<script>window.hacked = 2</script>' })).toBeInTheDocument();
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect('hacked' in window).toBe(false);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

test('thousands of documents are shown a page at a time and can be found', async () => {
  const documents = Array.from({ length: 3000 }, (_, index) => ({
    id: `d${index}`,
    title: `Letter number ${index}`,
    text: 'A letter.',
  }));
  await showApp({ documents });
  await expect.element(library.getByText('1–50 of 3,000')).toBeInTheDocument();
  expect(document.querySelectorAll('aside li').length).toBeLessThan(100);
  await library.getByRole('searchbox', { name: 'Find a document' }).fill('number 2999');
  await expect.element(library.getByRole('button', { name: 'Letter number 2999', exact: true })).toBeInTheDocument();
});

test('another tab that writes is named, and nothing that writes is offered', async () => {
  await showApp({ documents: [HARBOUR], writable: false });
  await expect.element(library.getByText(/Another tab is writing/)).toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: 'Add documents' })).toBeDisabled();
  await expect.element(library.getByRole('button', { name: 'Delete The harbour book' })).toBeDisabled();
});

test('a table is read one document per row by the columns that are chosen', async () => {
  const { engine } = await showApp({ documents: [LEDGER] });
  await library.getByRole('button', { name: /Read one document per row/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('checkbox', { name: /body/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Read the rows' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(engine.calls).toContain('reread');
});
