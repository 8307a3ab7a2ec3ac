import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { showApp, openView, viewChoice } from './show-app';
import { findings } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];

test('the community tree is walked by the arrow keys', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=communities');
  const root = page.getByRole('treeitem', { name: /The harbour and its keepers/ });
  await expect.element(root).toBeInTheDocument();
  root.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(root).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  const child = page.getByRole('treeitem', { name: /Ships and wrecks/ });
  await expect.element(child).toHaveFocus();
  await expect.element(child).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(root).toHaveAttribute('aria-expanded', 'false');
});

test('what is unfolded in the tree, and how far it was scrolled, is as it was after another tab was looked at', async () => {
  await page.viewport(1280, 340);
  const { session } = await showApp({ documents }, '#/collection-1/explore?view=communities');
  await page.getByRole('treeitem', { name: /The harbour and its keepers/ }).click();
  const child = page.getByRole('treeitem', { name: /Ships and wrecks/ });
  await child.click();
  await page.getByRole('combobox', { name: 'Levels' }).selectOptions('Down to level 1');
  const content = (): Element | null => document.querySelector('.explore [role="tabpanel"]:not([hidden])');
  await expect.poll(() => (content()?.scrollHeight ?? 0) - (content()?.clientHeight ?? 0)).toBeGreaterThan(30);
  content()?.scrollTo({ top: 30 });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  session.layout.openSettings('models');
  await expect.element(child).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'Explore' }).click();
  await expect.element(child).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('combobox', { name: 'Levels' })).toHaveDisplayValue('Down to level 1');
  await expect.poll(() => content()?.scrollTop).toBe(30);
});

test('the screen can be left while its communities are being loaded', async () => {
  const failures: unknown[] = [];
  const note = ({ reason }: PromiseRejectionEvent): void => void failures.push(reason);
  addEventListener('unhandledrejection', note);
  const { engine, session } = await showApp({ documents }, '#/collection-1/ask?view=communities');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const list = engine.communities;
  engine.communities = async () => {
    asked.resolve(undefined);
    await promise;
    return list();
  };
  await page.getByRole('tab', { name: 'Explore' }).click();
  await asked.promise;
  session.layout.openSettings('models');
  await expect.element(page.getByRole('tab', { name: 'Reports' })).not.toBeInTheDocument();
  resolve(undefined);
  await new Promise((done) => setTimeout(done, 50));
  removeEventListener('unhandledrejection', note);
  expect(failures).toEqual([]);
});

test('a table is sorted by its headers, filtered, paged, and opens evidence', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=communities');
  await openView('Tables', 'Entities');
  const table = page.getByRole('table', { name: 'Entities' });
  await expect.element(page.getByText('1–50 of 120')).toBeInTheDocument();
  await table.getByRole('button', { name: 'Name' }).click();
  await table.getByRole('button', { name: 'Name' }).click();
  await expect.element(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect.element(table.getByRole('button', { name: 'Ada Marsh 119', exact: true })).toBeInTheDocument();
  await page.getByRole('searchbox', { name: 'Filter entities' }).fill('marsh 77');
  await table.getByRole('button', { name: 'Ada Marsh 77', exact: true }).click();
  const evidence = page.getByRole('complementary', { name: 'Evidence' });
  await expect.element(evidence.getByRole('heading', { name: 'Ada Marsh 77' })).toBeInTheDocument();
});

test('names in a relationship lead to their entities, and the rest of its row to the relationship', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=relationships');
  const row = page.getByRole('table', { name: 'Relationships' }).getByRole('row').nth(1);
  await row.getByRole('button', { name: 'Harbour Office' }).click();
  await expect.poll(() => location.hash).toContain('entity%3Aharbour-office%3AHarbour');
  await row.getByRole('button', { name: 'Ada Marsh 0' }).click();
  await expect.poll(() => location.hash).toContain('entity%3Aentity-0%3AAda');
  await row.getByRole('button', { name: 'appears with' }).click();
  await expect.poll(() => location.hash).toContain('relationship%3Aentity-0');
});

