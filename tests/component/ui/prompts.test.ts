import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TrialEvent } from '../../../src/core/engine/model-index/on-demand/trials';
import { COMPACT_PROMPT } from '../../../src/core/prompts/extraction';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import type { FakeOptions } from '../../helpers/fake-engine';
import { planOf } from '../../helpers/fake-model-plan';
import { showApp } from './show-app';
import { button, findings } from './show-models';

const documents = [HARBOUR, LEDGER];
const TITLE = COMPACT_PROMPT.title;
const item = page.getByRole('group').filter({ hasText: COMPACT_PROMPT.doc });
const instructions = page.getByRole('textbox', { name: 'Instructions' });
const sent = page.getByRole('textbox', { name: 'Sent with each call' });
const changes = page.getByRole('region', { name: `Changes of ${TITLE}` });
const outcome = page.getByRole('group', { name: 'What would be kept' });
const trial = page.getByRole('region', { name: `Trial of ${TITLE}` });
const fit = page.getByRole('region', { name: 'Adapt to my documents' });
const proposal = page.getByRole('form', { name: 'Suggestions' });

beforeEach(() => page.viewport(1280, 860));

/** The settings of an open collection with a chat model. */
async function show(model: Partial<NonNullable<FakeOptions['model']>> = {}, options: FakeOptions = {}) {
  const shown = await showApp(
    { documents, ...options, model: { plan: (parameters) => planOf(parameters), ...model } },
    '#/collection-1/settings?page=prompts',
  );
  await expect.element(page.getByText(TITLE)).toBeInTheDocument();
  return shown;
}

const openPrompt = (title = TITLE) => page.getByText(title, { exact: true }).click();

