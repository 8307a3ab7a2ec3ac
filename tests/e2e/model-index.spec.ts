import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import type { RunStats } from '../../src/core/index/run-stats';
import { INVENTED, NOBODY } from '../helpers/gold/invented';
import { serveGold, type GoldServer } from '../helpers/gold-server';
import {
  collectionWith,
  modelIndex,
  openPlan,
  plannedCalls,
  progress,
  runDone,
  sampleFiles,
} from '../helpers/model-index-steps';
import { watchRequests } from '../helpers/page-checks';
import { crashTab, endWorker } from '../helpers/kill-steps';
import { answer, ask, deleteDocument, evidence, markedWords, passages, ready, openView } from '../helpers/page-steps';

/** Reports that a model writes where nothing else was chosen. */
const BROADEST = 10;
const OLD = 'Harriet Oakshott';
const NEW = 'H. M. Oakshott';
/** Named in the document that is deleted and in no other. */
const GONE = 'Lydia Sandys';

test.describe('in compact depth', () => {
  /** One visit, step after step, as a person makes it. */
  test.describe.configure({ mode: 'serial' });

  let page: Page;
  let gold: GoldServer;
  let foreign: () => readonly string[];

  test.beforeAll(async ({ browser }) => {
    gold = await serveGold();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(20_000);
    foreign = watchRequests(page);
    await collectionWith(page, gold, await sampleFiles());
  });
  test.afterAll(async () => {
    await page.close();
    await gold.close();
  });

  test('the plan says what it takes before anything is asked, and the documents go on answering while the model is busy', async () => {
    const plan = await openPlan(page);
    const compact = await plannedCalls(plan);
    expect(compact).toBeGreaterThan(0);
    expect(await plannedCalls(plan, 'Extracting entities')).toBeGreaterThan(0);
    await plan.getByRole('radio', { name: 'Full' }).check();
    await expect.poll(() => plannedCalls(plan)).toBeGreaterThan(compact);
    await plan.getByRole('radio', { name: 'Compact' }).check();
    await expect.poll(() => plannedCalls(plan)).toBe(compact);
    expect(gold.count()).toBe(0);
    gold.server.hold = 'before the headers';
    await plan.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => gold.server.standing).toBe(2);
    await expect(progress(page)).toHaveAttribute('aria-valuetext', /^Extracting entities: 0 of \d+, /u);
    await page.getByRole('radio', { name: 'Documents only' }).click();
    await ask(page, 'Who is Harriet Oakshott?', 'Local');
    await expect(passages(page).first()).toBeVisible();
    await expect(answer(page)).not.toContainText('Not in your documents');
    expect(gold.count()).toBe(2);
  });

  test('it is paused, survives a reload, and goes on with nothing asked twice', async () => {
    gold.server.release();
    await expect.poll(() => gold.server.standing).toBe(2);
    gold.server.release();
    await expect(progress(page)).toHaveAttribute('aria-valuetext', /^Extracting entities: [1-9]/u);
    await expect.poll(() => gold.server.standing).toBe(2);
    await modelIndex(page).getByRole('button', { name: 'Pause' }).click();
    await expect(modelIndex(page)).toContainText('Pausing after the current calls');
    gold.server.release();
    await expect(modelIndex(page)).toContainText('Paused');
    expect([gold.server.standing, gold.server.left]).toEqual([0, 0]);
    delete gold.server.hold;
    const asked = gold.count();
    await page.reload();
    await ready(page);
    await expect(modelIndex(page)).toContainText('Paused');
    expect(gold.count()).toBe(asked);
    await modelIndex(page).getByRole('button', { name: 'Resume' }).click();
    await runDone(page);
    expect(gold.repeated()).toEqual([]);
    expect(gold.count('names')).toBeGreaterThan(0);
    expect(gold.count('report')).toBeGreaterThan(0);
    expect(gold.count('other')).toBe(0);
  });

  test('its record counts every call by its step, and is saved as JSON', async () => {
    await modelIndex(page).getByRole('button', { name: 'Run record' }).click();
    const record = page.getByRole('dialog', { name: 'Run record' });
    const total = record.getByRole('table', { name: 'Steps of the run' }).getByRole('row', { name: /^Total/u });
    await expect(total.getByRole('cell').nth(4)).toHaveText(String(gold.count()));
    const saved = page.waitForEvent('download');
    await record.getByRole('button', { name: 'Save as JSON' }).click();
    const stats = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as RunStats;
    expect(stats).toMatchObject({ outcome: 'done', calls: gold.count() });
    expect(stats.workflows['model reports']?.calls).toBe(gold.count('report'));
    expect(stats.workflows['graph']?.made).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(record).not.toBeVisible();
  });

  test('Explore says which model found what, and a finding of its report leads to the passage', async () => {
    await page.getByRole('tab', { name: 'Explore' }).click();
    for (const table of ['Entities', 'Relationships']) {
      await openView(page, 'Tables', table);
      await page.getByRole('searchbox', { name: `Filter ${table.toLowerCase()}` }).fill(OLD);
      const rows = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: OLD });
      await expect(rows.filter({ hasText: 'gold (compact 2)' }).first()).toBeVisible();
    }
    await openView(page, 'Reports', 'Communities');
    await page.getByRole('treeitem').first().click();
    const report = page.getByRole('article', { name: 'Community report' });
    await expect(report).toContainText('Written by gold (report 2)');
    await report
      .getByRole('button', { name: /^Source 1/u })
      .first()
      .click();
    expect(await markedWords(page)).not.toBe('');
  });

  test('a name given by hand survives when a document is deleted, whose own names are gone; no passage is read again', async () => {
    await page.getByRole('tab', { name: 'Explore' }).click();
    await openView(page, 'Tables', 'Entities');
    await filter(page, GONE);
    await expect(page.getByRole('button', { name: GONE, exact: true })).toBeVisible();
    await filter(page, OLD);
    await page.getByRole('button', { name: OLD, exact: true }).click();
    await evidence(page).getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(NEW);
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await ready(page);
    await page.getByRole('tab', { name: 'Ask', exact: true }).click();
    await deleteDocument(page, 'Ellen Pike: Oral History Interview');
    const plan = await openPlan(page);
    const names = await plannedCalls(plan, 'Merging duplicates');
    const before = gold.count();
    await plan.getByRole('button', { name: 'Start' }).click();
    await runDone(page);
    const further = gold.calls().slice(before);
    // Besides outdated reports, names are asked about that the first run had no room for.
    expect(further.filter(({ kind }) => kind !== 'report' && kind !== 'names').map(({ kind }) => kind)).toEqual([]);
    expect(further.filter(({ kind }) => kind === 'names').length).toBeLessThanOrEqual(names);
    // Joined names change communities, so that more reports may be due than before: at most those of the broadest ones.
    expect(further.filter(({ kind }) => kind === 'report').length).toBeLessThanOrEqual(BROADEST);
    await page.getByRole('tab', { name: 'Explore' }).click();
    await openView(page, 'Tables', 'Entities');
    await filter(page, NEW);
    await expect(page.getByRole('button', { name: NEW, exact: true })).toBeVisible();
    for (const table of ['Entities', 'Relationships', 'Documents']) {
      await openView(page, 'Tables', table);
      await page.getByRole('searchbox', { name: `Filter ${table.toLowerCase()}` }).fill(GONE);
      await expect(page.getByText('No rows')).toBeVisible();
    }
  });

  test('nothing was asked of any other host', () => {
    expect(foreign().filter((url) => !url.startsWith(gold.server.url))).toEqual([]);
  });
});