test('a relationship of which only keywords are known is opened by them', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=relationships');
  const row = page.getByRole('table', { name: 'Relationships' }).getByRole('row').nth(2);
  await row.getByRole('button', { name: 'keeper of, met in' }).click();
  await expect.poll(() => location.hash).toContain('relationship%3Aentity-1');
});

test('a parameter is set from the form that its description draws', async () => {
  const { engine } = await showApp({ documents }, '#/collection-1/settings?page=indexing');
  await page.getByText('Text units', { exact: true }).click();
  await page.getByRole('spinbutton', { name: 'tokens' }).fill('1200');
  await userEvent.tab();
  await expect.element(page.getByText('Not applied yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply Text units' }).click();
  await expect.poll(() => engine.calls).toContain('configure');
  await expect.element(page.getByText('Not applied yet.')).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect.element(page.getByRole('status', { name: 'Outside requests' })).toHaveTextContent('0');
});

test('a table says that it is loading until its first rows have come, never that there are none', async () => {
  let come = (): void => undefined;
  const tables = new Promise<void>((resolve) => (come = resolve));
  await showApp({ documents, tables }, '#/collection-1/explore?view=entities');
  const table = page.getByRole('table', { name: 'Entities' });
  await expect.element(page.getByText('Loading…')).toBeInTheDocument();
  await expect.element(table).toHaveAttribute('aria-busy', 'true');
  await expect.element(page.getByText('No rows')).not.toBeInTheDocument();
  come();
  await expect.element(page.getByText('1–50 of 120')).toBeInTheDocument();
  await expect.element(table).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('searchbox', { name: 'Filter entities' }).fill('nobody');
  await expect.element(page.getByText('No rows')).toBeInTheDocument();
});

