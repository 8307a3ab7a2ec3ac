import { chromium, expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { findBrowser } from '../../scripts/find-browser';
import { WEBLLM_MODELS } from '../../src/core/models/catalogue/webllm-models';
import type { StoredModel } from '../../src/core/models/hosts';
import { bundle } from '../helpers/bundle';
import type { DownloadDriver, WatchedRun } from '../helpers/download-driver';
import { serveModels, type ModelHost } from '../helpers/model-host';
import { serveBurrow, type BurrowServer } from '../helpers/static-server';
import { webllmFiles } from '../helpers/tiny-model-files';

const [model] = WEBLLM_MODELS;
if (!model) throw new Error('The catalogue is empty');
const files = webllmFiles(model, [2_000_000, 3_000_000]);
const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
const folder = `${model.modelUrl}/resolve/main/`;
const shard = `${folder}params_shard_1.bin`;
const HALF = 1_500_000;

let driver: string;
let burrow: BurrowServer;
let host: ModelHost;
let browser: Browser;
let context: BrowserContext;

test.beforeAll(async () => {
  driver = await bundle('tests/helpers/download-driver.ts');
});
test.beforeEach(async () => {
  [burrow, host] = await Promise.all([serveBurrow(), serveModels()]);
  burrow.extra.set('download-driver.js', driver);
  for (const [url, bytes] of files) host.files.set(url, Buffer.from(bytes));
  const executablePath = findBrowser();
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', ...host.args] });
  context = await browser.newContext();
});
test.afterEach(async () => {
  await browser.close();
  await Promise.all([burrow.close(), host.close()]);
});

/** The page with the built site's own download worker running beside it. */
async function open(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(burrow.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await startWorker(page);
  return page;
}

async function startWorker(page: Page): Promise<void> {
  const script = readdirSync('dist/assets').find((file) => /^download\.worker-[\w-]+\.js$/u.test(file));
  await page.evaluate(
    async ([module, worker]) => {
      const { startDriver } = (await import(module)) as { startDriver: (script: string) => DownloadDriver };
      Object.assign(globalThis, { driver: startDriver(worker) });
    },
    [`${burrow.url}download-driver.js`, `${burrow.url}assets/${String(script)}`] as const,
  );
}

interface DriverWindow {
  readonly driver: DownloadDriver;
}

const start = (page: Page) => page.evaluate((id) => (globalThis as unknown as DriverWindow).driver.start(id), model.id);
const pause = (page: Page) => page.evaluate(() => (globalThis as unknown as DriverWindow).driver.pause());
const run = (page: Page): Promise<WatchedRun> =>
  page.evaluate(() => ({ ...(globalThis as unknown as DriverWindow).driver.run }));
const stored = (page: Page): Promise<readonly StoredModel[]> =>
  page.evaluate(() => (globalThis as unknown as DriverWindow).driver.host.stored());
const remove = (page: Page) =>
  page.evaluate((id) => (globalThis as unknown as DriverWindow).driver.host.remove(id), model.id);

async function outcome(page: Page): Promise<string> {
  await expect.poll(async () => (await run(page)).outcome, { timeout: 60_000 }).toBeDefined();
  return String((await run(page)).outcome);
}

async function untilBytes(page: Page, bytes: number): Promise<void> {
  await expect.poll(async () => (await run(page)).reports.at(-1)?.bytes ?? 0).toBeGreaterThanOrEqual(bytes);
}

/** Addresses and lengths in a cache, as WebLLM looks them up. */
function cached(page: Page, name: string): Promise<Readonly<Record<string, number>>> {
  return page.evaluate(async (cacheName) => {
    const cache = await caches.open(cacheName);
    const found: [string, number][] = [];
    for (const { url } of await cache.keys()) {
      found.push([url, (await (await cache.match(new Request(url)))?.arrayBuffer())?.byteLength ?? -1]);
    }
    return Object.fromEntries(found);
  }, name);
}

const askedFor = (url: string) => host.asked.filter((asked) => asked.url === url);
const without = (all: ReadonlyMap<string, Uint8Array>, wanted: (url: string) => boolean) =>
  Object.fromEntries([...all].filter(([url]) => wanted(url)).map(([url, bytes]) => [url, bytes.length]));

test('a model is downloaded to where WebLLM finds it, with its bytes told', async () => {
  const page = await open();
  await start(page);
  expect(await outcome(page)).toBe('done');
  expect((await run(page)).reports.at(-1)).toMatchObject({ model: model.id, bytes: total, total, done: true });
  expect(await cached(page, 'webllm/model')).toEqual(
    without(files, (url) => url.startsWith(folder) && !url.endsWith('mlc-chat-config.json')),
  );
  expect(await cached(page, 'webllm/config')).toEqual(without(files, (url) => url.endsWith('mlc-chat-config.json')));
  expect(await cached(page, 'webllm/wasm')).toEqual(without(files, (url) => url === model.libraryUrl));
  expect(await stored(page)).toEqual([{ model: model.id, bytes: total, complete: true }]);
  expect(host.asked).toHaveLength(files.size);
});

test('the page counts and lists what was fetched, redirects too', async () => {
  host.troubles.set(shard, { redirect: 'cdn.eu.hf.co', times: 1 });
  const page = await open();
  await start(page);
  expect(await outcome(page)).toBe('done');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('status', { name: 'Outside requests' })).toHaveText(String(files.size + 1));
  const table = page.getByRole('table', { name: 'Requests to other sites' });
  for (const name of ['huggingface.co', 'raw.githubusercontent.com', 'cdn.eu.hf.co']) {
    await expect(table.getByRole('row').filter({ hasText: name })).toContainText('model files');
  }
});

test('a paused download goes on inside a file', async () => {
  host.troubles.set(shard, { holdAfter: HALF, times: 1 });
  const page = await open();
  await start(page);
  await untilBytes(page, total - HALF);
  await pause(page);
  expect(await outcome(page)).toContain('paused');
  expect(await stored(page)).toMatchObject([{ bytes: total - HALF, complete: false }]);
  await start(page);
  expect(await outcome(page)).toBe('done');
  expect(askedFor(shard).map(({ range }) => range)).toEqual(['bytes=0-', `bytes=${String(HALF)}-`]);
});

test('a download goes on inside a file after its page was closed in the middle', async () => {
  host.troubles.set(shard, { holdAfter: HALF, times: 1 });
  const first = await open();
  await start(first);
  await untilBytes(first, total - HALF);
  await first.close();
  const page = await open();
  await start(page);
  expect(await outcome(page)).toBe('done');
  expect(askedFor(shard).map(({ range }) => range)).toEqual(['bytes=0-', `bytes=${String(HALF)}-`]);
  expect(await stored(page)).toEqual([{ model: model.id, bytes: total, complete: true }]);
});

test('a cut connection is taken up again inside the file, by itself', async () => {
  host.troubles.set(shard, { holdAfter: HALF, times: 1 });
  const page = await open();
  await start(page);
  await untilBytes(page, total - HALF);
  host.cut();
  expect(await outcome(page)).toBe('done');
  expect(askedFor(shard).map(({ range }) => range)).toEqual(['bytes=0-', `bytes=${String(HALF)}-`]);
});

test('a server that knows no ranges sends a cut file again from its start', async () => {
  host.troubles.set(shard, { noRange: true, cutAfter: HALF, times: 1 });
  const page = await open();
  await start(page);
  expect(await outcome(page)).toBe('done');
  expect(await cached(page, 'webllm/model')).toMatchObject({ [shard]: 3_000_000 });
});

for (const [status, words] of [
  [404, 'no longer at its address'],
  [403, 'signed licence'],
] as const) {
  test(`status ${String(status)} is told with what to do, and the model does not count as complete`, async () => {
    host.troubles.set(shard, { status });
    const page = await open();
    await start(page);
    expect(await outcome(page)).toContain(words);
    expect(await stored(page)).toMatchObject([{ complete: false }]);
    expect(Object.keys(await cached(page, 'webllm/model'))).not.toContain(shard);
  });
}

test('a file of the wrong size never gets into a cache', async () => {
  host.troubles.set(shard, { bytes: Buffer.alloc(1000) });
  const page = await open();
  await start(page);
  expect(await outcome(page)).toContain('instead of');
  expect(Object.keys(await cached(page, 'webllm/model'))).not.toContain(shard);
});

test('too little room is told before anything is fetched', async () => {
  const page = await open();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(burrow.url).origin, quotaSize: 4_000_000 });
  await start(page);
  expect(await outcome(page)).toMatch(/StorageError.*Nothing was fetched.*Free some space/u);
  expect(host.asked).toEqual([]);
});

