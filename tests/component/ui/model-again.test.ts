import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MODEL_STEPS } from '../../../src/core/index/pipeline';
import type { PlanOffer } from '../../../src/core/index/planning';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import type { FakeOptions } from '../../helpers/fake-engine';
import { MODEL, planOf, runOf } from '../../helpers/fake-model-plan';
import { showApp } from './show-app';
import { button, findings } from './show-models';

const documents = [HARBOUR, LEDGER];
const library = page.getByRole('complementary', { name: 'Library' });
const dialog = page.getByRole('dialog', { name: 'Index plan' });
const offer: PlanOffer = { items: 9, calls: 9, promptTokens: 9000, replyTokens: 900, seconds: 120 };
const BESIDES_REPORTS = JSON.stringify(MODEL_STEPS.map(({ name }) => name).filter((name) => name !== 'model reports'));
const NONE = { readAgain: null, writeAgain: null, allReports: null };

beforeEach(() => page.viewport(1280, 860));

async function show(model: NonNullable<FakeOptions['model']>) {
  const shown = await showApp({ documents, model });
  await shown.engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  return shown;
}

test('what was read or written otherwise is offered with its price, for one run', async () => {
  const { engine } = await show({
    plan: (parameters, extras) =>
      planOf(parameters, {
        offers: { ...NONE, readAgain: offer, writeAgain: { ...offer, items: 1, calls: 1, seconds: null } },
        ...(extras?.readAgain ? {} : { parts: [] }),
      }),
  });
  await library.getByRole('button', { name: 'Index with a model' }).click();
  const again = dialog.getByRole('checkbox', { name: 'Read 9 passages again' });
  await expect.element(again).not.toBeChecked();
  await expect.element(dialog).toHaveTextContent('9 calls, 9,900 tokens, about 2 minutes');
  await expect.element(dialog.getByRole('checkbox', { name: 'Write 1 report again' })).toBeVisible();
  await expect.element(button('Start')).toBeDisabled();
  await again.click();
  await expect.element(dialog.getByRole('row', { name: /Extracting entities 12/ })).toBeVisible();
  expect(await findings()).toEqual([]);
  await button('Start').click();
  expect(engine.calls).toContain('indexWithModel begins {} {"readAgain":true}');
  await library.getByRole('button', { name: 'Index with a model' }).click();
  await expect.element(again).not.toBeChecked();
});

test('a step can be left out of the run, and the price follows', async () => {
  const { engine } = await show({
    plan: (parameters, extras) => {
      const plan = planOf(parameters);
      return { ...plan, parts: plan.parts.filter(({ step }) => !extras?.skipSteps?.includes(step)) };
    },
  });
  await library.getByRole('button', { name: 'Index with a model' }).click();
  const reports = dialog.getByRole('checkbox', { name: 'Writing reports' });
  await expect.element(reports).toBeChecked();
  await expect.element(dialog.getByRole('checkbox', { name: 'Merging duplicates' })).not.toBeInTheDocument();
  await expect.element(dialog).toHaveTextContent('17 calls, 24,200 tokens');
  await reports.click();
  await expect.element(dialog).toHaveTextContent('12 calls, 13,200 tokens');
  await expect.element(dialog.getByRole('row', { name: /Writing reports/ })).not.toBeInTheDocument();
  await expect.element(reports).not.toBeChecked();
  expect(await findings()).toEqual([]);
  await button('Start').click();
  expect(engine.calls).toContain('indexWithModel begins {} {"skipSteps":["model reports"]}');
});

test('after a run the remaining reports can be written in the background, at a price shown', async () => {
  const { engine } = await show({
    plan: (parameters) => planOf(parameters, { parts: [], offers: { ...NONE, allReports: offer } }),
    run: runOf({ phase: 'done' }),
  });
  const write = library.getByRole('button', { name: 'Write the remaining 9 reports' });
  await expect.element(write).toHaveAccessibleDescription(/9 calls, 9,900 tokens, about 2 minutes/);
  await expect.element(library).toHaveTextContent(`${MODEL} would write their reports in the background`);
  expect(await findings()).toEqual([]);
  await write.click();
  expect(engine.calls).toContain(`indexWithModel begins {} {"allReports":true,"skipSteps":${BESIDES_REPORTS}}`);
});

