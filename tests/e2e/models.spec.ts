import { chromium, expect, test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser } from '../../scripts/find-browser';
import { serveModels, type ModelHost } from '../helpers/model-host';
import { addFiles, ask, ready, saveCopy, textFile } from '../helpers/page-steps';
import { serveBurrow, type BurrowServer } from '../helpers/static-server';
import { publishStandIns, standIns } from '../helpers/tiny-catalogue';

const { embedders, chat } = standIns();
const [small, other] = embedders;
const title = { chat: chat.model.title, small: small.model.title, other: other.model.title };

let burrow: BurrowServer;
let host: ModelHost;
let browser: Browser;
let context: BrowserContext;

test.beforeEach(async () => {
  [burrow, host] = await Promise.all([serveBurrow(), serveModels()]);
  publishStandIns(host, [...embedders, chat]);
  const executablePath = findBrowser();
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', ...host.args] });
  context = await browser.newContext();
});
test.afterEach(async () => {
  await browser.close();
  await Promise.all([burrow.close(), host.close()]);
});

/** Settings without any collection, as after a first visit. */
async function openSettings(page?: Page): Promise<Page> {
  const at = page ?? (await context.newPage());
  await at.goto(`${burrow.url}#/-/settings`);
  await unfold(at);
  return at;
}

async function unfold(page: Page): Promise<void> {
  await expect(region(page, 'Embedding models')).toBeVisible();
  for (const summary of await page.getByText(/^(Other models|Models) that /).all()) await summary.click();
}

/** Asks in Basic search and opens the answer's trace. */
async function traceOf(page: Page, question: string): Promise<Locator> {
  await ask(page, question, 'Basic');
  const trace = region(page, 'Trace').last();
  await trace.getByRole('button', { name: /How this was found/ }).click();
  return trace;
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name });
const card = (page: Page, name: string): Locator => page.getByRole('listitem', { name, exact: true });
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const trial = (page: Page): Locator => page.getByRole('status', { name: 'Trial' });

async function download(page: Page, name: string): Promise<void> {
  await press(page, `Download ${name}`);
  await expect(card(page, name)).toContainText('On this device');
}

