import { chromium, expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser';
import { serveModelServer, type ModelServer } from '../helpers/model-server';
import { serveBurrow, type BurrowServer } from '../helpers/static-server';

let burrow: BurrowServer;
let plain: ModelServer;
let encrypted: ModelServer;
let browser: Browser;
let context: BrowserContext;

/** Names in place of addresses lead to this machine, and the browser takes the first server for one of the local network. */
test.beforeEach(async () => {
  const models = [{ id: 'small:1b' }];
  [burrow, plain, encrypted] = await Promise.all([
    serveBurrow(),
    serveModelServer({ models }),
    serveModelServer({ models, key: 'a-key' }, { encrypted: true }),
  ]);
  const executablePath = findBrowser();
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--ignore-certificate-errors',
      '--host-resolver-rules=MAP gpu-box.local 127.0.0.1, MAP models.example.org 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      `--ip-address-space-overrides=127.0.0.1:${new URL(plain.url).port}=local`,
    ],
  });
  context = await browser.newContext();
});
test.afterEach(async () => {
  await browser.close();
  await Promise.all([burrow.close(), plain.close(), encrypted.close()]);
});

const box = () => `gpu-box.local:${new URL(plain.url).port}`;
const elsewhere = () => `models.example.org:${new URL(encrypted.url).port}`;

async function openSettings(page: Page): Promise<void> {
  await page.goto(burrow.url);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Server address' })).toBeVisible();
}

async function enter(page: Page, address: string, key = ''): Promise<void> {
  await page.getByRole('textbox', { name: 'Server address' }).fill(address);
  await page.getByLabel('Key, if it asks for one').fill(key);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

const allow = (page: Page, host: string) =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Allow ${host}` })
    .click();

const link = (page: Page) => page.getByRole('status', { name: 'Model server' });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const bar = (page: Page) => page.getByRole('banner').getByRole('status', { name: 'What leaves this machine' });
const trial = (page: Page) => page.getByRole('status', { name: 'Trial' });
const row = (page: Page, host: string) =>
  page.getByRole('table', { name: 'Requests to other sites' }).getByRole('row').filter({ hasText: host });

async function tryModel(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Chat model' }).selectOption({ label: 'small:1b (model server)' });
  await page.getByRole('button', { name: 'Try it' }).click();
}

/** Scripts of the build whose policy names this host. */
async function scriptsThatReach(page: Page, host: string): Promise<readonly string[]> {
  const files = [...new Set(burrow.sent)].filter((file) => /\.worker-[\w-]+\.js$|index\.html$/u.test(file));
  const policies = await page.evaluate(
    (names) => Promise.all(names.map(async (name) => (await fetch(name)).headers.get('Content-Security-Policy') ?? '')),
    files,
  );
  return files.filter((_file, at) => policies[at]?.includes(host));
}

test('a server in the local network is asked for nothing before it is allowed by name; then it is used, counted and shown', async () => {
  const page = await context.newPage();
  await openSettings(page);
  await enter(page, `http://${box()}`);
  const dialog = page.getByRole('alertdialog', { name: `Send passages to ${box()}?` });
  await expect(dialog).toContainText(
    `Burrow will send passages of your documents and your questions to ${box()}, outside`,
  );
  await expect(dialog).toContainText('The connection is not encrypted');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar(page)).toHaveCount(0);
  expect(await scriptsThatReach(page, box())).toEqual([]);
  expect(plain.asked).toEqual([]);

  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await allow(page, box());
  await expect(link(page)).toContainText('Connected: 1 model');
  await expect(bar(page)).toHaveText(`Passages may go to ${box()}`);
  await tryModel(page);
  await expect(trial(page)).toContainText('Boats are kept dry.');
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(row(page, box())).toContainText('the model server you allowed');
  const outside = String(plain.asked.length);
  await expect(page.getByRole('status', { name: 'Outside requests' })).toHaveText(outside);
  await expect(row(page, box()).getByRole('cell', { name: outside, exact: true })).toBeVisible();
  expect(await scriptsThatReach(page, box())).toEqual([expect.stringContaining('server.worker-')]);
});

