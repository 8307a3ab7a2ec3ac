import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReportsToWrite, ReportToWrite } from '../../../src/core/engine/model-index/on-demand/reports-to-write';
import { ModelError, ParseError } from '../../../src/core/errors';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import type { FakeOptions } from '../../helpers/fake-engine';
import { planOf, runOf } from '../../helpers/fake-model-plan';
import { showApp } from './show-app';
import { button, findings } from './show-models';

const documents = [HARBOUR, LEDGER];
const MODEL = 'small:1b';
const lines = page.getByRole('group', { name: 'Reports of this answer' });
const report = page.getByRole('article', { name: 'Community report' });
const evidence = page.getByRole('complementary', { name: 'Evidence' });

const one = (community: number): ReportToWrite => ({
  community,
  title: `Report ${String(community)}`,
  price: { items: 1, calls: 1, promptTokens: 900, replyTokens: 100, seconds: 20 },
});

const toWrite = (count: number, over: Partial<ReportsToWrite> = {}): ReportsToWrite => ({
  model: MODEL,
  byThemselves: true,
  afterAnswer: 3,
  reports: Array.from({ length: count }, (_, at) => one(at)),
  ...over,
});

const model: NonNullable<FakeOptions['model']> = {
  plan: (parameters) => planOf(parameters),
  run: runOf({ phase: 'done' }),
};

beforeEach(() => page.viewport(1280, 860));

async function show(options: FakeOptions, hash?: string) {
  const shown = await showApp({ documents, model, searchModel: MODEL, ...options }, hash);
  await shown.engine.changeSetting('models', { chat: { provider: 'webllm', model: MODEL } });
  return shown;
}

async function ask(): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill('Who kept the harbour?');
  await button('Ask').click();
}

const writes = (calls: readonly string[]): readonly string[] => calls.filter((call) => call.startsWith('writeReport'));
const inBackground = (...numbers: number[]): readonly string[] =>
  numbers.map((number) => `writeReport ${String(number)} in the background`);

test('after an answer the reports that counted most are written one after the other, and the others wait at their price', async () => {
  const { engine } = await show({ writtenBy: MODEL, toWrite: toWrite(9), pace: 150 });
  await ask();
  await expect.element(lines).toHaveTextContent('Writing 3 of the 9 reports this answer used');
  expect(await findings()).toEqual([]);
  await expect.element(lines).toHaveTextContent('3 reports written since this answer.');
  expect(writes(engine.calls)).toEqual(inBackground(0, 1, 2));
  const others = lines.getByRole('button', { name: 'Write the other 6 reports this answer used' });
  await expect.element(others).toHaveAccessibleDescription(/^6 calls, 6,000 tokens, about 2 minutes of small:1b/);
  expect(await findings()).toEqual([]);
  await lines.getByRole('button', { name: 'Ask again' }).click();
  await expect.poll(() => engine.calls.filter((call) => call === 'search').length).toBe(2);
});

test('the others are written at a click, until it is stopped', async () => {
  const { engine } = await show({ writtenBy: MODEL, toWrite: toWrite(200, { afterAnswer: 1 }), pace: 150 });
  await ask();
  await lines.getByRole('button', { name: 'Write the other 199 reports this answer used' }).click();
  await expect.element(lines).toHaveTextContent('Writing 199 of the 200 reports this answer used');
  await expect.poll(() => writes(engine.calls).length).toBe(2);
  await lines.getByRole('button', { name: 'Stop' }).click();
  await expect.element(lines.getByRole('button', { name: /^Write the other \d+ reports/ })).toBeVisible();
  await expect.element(lines).toHaveTextContent(/\d+ reports written since/);
});

test('a model that may not write by itself writes nothing before a click', async () => {
  const { engine } = await show({ writtenBy: MODEL, toWrite: toWrite(1, { byThemselves: false }) });
  await ask();
  const write = lines.getByRole('button', { name: 'Write the report this answer used' });
  await expect.element(write).toHaveAccessibleDescription(/^1 call, 1,000 tokens, about 20 seconds/);
  expect(writes(engine.calls)).toEqual([]);
  await write.click();
  await expect.element(lines).toHaveTextContent('1 report written since this answer.');
  expect(writes(engine.calls)).toEqual(inBackground(0));
});

test('a useless reply leaves its report out, a model that fails ends it, and the reason is told beside the button', async () => {
  const useless = new ParseError('The model wrote nothing that can be used.', { traits: ['says what was kept'] });
  const gone = new ModelError('The server is gone.');
  const refusal = (community: number): Error => (community === 0 ? useless : gone);
  const { engine } = await show({ writtenBy: MODEL, toWrite: { ...toWrite(4), refusal } });
  await ask();
  await expect.element(lines).toHaveTextContent('The server is gone.');
  await expect.element(lines.getByRole('button', { name: 'Write the 4 reports this answer used' })).toBeVisible();
  expect(writes(engine.calls)).toEqual(inBackground(0, 1));
});