test('reports that edits or documents have left to be written are told, with their price and nothing else to pay for', async () => {
  const due = {
    ...offer,
    step: 'model reports',
    title: 'Writing reports',
    purpose: 'reports',
    items: 3,
    guessed: false,
  } as const;
  const { engine } = await show({
    plan: (parameters) =>
      planOf(parameters, { parts: [due], reportSeconds: 60, offers: { ...NONE, allReports: offer } }),
    run: runOf({ phase: 'done' }),
  });
  await expect
    .element(library)
    .toHaveTextContent('3 reports to write: new communities, or ones that documents or edits changed.');
  const all = library.getByRole('button', { name: 'Write the remaining 12 reports' });
  await expect.element(all).toHaveAccessibleDescription(/18 calls, 19,800 tokens, about 3 minutes/);
  const write = library.getByRole('button', { name: 'Write 3 reports now' });
  await expect.element(write).toHaveAccessibleDescription('9 calls, 9,900 tokens, about 1 minute.');
  expect(await findings()).toEqual([]);
  await write.click();
  expect(engine.calls).toContain(`indexWithModel begins {} {"skipSteps":${BESIDES_REPORTS}}`);
});

test('a share that comes to every passage says why', async () => {
  await show({ plan: (parameters) => planOf(parameters, { passages: { all: 1, planned: 1, done: 0 } }) });
  await library.getByRole('button', { name: 'Index with a model' }).click();
  await expect.element(dialog).toHaveTextContent('all 1 passage, because each document is read in at least one');
});

/** As three models left them: the second has read again most of what the first has. */
const LAYERS = {
  layer: {
    layer: `${MODEL} (compact 1)`,
    reads: true,
    passages: 3,
    readSince: 11,
    records: 150,
    decisions: 3,
    made: { reports: 0 },
  },
  full: {
    layer: `${MODEL} (full 1)`,
    reads: true,
    passages: 11,
    readSince: 0,
    records: 50,
    decisions: 0,
    made: { reports: 0 },
  },
  reports: {
    layer: 'Large (report 1)',
    reads: false,
    passages: 0,
    readSince: 0,
    records: 0,
    decisions: 0,
    made: { reports: 5 },
  },
} as const;

test('what a model made can be taken back from the menu, after a word on what goes and what stays', async () => {
  const { layer, full, reports } = LAYERS;
  const { engine } = await show({
    plan: (parameters) => planOf(parameters),
    run: runOf({ phase: 'done' }),
    layers: [layer, full, reports],
  });
  await library.getByRole('button', { name: 'Collection options' }).click();
  await page.getByRole('menuitem', { name: 'Remove everything models added…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove everything models added?' });
  await expect
    .element(question)
    .toHaveTextContent('the reading of 14 passages, 11 earlier readings, 200 records, 3 decisions on names, 5 reports');
  await expect.element(question).toHaveTextContent(`3 are read by ${layer.layer}, 11 are read by ${full.layer}.`);
  await expect.element(question).toHaveTextContent('Your documents, conversations and edits stay');
  await expect.element(question).toHaveTextContent('the same calls cost nothing again');
  expect(await findings()).toEqual([]);
  await button('Undo').click();
  await expect.element(library.getByText(/passages read by/)).not.toBeInTheDocument();
  expect(engine.calls).toContain(`revertRuns ${layer.layer}, ${full.layer}, ${reports.layer}`);
  await library.getByRole('button', { name: 'Collection options' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /models added|^Undo what/ })).not.toBeInTheDocument();
});

test('while an index is taken back the library says just that, and offers nothing of what it has been', async () => {
  let derived = (): void => undefined;
  const due = {
    ...offer,
    step: 'model reports',
    title: 'Writing reports',
    purpose: 'reports',
    items: 3,
    guessed: false,
  } as const;
  const { engine } = await show({
    plan: (parameters) => planOf(parameters, { parts: [due], reportSeconds: 60 }),
    run: runOf({ phase: 'done' }),
    runBefore: runOf({ phase: 'done' }),
    layers: [LAYERS.layer, LAYERS.full],
    takenBack: new Promise<void>((resolve) => (derived = resolve)),
  });
  await expect.element(button('Write 3 reports now')).toBeVisible();
  await library.getByRole('button', { name: 'Collection options' }).click();
  await page.getByRole('menuitem', { name: /^Undo what/ }).click();
  await button('Undo').click();
  await expect.element(library.getByText('Undoing…')).toBeVisible();
  expect(engine.calls).toContainEqual(expect.stringContaining('revertRuns'));
  await expect.element(button('Write 3 reports now')).not.toBeInTheDocument();
  await expect.element(button('Index with a model')).not.toBeInTheDocument();
  expect(await findings()).toEqual([]);
  derived();
  await expect.element(button('Index with a model')).toBeVisible();
  await expect.element(library.getByText('Undoing…')).not.toBeInTheDocument();
});