test('words that were typed and not kept are still there after a look elsewhere', async () => {
  await show();
  await openPrompt();
  await instructions.fill('Read {form} as a poet.');
  await page.getByRole('tab', { name: 'Ask' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await openPrompt();
  await expect.element(instructions).toHaveValue('Read {form} as a poet.');
});

const at = HARBOUR.text.indexOf('Ada Marsh');
const sentence = HARBOUR.quote ?? '';
const span = (start: number, length: number) => [{ document_id: HARBOUR.id, start, end: start + length }];
const ASKED: TrialEvent = {
  kind: 'asked',
  messages: [
    { role: 'system', content: 'Name the keepers.' },
    { role: 'user', content: 'The very words sent.' },
  ],
};
const words = (text: string): TrialEvent => ({ kind: 'sign', event: { kind: 'delta', text } });
const READ: TrialEvent = {
  kind: 'read',
  trial: {
    text_unit_id: 'unit-harbour',
    documentTitle: HARBOUR.title,
    text: HARBOUR.text,
    records: [
      { kind: 'entity', title: 'Ada Marsh', target: null, type: 'person', description: '', spans: span(at, 9) },
      {
        kind: 'relationship',
        title: 'Ada Marsh',
        target: 'Harbour Office',
        type: 'kept the book of',
        description: '',
        spans: span(at, sentence.length),
      },
    ],
    tally: {
      calls: 1,
      promptTokens: 812,
      completionTokens: 40,
      seconds: 2.5,
      entities: 1,
      relationships: 1,
      claims: 0,
      failedReplies: 0,
      repairs: { unwrapped: 1 },
      rejected: { 'no such sentence': 2 },
    },
  },
};
const TUNED: TrialEvent = {
  kind: 'tuned',
  tuning: {
    domain: 'the records of a harbour',
    persona: 'a historian of shipping',
    types: ['person', 'ship'],
    claims: 'who caused a loss',
    language: 'English',
  },
};

test('prompts can be read before a collection is open, which no model can be fitted to yet', async () => {
  await showApp({}, '#/-/settings?page=prompts');
  await expect.element(page.getByText(TITLE)).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Adapt to my documents' })).toBeDisabled();
});

test('words are changed, shown beside the default by signs, kept, and taken back after a question', async () => {
  const { engine } = await show();
  await openPrompt();
  await expect.element(button('Save')).toBeDisabled();
  await instructions.fill(COMPACT_PROMPT.system.replace('Extract entities', 'Extract only entities'));
  await expect.element(changes.getByRole('deletion')).toHaveTextContent('− Extract entities and relationships');
  await expect.element(changes.getByRole('insertion')).toHaveTextContent('+ Extract only entities and relationships');
  await expect.element(changes.getByText('only', { exact: true })).toBeInTheDocument();
  await button('Save').click();
  await expect.element(page.getByText('Saved. The next run uses it.')).toBeInTheDocument();
  await expect.element(item.getByText('changed', { exact: true })).toBeInTheDocument();
  await expect.element(item.getByText(/^compact \d+ [0-9a-f]{8}$/u)).toBeInTheDocument();
  const kept = (await engine.setting('prompts')) as Record<string, { system?: string; user?: string }>;
  expect(kept['compact']?.system).toContain('Extract only entities');
  expect(kept['compact']).not.toHaveProperty('user');
  await button('Reset to default').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to default' }).click();
  await expect.element(instructions).toHaveValue(COMPACT_PROMPT.system);
  await expect.element(item.getByText('changed', { exact: true })).not.toBeInTheDocument();
  expect(await engine.setting('prompts')).toEqual({ compact: null });
});

test('a prompt with problems says them while one types, and cannot be kept or tried', async () => {
  await show();
  await openPrompt();
  const problems = page.getByRole('status', { name: `Problems of ${TITLE}` });
  await sent.fill('{title} {passage}');
  await expect.element(problems).toHaveTextContent('{sentences} is missing');
  await expect.element(problems).toHaveTextContent('{passage} is not known here');
  await expect.element(button('Save')).toBeDisabled();
  await expect.element(button('Try on this passage')).toBeDisabled();
  await button('Undo my changes').click();
  await expect.element(sent).toHaveValue(COMPACT_PROMPT.user);
  await expect.element(problems).toHaveTextContent(/^$/u);
});

test('a trial sends the words as they are typed and shows prompt, reply, records with proof, and what was turned away', async () => {
  const { engine } = await show({ trial: [ASKED, words('keep|person'), words('|1'), READ] });
  await openPrompt();
  await instructions.fill('Name the keepers. Types: {types}. In {language}.');
  await expect.element(page.getByLabelText('The passage')).toHaveTextContent(sentence);
  await button('Try on this passage').click();
  await expect.element(page.getByLabelText('Reply', { exact: true })).toHaveTextContent('keep|person|1');
  await expect.element(outcome).toHaveTextContent('2 findings would be kept.');
  await expect.element(outcome).toHaveTextContent('812 tokens read, 40 written in 2.5 s');
  const [entity, relationship] = outcome.getByRole('listitem').elements();
  expect(entity?.textContent).toContain(`“${sentence}”`);
  expect(relationship?.textContent).toMatch(/Ada Marsh → Harbour Office: kept the book of/u);
  await expect.element(outcome).toHaveTextContent('2 × the quoted sentence does not exist');
  await expect.element(outcome).toHaveTextContent('1 × text around the answer was removed');
  await page.getByText('What was sent').click();
  await expect.element(page.getByText('The very words sent.')).toBeVisible();
  const call = engine.calls.find((name) => name.startsWith('tryPassage')) ?? '';
  const request = JSON.parse(call.slice('tryPassage '.length)) as Record<string, unknown>;
  expect(request).toMatchObject({
    textUnitId: 'unit-harbour',
    prompts: { compact: { system: 'Name the keepers. Types: {types}. In {language}.', user: COMPACT_PROMPT.user } },
    parameters: { 'model reading': { depth: 'compact', claims: false, budget: 60 } },
  });
  expect(await engine.setting('prompts')).toBeNull();
});

test('a trial shows a reply that comes in one piece', async () => {
  await show({ trial: [ASKED, { kind: 'replied', text: 'keep|person|1' }, READ] });
  await openPrompt();
  await button('Try on this passage').click();
  await expect.element(page.getByLabelText('Reply', { exact: true })).toHaveTextContent('keep|person|1');
});

test('another passage can be chosen, and the trial is of that one', async () => {
  const { engine } = await show({ trial: [ASKED] });
  await openPrompt();
  const select = page.getByRole('combobox', { name: 'Passage' });
  await expect.element(select).toHaveTextContent(`The most central: ${HARBOUR.title}`);
  await select.selectOptions('unit-ledger');
  await expect.element(page.getByLabelText('The passage')).toHaveTextContent('The ledger lists forty ships');
  await button('Try on this passage').click();
  await expect.poll(() => engine.calls.some((call) => call.includes('"textUnitId":"unit-ledger"'))).toBe(true);
});

test('a trial is stopped, and can be begun again', async () => {
  await show({ trial: [ASKED, ...Array.from({ length: 200 }, () => words('more '))] }, { pace: 50 });
  await openPrompt();
  await button('Try on this passage').click();
  await expect.element(page.getByLabelText('Reply', { exact: true })).toHaveTextContent('more');
  await button('Stop').click();
  await expect.element(page.getByText('Stopped. Nothing was kept.')).toBeInTheDocument();
  await expect.element(button('Try on this passage')).toBeEnabled();
});

test('a trial that fails says why', async () => {
  await show({ trial: [ASKED], refusal: 'The model server does not answer.' });
  await openPrompt();
  await button('Try on this passage').click();
  await expect.element(trial.getByRole('alert')).toHaveTextContent('The model server does not answer.');
});

test('what fits the documents is proposed beside what is set, and only what is chosen is set', async () => {
  const { engine } = await show({ tuning: [ASKED, words('{"domain":'), TUNED] });
  await button('Adapt to my documents').click();
  await expect.element(fit).toHaveTextContent('What they are about: the records of a harbour');
  const kinds = proposal.getByRole('textbox', { name: 'Entity types, suggested' });
  await expect.element(kinds).toHaveValue('person, ship');
  await kinds.fill('person, ship, harbour');
  await expect.element(proposal).toHaveTextContent(/Now:\s*person, organization, place/u);
  await expect.element(proposal).toHaveTextContent(/Now:\s*each document’s own/u);
  await expect.element(proposal.getByRole('checkbox', { name: 'Output language' })).not.toBeChecked();
  await proposal.getByRole('checkbox', { name: 'What counts as a claim' }).click();
  await button('Apply these').click();
  await expect.element(proposal).toHaveTextContent('Applied. The next run uses them');
  await expect.element(button('Apply these')).toBeDisabled();
  const reading = (await engine.steps()).find(({ name }) => name === 'model reading');
  const value = (name: string) => reading?.parameters.find((one) => one.name === name)?.value;
  expect(value('entity_types')).toBe('person, ship, harbour');
  expect(value('persona')).toBe('a historian of shipping');
  expect(value('claims_about')).toMatch(/^statements of fact/u);
  expect(value('language')).toBe('');
  await page.getByRole('link', { name: 'Indexing' }).click();
  const step = page.getByRole('region', { name: 'How this collection is indexed' });
  await expect.element(step.getByText('Text units', { exact: true })).toBeInTheDocument();
  for (const details of document.querySelectorAll('details')) details.open = true;
  await expect.element(step.getByRole('textbox', { name: 'Who reads' })).toHaveValue('a historian of shipping');
});

test('a fit that fails says why and proposes nothing', async () => {
  await show({ tuning: [ASKED], refusal: 'No chat model is chosen.' });
  await button('Adapt to my documents').click();
  await expect.element(fit.getByRole('alert')).toHaveTextContent('No chat model is chosen.');
  await expect.element(proposal).not.toBeInTheDocument();
});

test('everything is reached and worked by keyboard', async () => {
  await show();
  const summary = page.getByText(TITLE, { exact: true }).element().closest('summary');
  summary?.focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Tab}');
  await expect.element(instructions).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(sent).toHaveFocus();
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`prompts pass the accessibility scan in ${theme} at ${String(width)} pixels`, async () => {
      await page.viewport(width, 860);
      const { session } = await show({ trial: [ASKED, words('keep|person|1'), READ], tuning: [ASKED, TUNED] });
      session.settings.choose(theme);
      await button('Adapt to my documents').click();
      await expect.element(proposal).toBeInTheDocument();
      await openPrompt();
      await instructions.fill(`${COMPACT_PROMPT.system.replace('Extract entities', 'Extract only entities')} {oops}`);
      await expect.element(changes).toBeInTheDocument();
      await sent.fill(`${COMPACT_PROMPT.user}\n${'a-long-word-'.repeat(20)}`);
      expect(await findings()).toEqual([]);
      await instructions.fill('Types: {types}. In {language}.');
      await button('Try on this passage').click();
      await expect.element(outcome).toBeInTheDocument();
      await page.getByText('What was sent').last().click();
      expect(await findings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
  }
}
