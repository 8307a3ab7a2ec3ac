import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RunRecord, StepRecord } from '../../../src/core/ports/run-record';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { MODEL, planOf, runOf } from '../../helpers/fake-model-plan';
import { showApp } from './show-app';
import { button, findings } from './show-models';

const library = page.getByRole('complementary', { name: 'Library' });
const dialog = page.getByRole('dialog', { name: 'Run record' });

beforeEach(() => page.viewport(1280, 860));

const step = (over: Partial<StepRecord>): StepRecord => ({
  ...{ planned: 0, made: 0, failed: 0, seconds: 0, answered: 0, kept: {}, rejected: {}, repaired: {}, retries: 0 },
  spent: { calls: 0, promptTokens: 0, completionTokens: 0, seconds: 0 },
  ...over,
});

const LAST: RunRecord = {
  begunAt: Date.UTC(2026, 4, 2, 9),
  endedAt: Date.UTC(2026, 4, 2, 10),
  outcome: 'done',
  models: [MODEL],
  documents: 2,
  skipSteps: ['model contexts'],
  steps: {
    'model reports': step({ planned: 5, made: 4, failed: 1, seconds: 8, rejected: { 'reports not written': 1 } }),
    'model reading': step({
      ...{ planned: 12, made: 12, seconds: 60, answered: 3, retries: 2 },
      spent: { calls: 14, promptTokens: 18_000, completionTokens: 2_000, seconds: 55 },
      ...{ kept: { passages: 12, entities: 40 }, rejected: { 'no such sentence': 5 }, repaired: { cut: 3 } },
    }),
  },
};
const EARLIER: RunRecord = { ...LAST, begunAt: Date.UTC(2026, 4, 1, 9), outcome: 'failed', skipSteps: [], steps: {} };

async function open(runRecords: readonly RunRecord[]) {
  const shown = await showApp({
    documents: [HARBOUR, LEDGER],
    model: { plan: (parameters) => planOf(parameters), run: runOf({ phase: 'done' }) },
    runRecords,
    stepTimes: { 'reading documents': { made: 2, seconds: 1.5 } },
  });
  await shown.engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  await library.getByRole('button', { name: 'Run record' }).click();
  await expect.element(dialog).toBeVisible();
  return shown;
}

test('a run is shown step by step, in the order of its steps', async () => {
  await open([LAST]);
  const table = dialog.getByRole('table', { name: 'Steps of the run' });
  await expect
    .element(table.getByRole('row', { name: /^Extracting entities/ }))
    .toHaveTextContent(/60 s\s*12\s*12\s*0\s*14\s*18,000\s*2,000\s*3\s*2$/);
  await expect.element(table).toHaveTextContent('Kept: 12 passages read, 40 mentions.');
  await expect.element(table).toHaveTextContent('Rejected: 5 × the quoted sentence does not exist.');
  await expect.element(table).toHaveTextContent('Repaired: 3 × something too long was shortened.');
  await expect.element(table).toHaveTextContent('Rejected: 1 × report without a usable reply.');
  await expect.element(table.getByRole('row', { name: /^Total/ })).toHaveTextContent(/68 s\s*14\s*18,000\s*2,000/);
  const rows = table
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows).toEqual(['Extracting entities', 'Writing reports', 'Total']);
  await expect.element(dialog).toHaveTextContent('Left out: writing contexts.');
  const others = dialog.getByRole('table', { name: 'Steps without a model, the last time' });
  await expect.element(others.getByRole('row', { name: /^Reading documents/ })).toHaveTextContent(/1.5 s\s*2$/);
  expect(await findings()).toEqual([]);
});

test('earlier runs can be looked at', async () => {
  await open([EARLIER, LAST]);
  await expect.element(dialog.getByRole('table', { name: 'Steps of the run' })).toBeVisible();
  const runs = dialog.getByRole('combobox', { name: 'Run' });
  await expect.element(runs).toHaveDisplayValue(/Qwen3 1.7B · done/);
  await runs.selectOptions(String(EARLIER.begunAt));
  await expect.element(dialog.getByRole('table')).not.toBeInTheDocument();
  await expect.element(runs).toHaveDisplayValue(/Qwen3 1.7B · ended early/);
  await button('Close').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a record is saved as JSON', async () => {
  await open([LAST]);
  let saved: Blob | undefined;
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob: Blob) => {
    saved = blob;
    return createObjectURL(blob);
  };
  await button('Save as JSON').click();
  URL.createObjectURL = createObjectURL;
  const stats = JSON.parse((await saved?.text()) ?? '') as Record<string, unknown>;
  expect(stats).toMatchObject({ total_runtime: 68, num_documents: 2, input_load_time: 1.5, calls: 14 });
});
