import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { EvidenceView } from '../../../src/core/search/evidence/evidence';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { showApp } from './show-app';
import { findings } from './show-models';

const documents = [HARBOUR, LEDGER];
const evidence = page.getByRole('complementary', { name: 'Evidence' });
const METHOD = 'Qwen3 1.7B (full 1)';
const passage = {
  document_id: HARBOUR.id,
  start: 0,
  end: 11,
  documentTitle: HARBOUR.title,
  page: 1,
  quote: 'The keepers',
};

const other = { ...passage, start: 12, end: 20, quote: 'of Grey' };
const reportStatements = [
  { text: 'It is central.', passages: [passage] },
  { text: ' It is invented.', passages: [] },
  { text: ' It is so.', passages: [other, passage] },
];

const written: Partial<EvidenceView> = {
  method: METHOD,
  text: 'It is central. It is invented. It is so.',
  textPassages: [passage, other],
  textStatements: reportStatements,
  findings: [
    {
      summary: 'A place',
      explanation: 'It is central. It is invented.',
      passages: [passage, other],
      statements: reportStatements.slice(0, 2),
    },
  ],
};

const claims: EvidenceView['claims'] = Array.from({ length: 12 }, (_, at) => ({
  id: `claim-${String(at)}`,
  subject: 'Ada Marsh',
  object: at === 0 ? 'Harbour Office' : null,
  type: 'appointment',
  description: `Claim number ${String(at)}.`,
  status: 'SUSPECTED',
  start: '1899-01-01',
  end: '1903-05-01',
  method: METHOD,
  passage,
}));

beforeEach(() => page.viewport(1280, 860));

test('a report by a model says who wrote it, and each sentence has its own sources right behind it or says that none was given', async () => {
  await showApp({ documents, evidence: written }, '#/collection-1/explore?view=communities');
  const report = page.getByRole('article', { name: 'Community report' });
  await expect.element(report).toHaveTextContent(`Written by ${METHOD}`);
  await expect
    .element(report.getByRole('paragraph').filter({ hasText: /It is so/u }))
    .toHaveTextContent(/^It is central\. ?1 It is invented\. ?no source given It is so\. ?2 ?1$/u);
  await expect
    .element(report.getByRole('paragraph').filter({ hasText: /See also/u }))
    .toHaveTextContent(/^It is central\. ?1 It is invented\. ?no source given ?See also ?2$/u);
  await report
    .getByRole('button', { name: `Source 1: ${HARBOUR.title}` })
    .first()
    .click();
  await expect.element(evidence.getByRole('mark')).toHaveTextContent('The keepers');
  expect(await findings()).toEqual([]);
});

test('a report none of whose sentences has a source says so once, before what it names', async () => {
  const textStatements = reportStatements.map(({ text }) => ({ text, passages: [] }));
  await showApp(
    { documents, evidence: { ...written, textStatements, findings: [] } },
    '#/collection-1/explore?view=communities',
  );
  const report = page.getByRole('article', { name: 'Community report' });
  await expect
    .element(report.getByRole('paragraph').filter({ hasText: /It is so/u }))
    .toHaveTextContent(/^It is central\. It is invented\. It is so\. no source given for any of this See also ?1 ?2$/u);
});

test('an entity lists the claims about it, with status, dates and the words that make them', async () => {
  await showApp({ documents, evidence: { method: METHOD, claims } }, '#/collection-1/explore?view=entities');
  await page.getByRole('button', { name: 'Ada Marsh 0', exact: true }).click();
  const region = evidence.getByRole('region', { name: 'Claims' });
  await expect.element(region.getByRole('listitem')).toHaveLength(10);
  await expect.element(region.getByRole('listitem').first()).toHaveTextContent(/Ada Marsh\s*→\s*Harbour Office/);
  await expect.element(region).toHaveTextContent(`suspected · 1899-01-01 – 1903-05-01 · Found by ${METHOD}`);
  expect(await findings()).toEqual([]);
  await region.getByRole('button', { name: 'Show all 12 claims' }).click();
  await expect.element(region.getByRole('listitem')).toHaveLength(12);
  await region
    .getByRole('button', { name: /The keepers/ })
    .first()
    .click();
  await expect.element(evidence.getByRole('mark')).toHaveTextContent('The keepers');
});