test('what was allowed holds after a reload, and is closed in every tab when it is withdrawn', async () => {
  const [page, other] = [await context.newPage(), await context.newPage()];
  await openSettings(page);
  await enter(page, `http://${box()}`);
  await allow(page, box());
  await expect(link(page)).toContainText('Connected');
  await page.reload();
  await expect(link(page)).toContainText('Connected');
  await openSettings(other);
  for (const tab of [page, other]) await expect(bar(tab)).toBeVisible();
  await page.getByRole('button', { name: `Withdraw the permission for ${box()}` }).click();
  for (const tab of [page, other]) await expect(bar(tab)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
  expect(await scriptsThatReach(page, box())).toEqual([]);
  const before = plain.asked.length;
  await openSettings(page);
  await enter(page, `http://${box()}`);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(plain.asked).toHaveLength(before);
});

test('sealed mode refuses a server beyond this machine in words, and unsealed it is reached again', async () => {
  const page = await context.newPage();
  await openSettings(page);
  await enter(page, `http://${box()}`);
  await allow(page, box());
  await expect(link(page)).toContainText('Connected');
  await tryModel(page);
  await expect(trial(page)).toContainText('dry.');
  await page.getByRole('switch', { name: 'Sealed mode' }).check();
  await expect(alert(page)).toContainText(`Sealed mode is on, so nothing is sent to ${box()}`);
  await expect(bar(page)).toHaveCount(0);
  const before = plain.asked.length;
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(alert(page).filter({ hasText: 'or sealed mode is on' })).toBeVisible();
  await enter(page, `https://${elsewhere()}`, 'a-key');
  await expect(alert(page).filter({ hasText: `nothing is sent to ${elsewhere()}` })).toBeVisible();
  await page.reload();
  await expect(alert(page)).toContainText('Sealed mode is on');
  expect([plain.asked.length, encrypted.asked.length]).toEqual([before, 0]);
  await page.getByRole('switch', { name: 'Sealed mode' }).uncheck();
  await expect(link(page)).toContainText('Connected');
  await expect(bar(page)).toBeVisible();
});

test('elsewhere a server is reached with encryption and its key; a key goes to no other, and a further server takes the place of the first', async () => {
  const page = await context.newPage();
  await openSettings(page);
  await enter(page, `https://${elsewhere()}/v1`, 'a-key');
  await expect(page.getByRole('alertdialog')).not.toContainText('The connection is not encrypted');
  await allow(page, elsewhere());
  await expect(link(page)).toContainText('Connected');
  expect([...new Set(encrypted.asked.map(({ headers }) => headers.authorization))]).toEqual(['Bearer a-key']);
  await page.getByRole('textbox', { name: 'Server address' }).fill(`http://${box()}`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await allow(page, box());
  await expect(link(page)).toContainText('Connected');
  await expect(bar(page)).toHaveText(`Passages may go to ${box()}`);
  expect(plain.asked.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  expect(await scriptsThatReach(page, elsewhere())).toEqual([]);
});

test('a name that leads out of the local network is not asked without encryption', async () => {
  const page = await context.newPage();
  const stranger = await serveModelServer();
  await openSettings(page);
  const host = `gpu-box.local:${new URL(stranger.url).port}`; // which the browser takes for no address of the local network
  await enter(page, `http://${host}`);
  await allow(page, host);
  await expect(alert(page)).toContainText('Nothing in your local network answers');
  expect(stranger.asked).toEqual([]);
  await expect(bar(page)).toHaveCount(0); // and stays allowed no longer than it was tried
  await stranger.close();
});

test('a server that sends on is not followed, neither to another host nor to this machine', async () => {
  const here = await serveModelServer();
  const page = await context.newPage();
  await openSettings(page);
  for (const to of [`https://${elsewhere()}`, here.url]) {
    plain.instead.set('/v1/models', { status: 307, location: `${to}/v1/models` });
    await enter(page, `http://${box()}`);
    await allow(page, box());
    await expect(alert(page)).toContainText('sends on to another address');
    await expect(bar(page)).toHaveCount(0); // what was refused is not allowed any more, so that it is asked for again
  }
  expect([...encrypted.asked, ...here.asked]).toEqual([]);
  await here.close();
});

test('erasing everything takes the permission along', async () => {
  const page = await context.newPage();
  await openSettings(page);
  await enter(page, `http://${box()}`);
  await allow(page, box());
  await expect(link(page)).toContainText('Connected');
  await page.getByRole('link', { name: 'Storage' }).click();
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Open the sample' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await openSettings(page);
  await expect(bar(page)).toHaveCount(0);
  expect(await scriptsThatReach(page, box())).toEqual([]);
});