/** Asks the chosen model for a few words and gives what was seen on the way. */
async function tryIt(page: Page): Promise<readonly string[]> {
  await trial(page).evaluate((status) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => seen.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await press(page, 'Try it');
  await expect(trial(page)).toContainText(/tokens read, \d+ written/, { timeout: 60_000 });
  return page.evaluate(() => (globalThis as unknown as { readonly seen: readonly string[] }).seen);
}

test('the cards tell what a model costs and whether it runs here, and nothing is fetched before a click', async () => {
  const page = await openSettings();
  for (const name of ['Embedding models', 'Chat models']) {
    await expect(region(page, name).getByText('Suggested for this device')).toHaveCount(1);
  }
  const small = card(page, title.small);
  await expect(small).toContainText(/23\.7 MB download \(about .*\)/);
  await expect(small).toContainText('235 MB memory');
  await expect(small).toContainText('Runs on the processor, without a GPU');
  const large = card(page, 'SmolLM2 360M');
  await expect(region(page, 'Chat models').getByText('finds no GPU that it may use')).toHaveCount(1);
  await expect(large.getByRole('button', { name: /^Download/ })).toBeDisabled();
  expect(host.asked).toEqual([]);
});

test('a chat model is downloaded with a click, paused, resumed, tried, sealed in and deleted', async () => {
  const half = 40_000;
  host.troubles.set(chat.weights, { holdAfter: half, times: 1 });
  const page = await openSettings();
  await press(page, `Download ${title.chat}`);
  await expect(page.getByRole('progressbar', { name: `Download of ${title.chat}` })).toBeVisible();
  await expect.poll(() => host.asked.find(({ url }) => url === chat.weights)?.sent).toBe(half);
  await expect(card(page, title.chat)).toContainText(/^(?!.*paused).* of /s);
  await press(page, `Pause download of ${title.chat}`);
  await expect(card(page, title.chat)).toContainText('paused');
  await press(page, `Resume download of ${title.chat}`);
  await expect(card(page, title.chat)).toContainText('On this device');
  await expect(card(page, title.chat)).toContainText('In use');
  expect(host.asked.filter(({ url }) => url === chat.weights)).toHaveLength(2);
  await expect(page.getByRole('combobox', { name: 'Chat model' }).locator('option:checked')).toHaveText(title.chat);

  const seen = await tryIt(page);
  expect(seen.some((text) => /model|weights/i.test(text))).toBe(true);
  const texts = new Set(seen.filter((text) => !text.includes('…')));
  expect(texts.size).toBeGreaterThan(2);

  const { length } = host.asked;
  await page.reload();
  await expect(card(page, title.chat)).toContainText('In use');
  await tryIt(page);
  expect(host.asked).toHaveLength(length);

  await page.getByRole('switch', { name: 'Sealed mode' }).click();
  await expect(page.getByText('Sealed mode blocks downloads').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Sealed mode' })).toBeChecked();
  await tryIt(page);
  expect(host.asked).toHaveLength(length);

  await press(page, `Delete ${title.chat}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Chat model' }).locator('option:checked')).toContainText('None');
  await expect(page.getByRole('button', { name: `Delete ${title.chat}` })).toHaveCount(0);
  const left = await page.evaluate(async () => (await (await caches.open('burrow models')).keys()).length);
  expect(left).toBe(0);
});

test('sealed while it downloads, a model stops coming, and unsealed it goes on inside the file', async () => {
  host.troubles.set(chat.weights, { holdAfter: 40_000, times: 1 });
  const page = await openSettings();
  await press(page, `Download ${title.chat}`);
  await expect.poll(() => host.asked.find(({ url }) => url === chat.weights)?.sent).toBe(40_000);
  await page.getByRole('switch', { name: 'Sealed mode' }).click();
  await expect(card(page, title.chat)).toContainText('paused');
  const { length } = host.asked;
  await expect(page.getByRole('button', { name: `Resume download of ${title.chat}` })).toBeDisabled();
  expect(host.asked).toHaveLength(length);
  await page.getByRole('switch', { name: 'Sealed mode' }).click();
  await press(page, `Resume download of ${title.chat}`);
  await expect(card(page, title.chat)).toContainText('On this device');
});

test('a file that is gone is told with what to do, and the rest is kept for a second try', async () => {
  host.troubles.set(small.weights, { holdAfter: 1000, times: 1 });
  const page = await openSettings();
  await press(page, `Download ${title.small}`);
  const isAsked = (file: string): boolean => host.asked.some(({ url, sent }) => url.endsWith(file) && sent > 0);
  await expect.poll(() => isAsked('/config.json') && isAsked(small.weights)).toBe(true);
  host.troubles.set(small.weights, { status: 404, times: 1 });
  host.cut(); // it tries again, and the file is gone by then
  await expect(card(page, title.small).getByRole('alert')).toContainText('no longer at its address on huggingface.co');
  await press(page, `Resume download of ${title.small}`);
  await expect(card(page, title.small)).toContainText('On this device');
  expect(host.asked.filter(({ url }) => url.endsWith('/config.json'))).toHaveLength(1);
});

/** A collection of two documents that share no word of the question about the lamp. */
async function openLampAndAnchor(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(burrow.url);
  await addFiles(
    page,
    textFile('lamp.txt', 'The lamp of Skerry Light was lit in 1871 by Ingrid Sorley.'),
    textFile('anchor.txt', 'Kofi Quaye lost an anchor off Merrow Bay in a gale.'),
  );
  await ready(page);
  return page;
}

test('a collection is embedded after its plan, and is then searched by meaning', async () => {
  const page = await openLampAndAnchor();
  await expect(await traceOf(page, 'Who lit the lamp of Skerry Light?')).not.toContainText('anchor');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await unfold(page);
  await download(page, title.small);
  const plan = page.getByRole('group', { name: 'Embedding plan' });
  await expect(plan).toContainText(/texts \(about [\d,]+ tokens\) to embed with/);
  await press(page, 'Embed this collection');
  await expect(plan).toContainText(`is embedded with ${title.small}`, { timeout: 60_000 });
  const { length } = host.asked;

  await page.getByRole('tab', { name: 'Ask' }).click();
  const trace = await traceOf(page, 'Who lit the lamp of Skerry Light?');
  await expect(trace).toContainText(`Compared by meaning with ${title.small}.`);
  await expect(trace).toContainText('anchor');
  expect(host.asked).toHaveLength(length);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await unfold(page);
  await download(page, title.other);
  await page.getByRole('combobox', { name: 'Embedding model' }).selectOption({ label: title.other });
  await expect(plan).toContainText(`to embed with ${title.other}`);
  await expect(plan).toContainText('The vectors of the previous model');
});

test('an embedded collection is published, and its index is searched by meaning where its model is chosen', async () => {
  const page = await openLampAndAnchor();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await unfold(page);
  await download(page, title.small);
  await press(page, 'Embed this collection');
  const plan = page.getByRole('group', { name: 'Embedding plan' });
  await expect(plan).toContainText(`is embedded with ${title.small}`, { timeout: 60_000 });
  await page.getByRole('tab', { name: 'Ask' }).click();
  const folder = mkdtempSync(join(tmpdir(), 'burrow-published-'));
  const [copy, published] = [join(folder, 'copy.burrow'), join(folder, 'index')];
  writeFileSync(copy, await saveCopy(page));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/publish-index.ts', copy, published]);
  for (const name of readdirSync(published)) burrow.extra.set(`index/${name}`, readFileSync(join(published, name)));
  rmSync(folder, { recursive: true });

  await page.goto(`${burrow.url}#/open?address=${encodeURIComponent(`${burrow.url}index/`)}`);
  await expect(page.getByRole('main')).toContainText('2 documents on');
  await ready(page);
  const trace = await traceOf(page, 'Who lit the lamp of Skerry Light?');
  await expect(trace).toContainText(`Compared by meaning with ${title.small}.`);
  await expect(trace).toContainText('anchor');
  await expect(trace).not.toContainText('by words alone');
});

test('a model is imported from a folder without a single request, and is then used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-import-'));
  const root = join(folder, chat.model.repository.split('/')[1] ?? 'model');
  for (const [path, bytes] of chat.files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  const page = await openSettings();
  await page.getByLabel('Folder of a model').setInputFiles(root);
  await expect(page.getByText(`${title.chat} is now on this device.`)).toBeVisible();
  await tryIt(page);
  expect(host.asked).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('“Erase everything” ends a download and removes what came of it', async () => {
  host.troubles.set(chat.weights, { holdAfter: 40_000, times: 1 });
  const page = await openSettings();
  await press(page, `Download ${title.chat}`);
  await expect.poll(() => host.asked.find(({ url }) => url === chat.weights)?.sent).toBe(40_000);
  await page.getByRole('link', { name: 'Storage' }).click();
  await press(page, 'Erase everything');
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: true }).click(),
  ]);
  const left = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('models'));
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('burrow-downloads', { create: true });
    for await (const [name] of folder.entries()) names.push(name);
    return names;
  });
  expect(left).toEqual([]);
});