test('a report of sentences can be written by the chosen model', async () => {
  const { engine } = await showApp({ documents }, '#/collection-1/explore?view=communities');
  await engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  await page.getByRole('button', { name: 'Write with the model' }).click();
  await expect.poll(() => engine.calls).toContain('writeReport 0');
});

test('a report by a model can be written again by the chosen one', async () => {
  const { engine } = await showApp({ documents, evidence: written }, '#/collection-1/explore?view=communities');
  await engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  const again = page.getByRole('button', { name: 'Rewrite with small:1b' });
  await expect.element(again).toBeVisible();
  expect(await findings()).toEqual([]);
  await again.click();
  await expect.poll(() => engine.calls).toContain('writeReport 0 again');
});

test('a report that is slightly outdated says so, and can be written again', async () => {
  const outdated = { changed: 2, lines: 31 };
  const { engine } = await showApp(
    { documents, evidence: { ...written, outdated } },
    '#/collection-1/explore?view=communities',
  );
  await engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  const report = page.getByRole('article', { name: 'Community report' });
  await expect
    .element(report.getByText(/^Slightly outdated/))
    .toHaveTextContent('written from 31 lines, of which 2 changed or were added since');
  await expect.element(page.getByRole('button', { name: 'Rewrite with small:1b' })).toBeVisible();
  expect(await findings()).toEqual([]);
});

test('an entity without a description is described at a click, each by a button of its own', async () => {
  const { engine } = await showApp({ documents, evidence: { text: '' } }, '#/collection-1/explore?view=entities');
  await engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  await page.getByRole('button', { name: 'Ada Marsh 0', exact: true }).click();
  const describe = evidence.getByRole('button', { name: 'Describe with small:1b' });
  await expect.element(describe).toBeVisible();
  const first = describe.element();
  await page.getByRole('button', { name: 'Ada Marsh 1', exact: true }).click();
  await expect.poll(() => describe.query() !== null && describe.query() !== first).toBe(true);
  expect(await findings()).toEqual([]);
  await describe.click();
  await expect.poll(() => engine.calls).toContain('describeEntity entity-1');
});

test('a finding that leads to no passage says so', async () => {
  const invented = { summary: 'The Queen did it', explanation: 'She was seen.', passages: [] };
  const founded = { summary: 'The keepers did it', explanation: 'They were seen.', passages: [passage] };
  await showApp(
    { documents, evidence: { ...written, findings: [founded, invented] } },
    '#/collection-1/explore?view=communities',
  );
  const report = page.getByRole('article', { name: 'Community report' });
  await expect.element(report.getByText('No passage was given for this.')).toHaveLength(1);
});

test('the context of a passage is written by the chosen model at a click', async () => {
  const { engine } = await showApp({ documents }, '#/collection-1/ask?evidence=passage%3Aharbour%3A5%3A11');
  await engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  const write = evidence.getByRole('button', { name: 'Write its context with small:1b' });
  await expect.element(write).toBeVisible();
  expect(await findings()).toEqual([]);
  await write.click();
  await expect.poll(() => engine.calls).toContain('writeContext harbour 5');
});

test('a context that a model wrote stands below the headings of its passage', async () => {
  const contexts = [{ start: 0, end: 11, text: 'From the chapter on the keepers.' }];
  const contextual = { documents: [{ ...HARBOUR, contexts }] };
  const { engine } = await showApp(contextual, '#/collection-1/ask?evidence=passage%3Aharbour%3A5%3A11');
  await engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  await expect.element(evidence).toHaveTextContent('Context, written by a model: From the chapter on the keepers.');
  await expect.element(evidence.getByRole('button', { name: /Write its context/ })).not.toBeInTheDocument();
});
