import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Session } from '../../../src/app/session.svelte';
import type { CollectionView } from '../../../src/core/engine/collections/collection-view';
import { StorageError } from '../../../src/core/errors';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { fakeEngine, type FakeOptions } from '../../helpers/fake-engine';
import { fakeShell } from '../../helpers/fake-shell';
import { openAgain, showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const main = page.getByRole('main');
const mark = page.getByRole('complementary', { name: 'Evidence' }).getByRole('mark');

async function askAndFollow(): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill('Who kept the harbour book?');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Export answer' })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Open in document' }).first().click();
  await expect.element(mark).toBeInTheDocument();
}

test('the address holds conversation and evidence, so that a reload brings them back', async () => {
  const first = await showApp({ documents });
  await askAndFollow();
  const { hash } = location;
  await first.screen.unmount();
  await openAgain(first.engine, hash);
  await expect.element(page.getByRole('article', { name: 'Answer' })).toBeInTheDocument();
  await expect.element(mark).toHaveTextContent(HARBOUR.quote ?? '');
});

test('from a first answer the back button leads to the question, and forward to the answer again', async () => {
  await showApp({ documents });
  const answer = page.getByRole('article', { name: 'Answer' });
  await page.getByRole('textbox', { name: 'Question' }).fill('Who kept the harbour book?');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Export answer' })).toBeInTheDocument();
  const { hash } = location;
  history.back();
  await expect.element(page.getByRole('list', { name: 'Try asking' })).toBeInTheDocument();
  await expect.element(answer).not.toBeInTheDocument();
  history.forward();
  await expect.element(answer).toBeInTheDocument();
  expect(location.hash).toBe(hash);
});

test('evidence that a keyboard was led to shows a ring that lies inside its pane', async () => {
  await showApp({ documents });
  await page.getByRole('textbox', { name: 'Question' }).fill('Who kept the harbour book?');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Export answer' })).toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  (page.getByRole('button', { name: 'Open in document' }).first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(mark).toBeInTheDocument();
  await expect.poll(() => document.activeElement?.className).toContain('evidence');
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(document.activeElement ?? document.body);
  expect({ outlineStyle, outlineWidth, outlineOffset }).toEqual({
    outlineStyle: 'solid',
    outlineWidth: '2px',
    outlineOffset: '-2px',
  });
});

test('the back button of the browser closes the evidence again', async () => {
  await showApp({ documents });
  await askAndFollow();
  history.back();
  await expect.element(mark).not.toBeInTheDocument();
  await expect.element(page.getByRole('article', { name: 'Answer' })).toBeInTheDocument();
});

test('on a narrow window a passage turns to the evidence pane, and the bar leads back', async () => {
  await page.viewport(390, 844);
  await showApp({ documents });
  await expect.element(page.getByRole('status', { name: 'Ready' })).toBeInTheDocument();
  await askAndFollow();
  await expect.element(page.getByRole('textbox', { name: 'Question' })).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'Ask' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('an unknown collection in the address is told, and the page stays usable', async () => {
  const engine = fakeEngine();
  const broken = { ...engine, open: () => Promise.reject(new Error('This collection is no longer here.')) };
  localStorage.clear();
  history.replaceState(null, '', '#/gone/ask');
  const session = new Session(fakeShell(broken));
  const { default: App } = await import('../../../src/ui/App.svelte');
  const { render } = await import('vitest-browser-svelte');
  await render(App, { props: { session } });
  await expect.element(page.getByRole('alert').getByText(/no longer here/)).toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'This collection is not here' })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Go to the start page' }).click();
  await expect.element(page.getByRole('button', { name: 'Open the sample' })).toBeEnabled();
});