test('a disk that becomes full on the way is told, and what came is kept', async () => {
  host.troubles.set(shard, { holdAfter: HALF, times: 1 });
  const page = await open();
  await start(page);
  await untilBytes(page, total - HALF);
  const session = await context.newCDPSession(page);
  const { origin } = new URL(burrow.url);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 4_000_000 });
  host.release();
  expect(await outcome(page)).toMatch(/StorageError.*full.*kept/u);
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await start(page);
  expect(await outcome(page)).toBe('done');
});

test('sealed, nothing is asked for, and the reason is told', async () => {
  const page = await open();
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    navigator.serviceWorker.controller?.postMessage({ kind: 'seal', sealed: true }, [port2]);
    return new Promise((resolve) => (port1.onmessage = resolve));
  });
  await startWorker(page);
  await start(page);
  expect(await outcome(page)).toContain('Sealed mode is on');
  expect(host.asked).toEqual([]);
});

test('a model is imported from a folder without a single request, and deleted again', async () => {
  const page = await open();
  const given = [...files].map(([url, bytes]) => [
    `${model.id}/${url.slice(url.lastIndexOf('/') + 1)}`,
    Buffer.from(bytes).toString('base64'),
  ]);
  await page.evaluate(
    (contents) => (globalThis as unknown as DriverWindow).driver.importFiles(contents),
    Object.fromEntries(given) as Record<string, string>,
  );
  expect(await outcome(page)).toBe('done');
  expect(await stored(page)).toEqual([{ model: model.id, bytes: total, complete: true }]);
  expect(host.asked).toEqual([]);
  await remove(page);
  expect(await stored(page)).toEqual([]);
  expect(await cached(page, 'webllm/model')).toEqual({});
});

test('two tabs do not download the same model at once', async () => {
  host.troubles.set(shard, { holdAfter: HALF, times: 1 });
  const [first, second] = [await open(), await open()];
  await start(first);
  await untilBytes(first, total - HALF);
  await start(second);
  expect(await outcome(second)).toContain('in another tab');
  host.release();
  expect(await outcome(first)).toBe('done');
});

test('“Erase everything” erases the models too', async () => {
  host.troubles.set(shard, { holdAfter: HALF, times: 1 });
  const page = await open();
  await start(page);
  await untilBytes(page, total - HALF);
  await pause(page);
  await outcome(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Storage' }).click();
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: true }).click(),
  ]);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await startWorker(page);
  expect(await stored(page)).toEqual([]);
  expect(
    await page.evaluate(() => caches.keys().then((names) => names.filter((name) => name.startsWith('webllm')))),
  ).toEqual([]);
});
