import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { NO_EVIDENCE, type Evidence } from '../../../src/core/search/evidence/evidence';
import { NO_FILTERS, type Filters } from '../../../src/app/ask/requests';
import EvidenceList from '../../../src/ui/ask/evidence/EvidenceList.svelte';
import FilterBar from '../../../src/ui/ask/evidence/FilterBar.svelte';
import VerdictMark from '../../../src/ui/ask/evidence/VerdictMark.svelte';
import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import {
  CONNECTION,
  DRIFT_EVIDENCE,
  GLOBAL_EVIDENCE,
  GONE,
  LOCAL_EVIDENCE,
  passageOf,
  PLAIN_CARD,
  PRESENT,
  PROSE,
  quoteOf,
  TABLE,
} from '../../helpers/fake-evidence';
import { axeFindings, LOOKS, setTheme } from './axe-findings';

beforeEach(async () => {
  setTheme('light');
  await page.viewport(1280, 860);
});

async function show(evidence: Evidence, more: { readonly hasModel?: boolean } = {}) {
  const open = vi.fn();
  const ask = vi.fn();
  const question = 'Why was the report of oakshot changed?';
  await render(EvidenceList, { props: { evidence, question, open, ask, documentIds: PRESENT, ...more } });
  return { open, ask };
}

const passages = page.getByRole('list', { name: 'Passages' });
const item = (at: number) => passages.getByRole('listitem').nth(at);

const WIDE = passageOf(
  `| ${Array.from({ length: 9 }, (_, at) => `Column${String(at)}`).join(' | ')} |\n[[| ${'4,000,000.00 | '.repeat(9)}]]`,
);

const STATES: readonly (readonly [string, Evidence])[] = [
  ['Local evidence', LOCAL_EVIDENCE],
  ['Global evidence', GLOBAL_EVIDENCE],
  ['DRIFT evidence', DRIFT_EVIDENCE],
  ['no evidence', NO_EVIDENCE],
  ['a wide table', { ...NO_EVIDENCE, passages: [WIDE] }],
  ['a hostile title', { ...NO_EVIDENCE, passages: [{ ...PROSE, documentTitle: `\u202E<b>${'long'.repeat(90)}` }] }],
  ['evidence of deleted documents', { ...NO_EVIDENCE, passages: [GONE] }],
];

