import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { GOLD_MODEL, type GoldServer } from './gold-server';
import type { ModelServer } from './model-server';
import { addFiles, ready, type GivenFile } from './page-steps';

const DOCUMENTS = 'public/sample/documents';

/** The documents of the sample as a person would choose them. */
export async function sampleFiles(): Promise<readonly GivenFile[]> {
  const names = (await readdir(DOCUMENTS)).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: await readFile(join(DOCUMENTS, name)),
    })),
  );
}

/** Connects the server in Settings and chooses its model for everything. */
export const chooseGold = (page: Page, { server }: GoldServer, parallel = 2): Promise<void> =>
  chooseModel(page, server, GOLD_MODEL, parallel);

/** The same for the only model of any server; its sentences are checked by nobody, so that calls can be counted, or by itself. */
export async function chooseModel(
  page: Page,
  server: Pick<ModelServer, 'url'>,
  model: string,
  parallel: number,
  checker: 'none' | 'auto' = 'none',
): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Server address' }).fill(server.url);
  await page.getByLabel('Requests at a time').fill(String(parallel));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Model server' })).toContainText('Connected: 1 model');
  await page.getByRole('combobox', { name: 'Chat model' }).selectOption({ label: `${model} (model server)` });
  await page.getByRole('combobox', { name: 'Sentence checker' }).selectOption(checker);
  await page.getByRole('tab', { name: 'Ask', exact: true }).click();
}

/** A fresh collection with these files, with the server's model chosen. */
export async function collectionWith(page: Page, server: GoldServer, files: readonly GivenFile[]): Promise<void> {
  await page.goto('./');
  await addFiles(page, ...files);
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(files.length);
  await ready(page);
  await chooseGold(page, server);
}

export const modelIndex = (page: Page): Locator => page.getByRole('region', { name: 'Model index' });
export const progress = (page: Page): Locator => page.getByRole('progressbar', { name: 'Indexing with a model' });
const planDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Index plan' });

/** Opens the plan and waits until it has numbers. */
export async function openPlan(page: Page, timeout?: number): Promise<Locator> {
  await modelIndex(page).getByRole('button', { name: 'Index with a model' }).click();
  const plan = planDialog(page);
  await expect(plan.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(plan.getByRole('region', { name: 'What it takes' })).toHaveAttribute('aria-busy', 'false', {
    ...(timeout !== undefined && { timeout }),
  });
  return plan;
}

/** Chooses these methods in a plan, and no others. */
export async function chooseMethods(plan: Locator, methods: readonly string[]): Promise<void> {
  const boxes = plan.getByRole('group', { name: 'Methods' });
  for (const method of methods) await boxes.getByRole('checkbox', { name: method }).check();
  if (!methods.includes('GraphRAG')) await boxes.getByRole('checkbox', { name: 'GraphRAG' }).uncheck();
  await expect(plan.getByRole('region', { name: 'What it takes' })).toHaveAttribute('aria-busy', 'false');
}

/** Calls of the plan by the row's name; `Total` is their sum. */
export async function plannedCalls(plan: Locator, row = 'Total'): Promise<number> {
  const line = plan
    .getByRole('table', { name: 'Calls and tokens' })
    .getByRole('row', { name: new RegExp(`^${row}`, 'u') });
  return Number((await line.getByRole('cell').first().innerText()).replaceAll(/\D/gu, ''));
}

/** Waits until a run has come to its end by itself. */
export async function runDone(page: Page, timeout = 60_000): Promise<void> {
  const region = modelIndex(page);
  // Between a worker's end and its next start no run is shown either: only one that is done has the dot.
  await expect(region.locator('.dot')).toBeVisible({ timeout });
  await expect(region.getByText(/passages? read by |by models: /u)).toBeVisible();
  await expect(progress(page)).toHaveCount(0);
  await expect(region.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await ready(page);
}