test('in full depth a killed tab and a dead worker are got over, spoilt replies are mended or turned away, and both are counted', async ({
  page: first,
}) => {
  test.slow();
  const gold = await serveGold({ schemas: 'ignored', corrupted: 0.4, pace: 30 });
  await collectionWith(first, gold, await sampleFiles());
  const plan = await openPlan(first);
  await plan.getByRole('radio', { name: 'Full' }).check();
  await plan.getByRole('switch', { name: 'claims' }).check();
  await plan.getByText('More settings').click();
  const joinAbove = plan.getByRole('spinbutton', { name: /^Join by a model above/u });
  await joinAbove.fill('0');
  await joinAbove.press('Tab');
  await expect(async () => {
    await plan.getByRole('button', { name: 'Start' }).click(); // it waits for the new price
    await expect(plan).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect.poll(() => gold.count('full')).toBeGreaterThan(6);
  const page = await crashTab(first, './');
  const before = gold.count();
  await expect.poll(() => gold.count() - before).toBeGreaterThan(10);
  expect(await endWorker(page, 'engine')).toBe(true);
  await runDone(page, 180_000);
  expect(gold.repeated().length).toBeLessThanOrEqual(2 * 2);
  for (const kind of ['gleaning', 'claims', 'names', 'description', 'report'] as const)
    expect(gold.count(kind), kind).toBeGreaterThan(0);
  expect(gold.spoilt()).toBeGreaterThan(10);
  const troubles = modelIndex(page).locator('details');
  await expect(troubles.locator('summary')).toHaveText(
    /^[\d,]+ repairs?, [\d,]+ findings? rejected, [\d,]+ unusable repl/u,
  );
  await troubles.locator('summary').click();
  await expect(troubles.getByRole('heading', { name: 'Rejected, because it could not be verified' })).toBeVisible();
  await expect(troubles).toContainText('× a relationship to something that was not named');
  await page.getByRole('tab', { name: 'Explore' }).click();
  for (const table of ['Entities', 'Relationships']) {
    await openView(page, 'Tables', table);
    await page
      .getByRole('searchbox', { name: `Filter ${table.toLowerCase()}` })
      .fill(table === 'Entities' ? NOBODY : INVENTED);
    await expect(page.getByText('No rows')).toBeVisible();
  }
  await gold.close();
});

async function filter(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Filter entities' }).fill(words);
}
