import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { CollectionOverview } from '../../../src/core/overview/overview';
import ArrivalPage from '../../../src/ui/ask/start/ArrivalPage.svelte';
import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import { EMPTY_OVERVIEW, LARGE_OVERVIEW, OVERVIEW } from '../../helpers/fake-evidence';
import { HARBOUR } from '../../helpers/fake-documents';
import { axeFindings, LOOKS, setTheme } from './axe-findings';
import { showApp } from './show-app';

beforeEach(async () => {
  setTheme('light');
  await page.viewport(1280, 860);
});

async function show(overview: CollectionOverview) {
  const calls = { ask: vi.fn(), openEntity: vi.fn(), openDocument: vi.fn(), openCommunities: vi.fn() };
  await render(ArrivalPage, { props: { overview, name: 'Threlby papers', ...calls } });
  return calls;
}

const SIZES = [
  ['one short document', EMPTY_OVERVIEW],
  ['several documents', OVERVIEW],
  ['200 documents', LARGE_OVERVIEW],
] as const;

for (const { theme, width } of LOOKS) {
  for (const [name, overview] of SIZES) {
    test(`the page of ${name} passes the accessibility scan in ${theme} at ${String(width)} pixels, and nothing overflows`, async () => {
      setTheme(theme);
      await page.viewport(width, 860);
      await show(overview);
      expect(await axeFindings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
  }
}

test('the facts stand in one line, and what is not known is left out', async () => {
  await show(OVERVIEW);
  const facts = page.getByRole('list', { name: 'Facts' }).getByRole('listitem');
  expect(facts.elements().map((one) => one.textContent)).toEqual([
    '3 documents',
    '407 pages',
    '182,340 words',
    'English and Chinese',
    '1891–2022',
  ]);
});

test('a short note has its facts and its title, and no empty headings', async () => {
  await show(EMPTY_OVERVIEW);
  expect(
    page
      .getByRole('heading')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Threlby papers', 'The document']);
});

test('documents of nearly the same text are told as such, and each can be opened', async () => {
  const { openDocument } = await show(OVERVIEW);
  const same = page.getByRole('list', { name: 'Nearly the same' });
  await expect.element(same).toHaveTextContent('2 documents are nearly the same text:');
  await same.getByRole('button', { name: 'Minutes, typed copy' }).click();
  expect(openDocument).toHaveBeenLastCalledWith('copy');
});

test('questions, names, documents and their sentences lead on', async () => {
  const { ask, openEntity, openDocument, openCommunities } = await show(OVERVIEW);
  await page.getByRole('list', { name: 'Try asking' }).getByRole('button').first().click();
  expect(ask).toHaveBeenLastCalledWith(OVERVIEW.questions[0]);
  await page
    .getByRole('list', { name: 'People' })
    .getByRole('button', { name: /^Edmund Vasey/u })
    .click();
  expect(openEntity).toHaveBeenLastCalledWith('Edmund Vasey', 'Edmund Vasey');
  await page.getByRole('button', { name: 'The ground had accepted more cement than was foreseen.' }).click();
  expect(openDocument).toHaveBeenLastCalledWith('minutes', expect.objectContaining({ start: 50, end: 60 }));
  await page.getByRole('list', { name: 'Text that looks damaged' }).getByRole('button').click();
  expect(openDocument).toHaveBeenLastCalledWith('scan');
  await page.getByRole('button', { name: /communities/u }).click();
  expect(openCommunities).toHaveBeenCalledTimes(1);
});

test('of many documents eight are shown, and all on asking', async () => {
  await show(LARGE_OVERVIEW);
  const documents = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
  expect(documents.elements()).toHaveLength(8);
  await page.getByRole('button', { name: 'Show all 200 documents' }).click();
  expect(documents.elements()).toHaveLength(200);
});

test('until the summary is there, the page says what it is of, that it is being made, and that one can ask', async () => {
  const { session, engine } = await showApp({ documents: [HARBOUR] });
  await expect.poll(() => session.conversations.overview).not.toBeNull();
  const made = await engine.overview();
  let finish = (): void => undefined;
  engine.overview = () => new Promise((resolve) => (finish = () => resolve(made)));
  session.conversations.overview = null;
  const survey = session.conversations.survey();
  await expect.element(page.getByRole('status').getByText('Looking over your documents.')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Facts' })).toHaveTextContent('1 document');
  finish();
  await survey;
  await expect.element(page.getByText('Looking over your documents.')).not.toBeInTheDocument();
  await expect.element(page.getByRole('list', { name: 'Facts' })).toHaveTextContent('words');
});

test('while documents come in, the summary is made again whenever they have doubled', async () => {
  const { session } = await showApp({ documents: [HARBOUR] });
  await expect.poll(() => session.conversations.overview).not.toBeNull();
  const { view } = session.library;
  const first = view?.documents[0];
  if (!view || !first) throw new Error('No collection is open');
  const surveyed = session.conversations.overview?.documents.length ?? 0;
  const survey = vi.spyOn(session.conversations, 'survey');
  const come = (count: number, generation: number): void =>
    session.adopt({
      ...{ ...view, generation: view.generation + generation, upToDate: false },
      documents: Array.from({ length: count }, (_, at) => ({ ...first, id: `d${at}` })),
    });
  come(2 * surveyed - 1, 1);
  expect(survey).not.toHaveBeenCalled();
  come(2 * surveyed, 2);
  expect(survey).toHaveBeenCalledOnce();
});