for (const inMemory of [true, false]) {
  test(`a collection that is not there is told by what is true of a window that ${inMemory ? 'cannot keep' : 'keeps'} files`, async () => {
    const gone = () => Promise.reject(new StorageError('This collection is not here.'));
    localStorage.clear();
    history.replaceState(null, '', '#/gone/ask');
    const session = new Session(fakeShell({ ...fakeEngine({ inMemory }), open: gone }));
    const { default: App } = await import('../../../src/ui/App.svelte');
    const { render } = await import('vitest-browser-svelte');
    await render(App, { props: { session } });
    const [lost, deleted] = [
      main.getByText(/closing or reloading the page removes everything/),
      main.getByText(/It was deleted/),
    ];
    await expect.element(inMemory ? lost : deleted).toBeInTheDocument();
    await expect.element(inMemory ? deleted : lost).not.toBeInTheDocument();
  });
}

/** The page over two collections that have the same documents, at the first. */
async function showTwo(options: FakeOptions): Promise<Session> {
  const engine = fakeEngine(options);
  let id = 'collection-1';
  const named = (view: CollectionView) => ({ ...view, collection: { ...view.collection, id } });
  const open = async (asked: string) => named(await engine.open((id = asked)));
  const both = { ...engine, open, view: async () => named(await engine.view()) };
  localStorage.clear();
  history.replaceState(null, '', '#/collection-1/ask');
  const session = new Session(fakeShell(both));
  const { default: App } = await import('../../../src/ui/App.svelte');
  const { render } = await import('vitest-browser-svelte');
  await render(App, { props: { session } });
  return session;
}

async function askHarbour(): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill('Who kept the harbour book?');
  await userEvent.keyboard('{Enter}');
}

test('what failed in one collection is told as long as it is open, and not above another one', async () => {
  const session = await showTwo({
    documents,
    answering: () => {
      throw new Error('The model is gone.');
    },
  });
  await askHarbour();
  const failure = page.getByRole('alert').getByText(/The model is gone/);
  await expect.element(failure).toBeInTheDocument();
  await session.opening.openShown();
  await expect.element(failure).toBeInTheDocument();
  await session.opening.goTo('collection-2');
  await expect.element(failure).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeInTheDocument();
});

test('what was found in one collection is no longer announced in another one', async () => {
  const session = await showTwo({ documents });
  await askHarbour();
  const found = page.getByText(/^Found: \d+ passages?\.$/u);
  await expect.element(found).toBeInTheDocument();
  await session.opening.goTo('collection-2');
  await expect.element(found).not.toBeInTheDocument();
});

const CONTRACTS = { id: 'contracts', name: 'Contracts', created: 0, opened: 0 };

/** The page at the address of a listed collection that cannot be opened as long as `refusal` gives an error. */
async function showRefused(refusal: () => Error | null) {
  const removed: string[] = [];
  const engine = fakeEngine({ documents: [HARBOUR] });
  const broken = {
    ...engine,
    collections: async () => (removed.length === 0 ? [CONTRACTS] : []),
    open: (id: string) => {
      const error = refusal();
      return error ? Promise.reject(error) : engine.open(id);
    },
    removeCollection: async (id: string) => void removed.push(id),
  };
  localStorage.clear();
  history.replaceState(null, '', '#/contracts/ask');
  const session = new Session(fakeShell(broken));
  const { default: App } = await import('../../../src/ui/App.svelte');
  const { render } = await import('vitest-browser-svelte');
  await render(App, { props: { session } });
  await expect.element(page.getByRole('heading', { name: 'Contracts cannot be opened' })).toBeInTheDocument();
  return removed;
}

const removal = page.getByRole('button', { name: 'Delete what is left of it…' });

test('what is left of a collection that cannot be opened can be deleted, once its parts are told', async () => {
  const removed = await showRefused(() => new StorageError('Its files are gone.', { traits: ['damage'] }));
  await expect.element(main.getByText(/Its files are gone\./)).toBeInTheDocument();
  await removal.click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByText(/1 document, 1 original file,? and its index/)).toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Delete what is left' }).click();
  await expect.element(page.getByRole('button', { name: 'Open the sample' })).toBeEnabled();
  expect(removed).toEqual(['contracts']);
});

