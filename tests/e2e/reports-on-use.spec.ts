import { expect, test, type Locator, type Page } from '@playwright/test';
import { askedCall } from '../helpers/answering/asked-call';
import { replyIn } from '../helpers/answering/manners';
import { serveGold, type GoldServer } from '../helpers/gold-server';
import { collectionWith, openPlan, runDone, sampleFiles } from '../helpers/model-index-steps';
import { watchRequests } from '../helpers/page-checks';
import { answer, ask, evidence, ready, openView } from '../helpers/page-steps';

/** One visit, step after step, as a person makes it. */
test.describe.configure({ mode: 'serial' });

const ON_USE = 'Write reports of what I open or ask about';
const BY_GOLD = 'Written by gold (report 2)';
/** Reports that are written after an answer, at most. */
const AFTER_ANSWER = 3;
/** Milliseconds after which what begins by itself would have begun. */
const LONG_ENOUGH = 2500;
/** Entity of a community that is not the first one. */
const SOMEBODY = 'Lydia Sandys';

let page: Page;
let gold: GoldServer;
let foreign: () => readonly string[];

test.beforeAll(async ({ browser }) => {
  test.slow();
  gold = await serveGold();
  const indexes = gold.server.answer;
  gold.server.answer = (asks) => {
    const call = askedCall(asks.messages);
    return call ? { text: replyIn('honest', call), finish: 'stop' } : indexes?.(asks);
  };
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(20_000);
  foreign = watchRequests(page);
  await collectionWith(page, gold, await sampleFiles());
  const plan = await openPlan(page);
  await plan.getByRole('combobox', { name: 'Reports by the model' }).selectOption('none');
  await plan.getByRole('button', { name: 'Start' }).click();
  await runDone(page);
});
test.afterAll(async () => {
  await page.close();
  await gold.close();
});

test('a server writes none before a person says so, neither of what is opened nor of what an answer used', async () => {
  await openCommunity(0);
  await expect(page.getByRole('button', { name: 'Write with the model' })).toBeVisible();
  await page.waitForTimeout(LONG_ENOUGH);
  await askLocal('What did Agnes Lorne do in 1936?');
  await expect(ofAnswer().getByRole('button', { name: /^Write the .*report.* this answer used$/u })).toBeVisible();
  await expect(ofAnswer()).toContainText(/call.* of gold\. Not written by a model yet\./u);
  expect(gold.count('report')).toBe(0);
});

test('a community that is looked at has its report written, once and for all to see', async () => {
  await write('always');
  gold.server.hold = 'before the headers';
  await openCommunity(0);
  await expect(page.getByText('Writing this report…')).toBeVisible();
  await expect.poll(() => gold.server.standing).toBe(1);
  delete gold.server.hold;
  gold.server.release();
  await expect(report()).toContainText(BY_GOLD);
  await openView(page, 'Tables', 'Entities');
  await openCommunity(0);
  await expect(report()).toContainText(BY_GOLD);
  await page.waitForTimeout(LONG_ENOUGH);
  expect(gold.count('report')).toBe(1);
});

test('so has a report that is opened in Evidence', async () => {
  await openView(page, 'Tables', 'Entities');
  await page.getByRole('searchbox', { name: 'Filter entities' }).fill(SOMEBODY);
  await page.getByRole('button', { name: SOMEBODY, exact: true }).click();
  await evidence(page).getByRole('listitem').filter({ hasText: 'its community' }).first().getByRole('button').click();
  await expect(evidence(page)).toContainText(BY_GOLD);
  expect(gold.count('report')).toBe(2);
});

test('after an answer up to three of the reports that it used are written, each by one call', async () => {
  await askLocal('Who is Harriet Oakshott?');
  await expect(ofAnswer()).toContainText(/\d reports? written since this answer\./u);
  const [written] = /\d+/u.exec(await ofAnswer().innerText()) ?? [];
  expect(Number(written)).toBeGreaterThan(0);
  expect(Number(written)).toBeLessThanOrEqual(AFTER_ANSWER);
  expect(gold.count('report')).toBe(2 + Number(written));
  expect(gold.repeated()).toEqual([]);
});

test('turned off, nothing is written without a click', async () => {
  await write('asked');
  const before = gold.count('report');
  await openCommunity(1);
  await expect(page.getByRole('button', { name: 'Write with the model' })).toBeVisible();
  await page.waitForTimeout(LONG_ENOUGH);
  await askLocal('What was found in the well at Threlby?');
  await expect(ofAnswer().getByRole('button', { name: /^Write the .*report.* this answer used$/u })).toBeVisible();
  expect(gold.count('report')).toBe(before);
  await ofAnswer()
    .getByRole('button', { name: /^Write the / })
    .click();
  await expect.poll(() => gold.count('report')).toBeGreaterThan(before);
  await expect(ofAnswer()).toContainText('written since this answer.');
});

test('nothing was asked of any other host', () => {
  expect(foreign().filter((url) => !url.startsWith(gold.server.url))).toEqual([]);
});

const report = (): Locator => page.getByRole('article', { name: 'Community report' });
const ofAnswer = (): Locator => page.getByRole('group', { name: 'Reports of this answer' }).last();

/** The one at this place of the list of the broadest communities, the largest first. */
async function openCommunity(place: number): Promise<void> {
  await page.getByRole('tab', { name: 'Explore' }).click();
  await openView(page, 'Reports', 'Communities');
  await page.getByRole('treeitem').nth(place).click();
  await expect(report()).toBeVisible();
}

async function askLocal(question: string): Promise<void> {
  await page.getByRole('tab', { name: 'Ask', exact: true }).click();
  await ask(page, question, 'Local');
  await expect(answer(page)).toContainText('Written by gold');
}

/** Sets in Settings when reports are written. */
async function write(when: 'always' | 'asked'): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Indexing' }).click();
  const step = page.locator('details').filter({ has: page.getByText('Writing reports', { exact: true }) });
  await step.locator('> summary').click();
  await step.getByRole('combobox', { name: ON_USE }).selectOption(when);
  await step.getByRole('button', { name: /^Apply / }).click();
  await ready(page);
}