test('the address holds the table, its filter and its order, and Back steps through the tabs', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=communities');
  await openView('Tables', 'Entities');
  await page.getByRole('searchbox', { name: 'Filter entities' }).fill('marsh 7');
  await page.getByRole('table').getByRole('button', { name: 'Name' }).click();
  await expect.poll(() => location.hash).toBe('#/collection-1/explore?view=entities&filter=marsh%207&sort=title');
  await openView('Tables', 'Relationships');
  await expect.poll(() => location.hash).toBe('#/collection-1/explore?view=relationships');
  history.back();
  await expect.element(page.getByRole('tab', { name: 'Tables' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(viewChoice('Tables')).toHaveDisplayValue('Entities');
  await expect.element(page.getByRole('searchbox', { name: 'Filter entities' })).toHaveValue('marsh 7');
});

test('a reload brings the inner tab, the filter and the order back', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=entities&filter=marsh%207&sort=-title');
  await expect.element(page.getByRole('tab', { name: 'Tables' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(viewChoice('Tables')).toHaveDisplayValue('Entities');
  await expect.element(page.getByRole('searchbox', { name: 'Filter entities' })).toHaveValue('marsh 7');
  const name = page.getByRole('columnheader', { name: 'Name' });
  await expect.element(name).toHaveAttribute('aria-sort', 'descending');
  await expect.element(page.getByText('1–11 of 11')).toBeInTheDocument();
});

test('a reload brings the community back that was read', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=communities&community=2');
  await expect.element(page.getByRole('heading', { name: 'Ships and wrecks' })).toBeInTheDocument();
});

test('a name is split off an entity from its evidence', async () => {
  const { engine } = await showApp({ documents }, '#/collection-1/explore?view=entities');
  await page.getByRole('table').getByRole('button', { name: 'Ada Marsh 0', exact: true }).click();
  const evidence = page.getByRole('complementary', { name: 'Evidence' });
  await evidence.getByText('Unmerge a name').click();
  await evidence.getByRole('button', { name: 'Mrs Marsh' }).click();
  await expect.poll(() => engine.calls).toContain('splitEntity Mrs Marsh');
});

test('a pair of names that the engine goes on suggesting comes back', async () => {
  const { engine } = await showApp({ documents }, '#/collection-1/explore?view=aliases');
  const apart = page.getByRole('button', { name: 'Keep separate: A. Marsh and Ada Marsh' });
  await apart.click();
  await expect.poll(() => engine.calls).toContain('keepApart');
  await expect.element(apart).toBeInTheDocument();
});

test('what a model joined stands apart from the edits by hand, what it kept apart is folded away, each with its Undo', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=aliases');
  const own = page.getByRole('list', { name: 'Your edits' });
  await expect.element(own.getByRole('listitem')).toHaveTextContent('Merged the Office into Harbour Office');
  await expect.element(page.getByRole('list', { name: 'Merged by a model' })).toHaveTextContent('Tiny joined');
  const undo = page.getByRole('button', { name: 'Undo: Tiny kept “Ada” and “Adam” apart' });
  await expect.element(undo).not.toBeInTheDocument();
  await page.getByText('Kept separate by a model').click();
  await expect.element(undo).toBeEnabled();
  expect(await findings()).toEqual([]);
});

test('what was undone can be done again where it stands, by the keyboard too', async () => {
  const { engine } = await showApp({ documents }, '#/collection-1/explore?view=aliases');
  const joined = page.getByRole('list', { name: 'Merged by a model' });
  const words = 'Tiny joined “A. Marsh” with “Ada Marsh”';
  await joined.getByRole('button', { name: `Undo: ${words}` }).click();
  const redo = joined.getByRole('button', { name: `Redo: ${words}` });
  await expect.element(redo).toHaveFocus();
  await expect.element(joined).toHaveTextContent('undone');
  expect(await findings()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(joined.getByRole('button', { name: `Undo: ${words}` })).toBeEnabled();
  await expect.element(joined).not.toHaveTextContent('undone');
  expect(engine.calls.filter((call) => call === 'redo')).toHaveLength(1);
});

test('where nothing was joined by a model only a person merges', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=aliases');
  await page.getByRole('button', { name: /^Merge/ }).click();
  await expect.element(page.getByText(/No duplicates suggested/)).not.toBeInTheDocument();
});

test('an entity that gets the name of another one is joined with it, or stays as it was', async () => {
  const namesakes = [{ id: 'entity-7', title: 'Emil Feld', type: 'person' }];
  const { engine } = await showApp({ documents, namesakes }, '#/collection-1/explore?view=entities');
  await page.getByRole('table').getByRole('button', { name: 'Ada Marsh 0', exact: true }).click();
  const rename = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Emil Feld');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
  };
  await rename();
  const question = page.getByRole('alertdialog', { name: 'Merge Ada Marsh 0 with Emil Feld?' });
  await expect.element(question).toHaveTextContent('There is already an entity called Emil Feld');
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await rename();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect.poll(() => engine.calls).toContain('merge entity-0 into entity-7');
  expect(engine.calls.filter((call) => call.startsWith('renameEntity'))).toEqual([]);
});

test('an edit says what was done, with Undo beside it', async () => {
  const namesakes = [{ id: 'entity-7', title: 'Emil Feld', type: 'person' }];
  const { engine } = await showApp({ documents, namesakes }, '#/collection-1/explore?view=entities');
  await page.getByRole('table').getByRole('button', { name: 'Ada Marsh 0', exact: true }).click();
  await page.getByRole('button', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada King');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  const notice = page.getByRole('alert');
  await expect.element(notice).toHaveTextContent('Changed “renameEntity Ada King”');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => engine.calls).toContain('undo edit-renameEntity Ada King');
  await expect.element(notice).not.toHaveTextContent('Changed');
});

test('any two entities can be joined, and an entity can be given another type', async () => {
  const namesakes = [{ id: 'entity-7', title: 'Emil Feld', type: 'person' }];
  const { engine } = await showApp({ documents, namesakes }, '#/collection-1/explore?view=entities');
  await page.getByRole('table').getByRole('button', { name: 'Ada Marsh 0', exact: true }).click();
  await page.getByRole('button', { name: 'Change type…' }).click();
  await page.getByRole('combobox', { name: 'Type' }).fill('Place');
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect.poll(() => engine.calls).toContain('changeType place');
  await page.getByRole('button', { name: 'Merge with…' }).click();
  await page.getByRole('combobox', { name: 'Name of the other entity' }).fill('Nobody');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('No other entity is called “Nobody”');
  await page.getByRole('button', { name: 'Merge with…' }).click();
  await page.getByRole('combobox', { name: 'Name of the other entity' }).fill('Emil');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Merge Ada Marsh 0 with Emil Feld?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Merge with…' }).click();
  await page.getByRole('combobox', { name: 'Name of the other entity' }).fill('Emil Feld');
  expect(engine.calls).not.toContain('merge entity-0 into entity-7');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect.poll(() => engine.calls).toContain('merge entity-0 into entity-7');
});

test('claims have a table of their own where there are any', async () => {
  await showApp({ documents, claims: 3 }, '#/collection-1/explore?view=communities');
  await openView('Tables', 'Claims');
  await expect.element(page.getByRole('table', { name: 'Claims' })).toBeVisible();
  await expect.poll(() => location.hash).toBe('#/collection-1/explore?view=covariates');
});

test.each([1280, 390])('claims can be read at a width of %i, and only their table scrolls sideways', async (width) => {
  await page.viewport(width, 860);
  await showApp({ documents, claims: 3 }, '#/collection-1/explore?view=covariates');
  const table = page.getByRole('table', { name: 'Claims' });
  await expect.element(table.getByRole('row').nth(1)).toHaveTextContent(/0 → The Company.*1899-01-01 – 1903-05-01/);
  await expect.element(table.getByRole('row').nth(2)).toHaveTextContent(/1Ada Marsh signed.*– 1903-05-01/);
  // What a claim says and how sure it is need no scrolling beside both panes.
  const edge = table.element().parentElement?.getBoundingClientRect().right ?? 0;
  const shown = table.getByRole('columnheader', { name: width === 1280 ? 'Kind' : 'About' });
  expect(shown.element().getBoundingClientRect().right).toBeLessThanOrEqual(edge);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  for (const pane of document.querySelectorAll('main, .explore [role="tabpanel"]:not([hidden])')) {
    expect(pane.scrollWidth).toBeLessThanOrEqual(pane.clientWidth);
  }
});

test('without claims there is no table of them', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=communities');
  await page.getByRole('tab', { name: 'Tables' }).click();
  const offered = (): readonly string[] =>
    [...document.querySelectorAll('.view-choice option')].map((one) => one.textContent);
  await expect.poll(offered).toContain('Entities');
  expect(offered()).not.toContain('Claims');
});