test('a collection that does not open for another reason says which, is not to be removed, and is opened at another try', async () => {
  let refusal: Error | null = new Error('The engine ended.');
  await showRefused(() => refusal);
  await expect.element(main.getByText(/The engine ended\..*Your documents and answers are safe\./)).toBeInTheDocument();
  await expect.element(removal).not.toBeInTheDocument();
  refusal = null;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeInTheDocument();
});

/** A page with one collection open, of two that are listed; the other one cannot be opened, and `refusal` says what then becomes of the first. */
async function showOneOfTwo(refusal: () => Error | null) {
  const engine = fakeEngine({ documents: [HARBOUR], pending: ['late.txt'] });
  const openings: string[] = [];
  const two = {
    ...engine,
    collections: async () => [(await engine.view()).collection, CONTRACTS],
    open: (id: string) => {
      openings.push(id);
      const isAgain = openings.length > 1;
      if (id === CONTRACTS.id) return Promise.reject(new Error('Contracts are damaged.'));
      const error = isAgain ? refusal() : null;
      return error ? Promise.reject(error) : engine.open(id);
    },
  };
  localStorage.clear();
  history.replaceState(null, '', '#/collection-1/ask');
  const session = new Session(fakeShell(two));
  const { default: App } = await import('../../../src/ui/App.svelte');
  const { render } = await import('vitest-browser-svelte');
  await render(App, { props: { session } });
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeInTheDocument();
  await session.opening.goTo(CONTRACTS.id);
  await expect.element(page.getByText(/Contracts are damaged\./)).toBeInTheDocument();
  return { session, engine, openings };
}

test('a collection that does not open leaves the one before open: it goes on and can be asked', async () => {
  const { session, engine, openings } = await showOneOfTwo(() => null);
  await expect.poll(() => location.hash).toMatch(/^#\/collection-1\//);
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeInTheDocument();
  expect(openings).toEqual(['collection-1', 'contracts', 'collection-1']);
  await expect.poll(() => engine.calls.filter((call) => call === 'resume').length).toBeGreaterThan(0);
  expect(session.library.view?.collection.id).toBe('collection-1');
  expect(session.opening.error).toBeNull();
});

test('where the one before does not open again either, nothing is shown as open', async () => {
  const { session } = await showOneOfTwo(() => new Error('Too little memory.'));
  await expect.element(page.getByRole('heading', { name: 'Contracts cannot be opened' })).toBeInTheDocument();
  expect(session.library.view).toBeNull();
});

test('a collection that cannot be made leaves the one before open', async () => {
  const engine = fakeEngine({ documents: [HARBOUR] });
  const openings: string[] = [];
  const full = {
    ...engine,
    open: (id: string) => (openings.push(id), engine.open(id)),
    createCollection: () => Promise.reject(new StorageError('The disk is full.')),
  };
  localStorage.clear();
  history.replaceState(null, '', '#/collection-1/ask');
  const session = new Session(fakeShell(full));
  const { default: App } = await import('../../../src/ui/App.svelte');
  const { render } = await import('vitest-browser-svelte');
  await render(App, { props: { session } });
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeInTheDocument();
  expect(await session.collections.create('New')).toBe(false);
  await expect.element(page.getByText(/The disk is full\./)).toBeInTheDocument();
  expect(openings).toEqual(['collection-1', 'collection-1']);
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeInTheDocument();
});

test('a collection is not said to be elsewhere where the list cannot be read', async () => {
  const died = (): Promise<never> => Promise.reject(new Error('The engine ended.'));
  localStorage.clear();
  history.replaceState(null, '', '#/contracts/ask');
  const session = new Session(fakeShell({ ...fakeEngine(), open: died, collections: died }));
  const { default: App } = await import('../../../src/ui/App.svelte');
  const { render } = await import('vitest-browser-svelte');
  await render(App, { props: { session } });
  await expect.element(page.getByRole('heading', { name: 'This collection cannot be opened' })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
});