test('an answer without a model looks for no reports', async () => {
  const { engine } = await show({ toWrite: toWrite(3) });
  await ask();
  await expect.element(page.getByRole('article', { name: 'Answer' })).toHaveAttribute('aria-busy', 'false');
  expect(engine.calls.some((call) => call.startsWith('reportsToWrite'))).toBe(false);
});

test('a community that is looked at has its report written by itself, visibly', async () => {
  const { engine } = await show({ toWrite: toWrite(1), pace: 300 }, '#/collection-1/explore?view=communities');
  await expect.element(report).toBeVisible();
  expect(writes(engine.calls)).toEqual([]);
  await expect.element(page.getByText('Writing this report…')).toBeVisible();
  await expect.element(button('Stop')).toBeVisible();
  expect(await findings()).toEqual([]);
  await expect.poll(() => writes(engine.calls)).toEqual(inBackground(0));
  await expect.element(button('Write with the model')).toBeVisible();
});

test('a report that is opened in Evidence is written by itself, visibly', async () => {
  const { engine } = await show({ toWrite: toWrite(3), pace: 300 }, '#/collection-1/ask?evidence=report:2:The keepers');
  await expect.element(evidence.getByRole('heading', { name: 'The keepers' })).toBeVisible();
  await expect.element(evidence.getByText('Writing this report…')).toBeVisible();
  expect(writes(engine.calls)).toEqual([]);
  expect(await findings()).toEqual([]);
  await expect.poll(() => writes(engine.calls)).toEqual(inBackground(2));
  await expect.element(evidence.getByRole('button', { name: 'Write with the model' })).toBeVisible();
});

test('what is opened in Evidence and is no report has nothing written', async () => {
  const { engine } = await show({ toWrite: toWrite(3) }, '#/collection-1/ask?evidence=entity:1:Ada Marsh');
  await expect.element(evidence.getByRole('heading', { name: 'Ada Marsh', exact: true })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect(engine.calls.filter((call) => call.startsWith('reportsToWrite'))).toEqual([]);
});

test('a report that is stopped or fails is not begun by itself again, and its reason stands beside the button', async () => {
  const refusal = (): Error => new ModelError('The model has gone.');
  const { engine } = await show({ toWrite: { ...toWrite(1), refusal } }, '#/collection-1/explore?view=communities');
  await expect.element(page.getByText(/The model has gone\..*not start again by itself/)).toBeVisible();
  await page.getByRole('tab', { name: 'Tables' }).click();
  await page.getByRole('tab', { name: 'Reports' }).click();
  await expect.element(page.getByText(/The model has gone\./)).toBeVisible();
  const looks = engine.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect(engine.calls.length).toBe(looks);
  await button('Write with the model').click();
  await expect.poll(() => writes(engine.calls)).toEqual([...inBackground(0), 'writeReport 0']);
});

test('a page that is only flicked past has nothing written', async () => {
  const { engine, session } = await show({ toWrite: toWrite(3) }, '#/collection-1/explore?view=communities');
  await expect.element(report).toBeVisible();
  session.router.go({ tab: 'ask' });
  await expect.element(report).not.toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(writes(engine.calls)).toEqual([]);
});

test('the plan and the settings say whether reports are written by themselves', async () => {
  const { engine } = await show({});
  await page.getByRole('button', { name: 'Index with a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Index plan' });
  const choice = dialog.getByRole('combobox', { name: 'Write reports of what I open or ask about' });
  await expect.element(choice).toHaveValue('tab');
  await expect.element(choice).toHaveAccessibleDescription(/calls of a server may cost money/);
  await choice.selectOptions('always');
  await expect.element(button('Start')).toBeEnabled();
  await button('Start').click();
  expect(engine.calls).toContain('indexWithModel begins {"model reports":{"on_use":"always"}}');
});

test('what runs and single reports cost is told where the index by a model stands', async () => {
  const spent = { calls: 3, promptTokens: 4000, completionTokens: 500, seconds: 9 };
  await show({ besides: spent });
  const library = page.getByRole('complementary', { name: 'Library' });
  await expect.element(library).toHaveTextContent('Spent by all runs: 14 calls, 20,000 tokens read and written.');
  await expect.element(library).toHaveTextContent('outside runs: 3 calls, 4,500 tokens read and written.');
});
