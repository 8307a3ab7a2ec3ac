import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { LANDING_SCRIPTS } from '../../scripts/lib/landing-budget';
import { watchRequests } from '../helpers/page-checks';
import { serveBurrow, serveForeign, type BurrowServer, type ForeignServer } from '../helpers/static-server';

/** A worker script that fetches what it is told, and says how it went. */
const PROBE = `onmessage = ({ data }) => fetch(data).then((r) => r.status, (e) => String(e)).then(postMessage);`;

let burrow: BurrowServer;
let foreign: ForeignServer;

test.beforeEach(async () => {
  burrow = await serveBurrow();
  burrow.extra.set('probe.js', PROBE);
  foreign = await serveForeign();
});
test.afterEach(async () => {
  await burrow.close();
  await foreign.close();
});

async function openControlled(page: Page): Promise<void> {
  await page.goto(burrow.url);
  await untilControlled(page);
}

async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

function askWorker(page: Page, url: string): Promise<unknown> {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const worker = new Worker('probe.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage(wanted);
      }),
    url,
  );
}

test('the page is controlled, and every response carries the policy, worker scripts included', async ({ page }) => {
  await openControlled(page);
  const script = burrow.sent.find((file) => file.endsWith('.js') && file !== 'service-worker.js');
  const policies = await page.evaluate(
    (files) => Promise.all(files.map(async (file) => (await fetch(file)).headers.get('Content-Security-Policy'))),
    ['./', 'index.html', 'probe.js', String(script), 'missing.js'],
  );
  for (const policy of policies) expect(policy).toContain("connect-src 'self'");
});

test('a worker cannot reach another origin', async ({ page }) => {
  await openControlled(page);
  expect(await askWorker(page, `${burrow.url}icon.svg`)).toBe(200);
  expect(await askWorker(page, foreign.url)).toContain('TypeError');
  expect(foreign.asked).toEqual([]);
});

test('the page cannot reach another origin, before control by its own policy', async ({ page }) => {
  await page.goto(burrow.url);
  const outcome = await page.evaluate((url) => fetch(url).then(() => 'went', String), foreign.url);
  expect(outcome).toContain('TypeError');
  expect(foreign.asked).toEqual([]);
});

test.describe('without any policy', () => {
  test.use({ bypassCSP: true });

  test('the service worker still refuses what would leave, and tells the page', async ({ page }) => {
    await openControlled(page);
    const heard = await page.evaluate(async (url) => {
      const message = new Promise<unknown>((resolve) =>
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data)),
      );
      await fetch(url, { method: 'POST', body: 'a document' }).catch(() => undefined);
      return message;
    }, `${foreign.url}collect`);
    expect(heard).toMatchObject({ kind: 'refused', url: `${foreign.url}collect` });
    expect(foreign.asked).toEqual([]);
  });

  test('nothing is sent to the site itself either', async ({ page }) => {
    await openControlled(page);
    const outcome = await page.evaluate(() => fetch('./', { method: 'POST', body: 'a document' }).catch(String));
    expect(outcome).toContain('TypeError');
  });
});

test('a forced reload, which goes round the service worker, ends under its control again', async ({
  page,
  context,
}) => {
  await openControlled(page);
  await page.addInitScript(() => Object.assign(globalThis, { guarded: navigator.serviceWorker.controller !== null }));
  const session = await context.newCDPSession(page);
  await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })]);
  expect(await page.evaluate(() => (globalThis as unknown as { guarded: boolean }).guarded)).toBe(false);
  await untilControlled(page);
  expect(await askWorker(page, foreign.url)).toContain('TypeError');
  expect(foreign.asked).toEqual([]);
});

test('after the first visit the page opens without a network', async ({ page }) => {
  await openControlled(page);
  await page.waitForLoadState('networkidle');
  const before = await page.locator('body').innerText();
  await burrow.close();
  await page.reload();
  await expect(page.locator('body')).toHaveText(before, { useInnerText: true });
});

test('a newer version waits until it is taken, and is then taken whole', async ({ page }) => {
  await openControlled(page);
  const build = () => page.evaluate(() => document.documentElement.dataset['build']);
  publish('newer');
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting);
  await page.reload();
  expect(await build()).toBeUndefined();
  await page.evaluate(async () => {
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage({ kind: 'take over' });
    await taken;
  });
  await page.reload();
  expect(await build()).toBe('newer');
});

/** Publishes a newer build of the same site on the server. */
function publish(build: string): void {
  const html = readFileSync('dist/index.html', 'utf8');
  const script = readFileSync('dist/service-worker.js', 'utf8');
  burrow.extra.set('index.html', html.replace('<html', `<html data-build="${build}"`));
  burrow.extra.set('service-worker.js', script.replace(/"id": "\w+"/u, `"id": "${build}"`));
}

test('the landing page keeps to its budget and asks nobody else', async ({ page, context }) => {
  const outside = watchRequests(page);
  await openControlled(page);
  await untilKept(context, page);
  const gzipped = burrow.sent.map((file) => ({
    file,
    size: gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length,
  }));
  const scripts = new Map(gzipped.filter(({ file }) => file.endsWith('.js')).map(({ file, size }) => [file, size]));
  const total = gzipped.reduce((sum, { size }) => sum + size, 0);
  const script = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  console.log(`landing: ${(script / 1000).toFixed(1)} kB of scripts, ${(total / 1000).toFixed(1)} kB in all, gzipped`);
  expect(script).toBeLessThanOrEqual(LANDING_SCRIPTS);
  expect(total).toBeLessThanOrEqual(250_000);
  expect(outside()).toEqual([]);
});

/** Until the page has loaded what it wants and the service worker has kept the shell. */
async function untilKept(context: BrowserContext, page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect.poll(() => context.serviceWorkers().length).toBe(1);
}