test('a message covers nothing', async () => {
  const { session } = await showApp({ documents }, '#/collection-1/ask');
  session.notices.fail('Describing it', new Error('The model gave nothing that can be used.'));
  const message = page.getByText(/Describing it failed/);
  await expect.element(message).toBeVisible();
  const covered = page
    .getByRole('button')
    .elements()
    .filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return at?.closest('.notices') && !one.closest('.notices');
    });
  expect(covered).toEqual([]);
});

test('a message that goes by itself moves nothing', async () => {
  const { session } = await showApp({ documents }, '#/collection-1/ask');
  const question = page.getByRole('textbox', { name: 'Question' });
  const heading = page.getByRole('heading', { name: /^Documents \d/u });
  await expect.element(question).toBeVisible();
  const top = heading.element().getBoundingClientRect().top;
  session.notices.say('Copied with its citations.');
  await expect.element(page.getByText('Copied with its citations.')).toBeVisible();
  expect(heading.element().getBoundingClientRect().top).toBe(top);
});

test('a column that no row of the page fills is left out', async () => {
  await showApp({ documents }, '#/collection-1/explore?view=entities');
  const table = page.getByRole('table', { name: 'Entities' });
  await expect.element(table.getByRole('columnheader', { name: 'Description' })).toBeInTheDocument();
  await page.getByRole('searchbox', { name: 'Filter entities' }).fill('nobody');
  await expect.element(table.getByRole('columnheader', { name: 'Description' })).not.toBeInTheDocument();
});