for (const { theme, width } of LOOKS) {
  for (const [name, evidence] of STATES) {
    test(`${name} passes the accessibility scan in ${theme} at ${String(width)} pixels, and nothing overflows`, async () => {
      setTheme(theme);
      await page.viewport(width, 860);
      await show(evidence);
      expect(await axeFindings()).toEqual([]);
      for (const button of page.getByRole('button', { name: /^Show .*(?:more|fact)/u }).elements()) {
        if (button instanceof HTMLElement) button.click();
      }
      expect(await axeFindings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
  }
}

test('each passage is an item with a heading that says where it stands, marked sentences, and a way to open it there', async () => {
  const { open } = await show(LOCAL_EVIDENCE);
  await expect.element(item(0).getByRole('heading')).toHaveTextContent(/Minutes.*14 January 1930.*p\. 3/u);
  await expect.element(item(0).getByRole('mark').first()).toHaveTextContent(/^Mr\. Ibbotson asked why/u);
  await item(0).getByRole('button', { name: 'Open in document' }).click();
  const [first, second] = PROSE.marks;
  expect(open).toHaveBeenLastCalledWith({
    kind: 'passage',
    documentId: 'minutes',
    ...first,
    also: [second],
  });
});

test('three passages stand there at once, the others on asking, and words of deleted documents never', async () => {
  await show(LOCAL_EVIDENCE);
  expect(passages.getByRole('heading').elements()).toHaveLength(3);
  await page.getByRole('button', { name: 'Show 3 more', exact: true }).click();
  expect(passages.getByRole('heading').elements()).toHaveLength(6);
  expect(document.body.textContent).not.toContain('nobody may see');
  await expect.element(page.getByText('1 passage came from documents deleted since.')).toBeVisible();
});

test('the rest of a passage is shown around its focus, and folded away again', async () => {
  await show({ ...NO_EVIDENCE, passages: [PROSE] });
  await expect.element(page.getByText(/^Resolved/u)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByText(/^Resolved/u)).toBeVisible();
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect.element(page.getByText(/^Resolved/u)).not.toBeInTheDocument();
});

test('passages that say the same are folded under one, each place counted and open to a click', async () => {
  const { open } = await show({
    ...NO_EVIDENCE,
    passages: [{ ...PROSE, duplicates: [...PROSE.duplicates, { ...GONE, headingPath: [] }] }],
  });
  await expect.element(item(0).getByText('Also in')).toHaveTextContent('Also in Minutes, typed copy, p. 3 (2)');
  await page.getByRole('button', { name: 'Minutes, typed copy, p. 3' }).click();
  expect(open).toHaveBeenLastCalledWith({ kind: 'passage', documentId: 'copy', start: 1, end: 2 });
});

test('a table row is marked in its table, below its head', async () => {
  await show({ ...NO_EVIDENCE, passages: [TABLE] });
  await expect.element(page.getByRole('columnheader', { name: 'Tender', exact: true })).toBeVisible();
  expect(
    page
      .getByRole('mark')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Strand & Pell', '£226,750', '42 months']);
  await expect.element(page.getByText('found through Threlby Dam')).toBeVisible();
});

test('the list is one tab stop that arrows, j and k, Home and End walk, and Enter opens', async () => {
  const { open } = await show(LOCAL_EVIDENCE);
  const opens = passages.getByRole('button', { name: 'Open in document' }).elements();
  const stops = () => [...passages.element().querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0);
  expect(stops()).toEqual([opens[0]]);
  if (opens[0] instanceof HTMLElement) opens[0].focus();
  for (const [key, at] of [
    ['j', 1],
    ['{ArrowDown}', 2],
    ['k', 1],
    ['{End}', 2],
    ['{Home}', 0],
    ['{ArrowUp}', 0],
    ['j', 1],
  ] as const) {
    await userEvent.keyboard(key);
    expect(document.activeElement).toBe(opens[at]);
  }
  expect(stops()).toEqual([opens[1]]);
  await userEvent.keyboard('{Enter}');
  expect(open).toHaveBeenCalledTimes(1);
});

test('a word that no passage has is stated, and a word of the documents corrects the question', async () => {
  const { ask } = await show({
    ...NO_EVIDENCE,
    missing: [
      { word: 'parking', suggestions: [] },
      { word: 'statute', suggestions: [] },
      { word: 'Oakshot', suggestions: ['Oakshott'] },
      { word: 'grouted', suggestions: ['grouting', 'ground'], searched: 'grouting' },
    ],
  });
  await expect.element(page.getByText('No passage contains “parking” or “statute”.')).toBeVisible();
  await expect.element(page.getByText('“grouted” is in no passage. Searched for “grouting”.')).toBeVisible();
  await page.getByRole('button', { name: 'Oakshott' }).click();
  expect(ask).toHaveBeenLastCalledWith('Why was the report of Oakshott changed?');
});

test('the card of a named thing has its facts with what states them; of one whose type is not sure none is told', async () => {
  const { open } = await show({ ...NO_EVIDENCE, entities: [...LOCAL_EVIDENCE.entities.slice(0, 1), PLAIN_CARD] });
  const card = page.getByRole('article', { name: 'Harriet Oakshott' });
  await expect.element(card.getByText('Person · found in 12 passages of 3 documents')).toBeVisible();
  await expect.element(card.getByText('Jun 1929 – Jan 1930 · suspected')).toBeVisible();
  await card.getByRole('button', { name: /^“The Chief Engineer replied/u }).click();
  expect(open).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'passage', documentId: 'minutes' }));
  await card.getByRole('button', { name: 'Edmund Vasey' }).click();
  const target = { kind: 'entity', id: 'vasey', title: 'Edmund Vasey' };
  expect(open).toHaveBeenLastCalledWith({ kind: 'target', target });
  await expect.element(page.getByRole('article', { name: 'leakage' })).not.toHaveTextContent(/concept/iu);
  expect(document.body.textContent).not.toContain('nobody may see');
});

test('a connection is told step by step from one end to the other', async () => {
  await show({ ...NO_EVIDENCE, connections: [CONNECTION] });
  const steps = page.getByRole('list', { name: 'Connections' }).getByRole('paragraph').elements();
  expect(steps.map((one) => one.textContent.replace(/\s+/gu, ' ').trim())).toEqual([
    'Harriet Oakshott had her report revised Edmund Vasey',
    'Edmund Vasey named together with Aldwell Mineral Water Company',
  ]);
});

test('communities say who wrote them, and lead to their members and reports', async () => {
  const { open } = await show(GLOBAL_EVIDENCE);
  const communities = page.getByRole('list', { name: 'Communities' });
  await expect.element(communities.getByText('Extracted')).toBeVisible();
  await expect.element(communities.getByText('Qwen3 4B')).toBeVisible();
  await communities.getByRole('button', { name: 'Lady Well' }).first().click();
  const entity = { kind: 'entity', id: 'Lady Well', title: 'Lady Well' };
  expect(open).toHaveBeenLastCalledWith({ kind: 'target', target: entity });
  await communities.getByRole('button', { name: 'Open report' }).first().click();
  expect(open).toHaveBeenLastCalledWith({
    kind: 'target',
    target: expect.objectContaining({ kind: 'report', community: 3 }) as unknown,
  });
});

test('questions that lead on are asked by a click, and without a model it is said what one would add', async () => {
  const { ask } = await show(DRIFT_EVIDENCE);
  await expect.element(page.getByText(/With a language model, Burrow asks them by itself/u)).toBeVisible();
  await page.getByRole('button', { name: 'Who revised the report of 1929?' }).click();
  expect(ask).toHaveBeenLastCalledWith('Who revised the report of 1929?');
});

test('a passage and all evidence are copied with their sources, and exported in two forms', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show({ ...NO_EVIDENCE, passages: [PROSE] });
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(write).toHaveBeenLastCalledWith(expect.stringMatching(/^“The Chief Engineer drew.*\n— .*p\. 3$/su));
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy all' }).click();
  expect(write).toHaveBeenLastCalledWith(expect.stringContaining('[1] Lunderdale Water Board'));
  await page.getByRole('button', { name: 'Export evidence' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Markdown, with footnotes' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Plain text, with sources' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

test('a quoted Markdown passage reads as prose, and is copied as it stands in its document', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show({ ...NO_EVIDENCE, passages: [passageOf('- [[See [the manual](https://example.org/m) first.]]')] });
  await expect.element(item(0)).toHaveTextContent(/• ?See the manual first\./u);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(write).toHaveBeenLastCalledWith(expect.stringContaining('“- See [the manual](https://example.org/m) first.”'));
});

test('filters stay in one quiet line until one is set, and each can be taken back', async () => {
  const onchange = vi.fn();
  const onclear = vi.fn();
  const props = {
    filters: NO_FILTERS as Filters,
    onchange,
    chosen: 0,
    onclear,
    kinds: [
      { kind: 'PDF', documents: 4 },
      { kind: 'Word', documents: 2 },
    ],
    entities: [{ id: 'a', title: 'Harriet Oakshott' }],
    span: { from: 1891, to: 2022 },
  };
  const screen = await render(FilterBar, { props });
  expect(page.getByRole('button').elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Filter' }).click();
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('checkbox', { name: 'PDF 4' }).click();
  expect(onchange).toHaveBeenLastCalledWith({ ...NO_FILTERS, kinds: ['PDF'] });
  await page.getByRole('combobox', { name: 'Mentions' }).selectOptions('Harriet Oakshott');
  expect(onchange).toHaveBeenLastCalledWith({ ...NO_FILTERS, entities: props.entities });
  await page.getByRole('textbox', { name: 'From year' }).fill('1930');
  await userEvent.keyboard('{Enter}');
  expect(onchange).toHaveBeenLastCalledWith({ ...NO_FILTERS, years: { from: 1930 } });
  const set: Filters = { kinds: ['PDF'], entities: props.entities, years: { from: 1930 } };
  await screen.rerender({ filters: set, chosen: 3 });
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Remove from 1930' }).click();
  expect(onchange).toHaveBeenLastCalledWith({ ...set, years: null });
  await page.getByRole('button', { name: 'Clear all' }).click();
  expect(onchange).toHaveBeenLastCalledWith(NO_FILTERS);
  expect(onclear).toHaveBeenCalledTimes(1);
});

for (const verdict of ['quoted', 'supported'] as const) {
  test(`nothing stands behind a ${verdict} sentence`, async () => {
    await render(VerdictMark, { props: { verdict, sentence: 'All is well.', open: vi.fn(), documentIds: PRESENT } });
    expect(page.getByRole('button').elements()).toHaveLength(0);
  });
}

test('the mark of a doubted sentence shows why, what the passage lacks, and the passage itself', async () => {
  const open = vi.fn();
  const sentence = 'The tender of Strand & Pell was £262,750.';
  const start = sentence.indexOf('£');
  const nearest = quoteOf('| Strand & Pell | £226,750 | 42 months |', { page: 4 });
  const lacks = [{ start, end: start + '£262,750'.length }];
  const props = {
    verdict: 'contradicted',
    reason: 'number',
    sentence,
    lacks,
    nearest,
    open,
    documentIds: PRESENT,
  } as const;
  for (const { theme, width } of LOOKS) {
    setTheme(theme);
    await page.viewport(width, 860);
    const screen = await render(VerdictMark, { props });
    await page.getByRole('button', { name: 'Contradicted: The passage has another number.' }).click();
    const card = page.getByRole('dialog', { name: 'Contradicted' });
    await expect.element(card).toBeVisible();
    expect(card.element().querySelector('u')?.textContent).toBe('£262,750');
    expect(await axeFindings()).toEqual([]);
    await card.getByRole('button', { name: /Strand & Pell · £226,750 · 42 months/u }).click();
    expect(open).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'passage', documentId: 'minutes' }));
    await expect.element(card).not.toBeInTheDocument();
    await screen.unmount();
  }
});
