import { chromium, expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { findBrowser } from '../../scripts/find-browser';
import { serveModels, type ModelHost } from '../helpers/model-host';
import { serveBurrow, serveForeign, type BurrowServer, type ForeignServer } from '../helpers/static-server';

/** A worker script that fetches what it is told, and says how it went. */
const PROBE = `onmessage = ({ data: [url, init] }) =>
  fetch(url, init).then((r) => r.status + ' ' + r.url, (e) => e.name).then(postMessage);`;
const WEIGHTS = 'https://huggingface.co/maker/model/resolve/main/weights.bin';
const ALLOWED = 'https://models.example.org';
const LIST = `${ALLOWED}/v1/models`;
const LIBRARY = 'https://raw.githubusercontent.com/maker/libs/main/model.wasm';

let burrow: BurrowServer;
let host: ModelHost;
let local: ForeignServer;
let browser: Browser;

test.beforeEach(async () => {
  [burrow, host, local] = await Promise.all([
    serveBurrow(),
    serveModels(['elsewhere.example', 'models.example.org']),
    serveForeign(),
  ]);
  host.files.set(WEIGHTS, Buffer.from('weights'));
  host.files.set(LIST, Buffer.from('{"data":[]}'));
  host.files.set(LIBRARY, Buffer.from('library'));
  for (const name of ['download', 'server', 'address', 'other']) burrow.extra.set(`${name}-probe.js`, PROBE);
  burrow.extra.set('service-worker.js', withProbes(readFileSync('dist/service-worker.js', 'utf8')));
  const executablePath = findBrowser();
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', ...host.args],
  });
});
test.afterEach(async () => {
  await browser.close();
  await Promise.all([burrow.close(), host.close(), local.close()]);
});

/** The same service worker, for which probes stand in for the workers that may reach other hosts. */
function withProbes(script: string): string {
  const lists = /("(\w+)": \{\s*"scripts": )\[[^\]]*\]/gu;
  return script.replace(lists, (_all, before: string, role: string) => `${before}["${role}-probe.js"]`);
}

async function open(context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await browser.newContext())).newPage();
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    navigator.serviceWorker.addEventListener('message', ({ data }) => heard.push(data));
  });
  await page.goto(burrow.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

/** Sends a message to a fresh worker with that script, and returns its answer. */
function ask(page: Page, name: string, url: string, init: RequestInit = {}): Promise<unknown> {
  return page.evaluate(
    ([script, ...message]) =>
      new Promise((resolve) => {
        const worker = new Worker(script, { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage(message);
      }),
    [`${name}-probe.js`, url, init] as const,
  );
}

/** Starts a worker with that script, for the same question again and again. */
async function keepWorker(page: Page, name: string, url: string): Promise<() => Promise<unknown>> {
  const kept = await page.evaluateHandle((script) => new Worker(script, { type: 'module' }), `${name}-probe.js`);
  return () =>
    kept.evaluate(
      (worker, wanted) =>
        new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.postMessage([wanted]);
        }),
      url,
    );
}

function heard(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => (globalThis as unknown as { heard: readonly unknown[] }).heard);
}

function tellGuard(page: Page, message: unknown): Promise<unknown> {
  return page.evaluate((content) => {
    const { port1, port2 } = new MessageChannel();
    navigator.serviceWorker.controller?.postMessage(content, [port2]);
    return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  }, message);
}

const addresses = () => host.asked.map(({ method, url }) => `${method} ${url}`);

test('of all worker scripts of the build, one is let through to the model hosts and one to this machine', async () => {
  const built = /^const BUILD = (\{.*?\n\});$/msu.exec(readFileSync('dist/service-worker.js', 'utf8'))?.[1] ?? '';
  const { reach } = JSON.parse(built) as { reach: Record<'download' | 'server', { scripts: readonly string[] }> };
  expect(reach.download.scripts).toEqual([expect.stringMatching(/^assets\/download\.worker-[\w-]+\.js$/u)]);
  expect(reach.server.scripts).toEqual([expect.stringMatching(/^assets\/server\.worker-[\w-]+\.js$/u)]);
});

test('every worker script of the build but those two is served a policy that ends at this site', async () => {
  burrow.extra.delete('service-worker.js');
  const page = await open();
  const scripts = readdirSync('dist/assets').filter((file) => /\.worker-[\w-]+\.js$/u.test(file));
  const reaching: string[] = [];
  for (const script of scripts) {
    const policy = await page.evaluate(
      async (file) => (await fetch(file)).headers.get('Content-Security-Policy'),
      `assets/${script}`,
    );
    expect(policy, script).toContain("connect-src 'self'");
    if (!policy?.includes("connect-src 'self';")) reaching.push(script.replace(/\.worker-.*$/u, ''));
  }
  expect(scripts.length).toBeGreaterThan(reaching.length);
  expect(reaching).toEqual(['download', 'server']);
});

test('the download worker reaches the model hosts, and the page is told', async () => {
  const page = await open();
  expect(await ask(page, 'download', WEIGHTS)).toBe(`200 ${WEIGHTS}`);
  expect(await ask(page, 'download', LIBRARY)).toBe(`200 ${LIBRARY}`);
  expect(addresses()).toEqual([`GET ${WEIGHTS}`, `GET ${LIBRARY}`]);
  expect(await heard(page)).toEqual([
    { kind: 'allowed', url: WEIGHTS, by: 'download', time: expect.any(Number) },
    { kind: 'allowed', url: LIBRARY, by: 'download', time: expect.any(Number) },
  ]);
});

test('the download worker sends nothing, and reaches nobody else, not even by a redirect', async () => {
  const page = await open();
  expect(await ask(page, 'download', WEIGHTS, { method: 'POST', body: 'a document' })).toBe('TypeError');
  expect(await ask(page, 'download', 'https://elsewhere.example/collect')).toBe('TypeError');
  expect(await ask(page, 'download', local.url)).toBe('TypeError');
  host.troubles.set(WEIGHTS, { redirect: 'elsewhere.example' });
  expect(await ask(page, 'download', WEIGHTS)).toBe('TypeError');
  expect(addresses()).toEqual([`GET ${WEIGHTS}`]);
  expect(local.asked).toEqual([]);
});

test('a redirect from one model host to another is followed', async () => {
  const page = await open();
  host.troubles.set(WEIGHTS, { redirect: 'cdn.eu.hf.co', times: 1 });
  const { pathname } = new URL(WEIGHTS);
  expect(await ask(page, 'download', WEIGHTS)).toBe(`200 https://cdn.eu.hf.co${pathname}`);
});

test('the server worker reaches this machine, with what it has to say, and not the model hosts', async () => {
  const page = await open();
  expect(await ask(page, 'server', `${local.url}v1/models`)).toBe(`200 ${local.url}v1/models`);
  expect(await ask(page, 'server', `${local.url}v1/chat`, { method: 'POST', body: 'hello' })).toContain('200');
  expect(await ask(page, 'server', WEIGHTS)).toBe('TypeError');
  expect(local.asked).toEqual(['/v1/models', '/v1/chat']);
  expect(addresses()).toEqual([]);
  expect(await heard(page)).toMatchObject([
    { kind: 'allowed', by: 'server', url: `${local.url}v1/models` },
    { kind: 'allowed', by: 'server', url: `${local.url}v1/chat` },
  ]);
});

for (const bypassCSP of [false, true]) {
  test(`no other worker reaches a model host or this machine${bypassCSP ? ', even without a policy' : ''}`, async () => {
    const page = await open(await browser.newContext({ bypassCSP }));
    for (const url of [WEIGHTS, LIBRARY, `${local.url}v1/models`])
      expect(await ask(page, 'other', url)).toBe('TypeError');
    expect(await page.evaluate((url) => fetch(url).then(String, (e: Error) => e.name), WEIGHTS)).toBe('TypeError');
    expect([...addresses(), ...local.asked]).toEqual([]);
  });
}

test('sealed, the download worker reaches nobody, whether started before or after; unsealed again it does', async () => {
  const page = await open();
  const askEarly = await keepWorker(page, 'download', WEIGHTS);
  expect(await askEarly()).toContain('200');
  expect(await tellGuard(page, { kind: 'seal', sealed: true })).toEqual({
    kind: 'policy',
    sealed: true,
    servers: [],
    hosts: [],
    silent: 0,
  });
  expect(await askEarly()).toBe('TypeError');
  expect(await ask(page, 'download', WEIGHTS)).toBe('TypeError');
  expect(await ask(page, 'server', local.url)).toContain('200');
  expect(host.asked).toHaveLength(1);
  await tellGuard(page, { kind: 'seal', sealed: false });
  expect(await ask(page, 'download', WEIGHTS)).toContain('200');
});

for (const bypassCSP of [false, true]) {
  test(`of a server that was allowed only the server worker gets anything, and nothing of any other${bypassCSP ? ', even without a policy' : ''}`, async () => {
    const page = await open(await browser.newContext({ bypassCSP }));
    expect(await ask(page, 'server', LIST)).toBe('TypeError');
    expect(await tellGuard(page, { kind: 'allow servers', servers: [ALLOWED] })).toMatchObject({ servers: [ALLOWED] });
    for (const name of ['download', 'other']) expect(await ask(page, name, LIST)).toBe('TypeError');
    expect(await page.evaluate((url) => fetch(url).then(String, (e: Error) => e.name), LIST)).toBe('TypeError');
    for (const url of [
      'https://elsewhere.example/',
      'https://x.models.example.org/',
      `${ALLOWED}:8443/`,
      'http://models.example.org/',
      WEIGHTS,
    ])
      expect(await ask(page, 'server', url), url).toBe('TypeError');
    expect(addresses()).toEqual([]);
    expect(await ask(page, 'server', LIST)).toBe(`200 ${LIST}`);
    expect((await heard(page)).filter((report) => (report as { kind: string }).kind === 'allowed')).toMatchObject([
      { by: 'server', url: LIST },
    ]);
  });
}

test('the policy itself, not only the service worker, keeps the server worker from a server that was not allowed', async () => {
  burrow.extra.set(
    'server-probe.js',
    `const stopped = [];
     addEventListener('securitypolicyviolation', (e) => stopped.push(e.effectiveDirective + ' ' + e.blockedURI));
     onmessage = ({ data: [url] }) =>
       fetch(url).then((r) => String(r.status), () => new Promise((go) => setTimeout(() => go(stopped.join()), 100))).then(postMessage);`,
  );
  const page = await open();
  await tellGuard(page, { kind: 'allow servers', servers: [ALLOWED] });
  expect(await ask(page, 'server', LIST)).toBe('200');
  expect(await ask(page, 'server', 'https://elsewhere.example/')).toBe('connect-src https://elsewhere.example/');
  host.troubles.set(LIST, { redirect: 'elsewhere.example' });
  expect(await ask(page, 'server', LIST)).toContain('connect-src ');
  expect(addresses().filter((address) => address.includes('elsewhere'))).toEqual([]);
});

test('a withdrawn or sealed-off server is out of reach at once, also for a worker that reached it before', async () => {
  const page = await open();
  await tellGuard(page, { kind: 'allow servers', servers: [ALLOWED] });
  const askEarly = await keepWorker(page, 'server', LIST);
  expect(await askEarly()).toContain('200');
  await tellGuard(page, { kind: 'seal', sealed: true });
  expect(await askEarly()).toBe('TypeError');
  expect(await ask(page, 'server', LIST)).toBe('TypeError');
  await tellGuard(page, { kind: 'seal', sealed: false });
  expect(await askEarly()).toContain('200');
  await tellGuard(page, { kind: 'allow servers', servers: [] });
  expect(await askEarly()).toBe('TypeError');
  expect(await ask(page, 'server', LIST)).toBe('TypeError');
  expect(addresses()).toHaveLength(2);
});

test('a worker cannot allow a server, nor unseal, and nobody can allow all', async () => {
  burrow.extra.set(
    'other-probe.js',
    `onmessage = async ({ data: [message] }) => {
       const registration = await navigator.serviceWorker?.ready;
       registration?.active?.postMessage(message);
       setTimeout(postMessage, 200, registration ? 'told' : 'no way to tell');
     };`,
  );
  const page = await open();
  const message = { kind: 'allow servers', servers: [ALLOWED] };
  expect(['told', 'no way to tell']).toContain(await ask(page, 'other', message as unknown as string));
  expect(await tellGuard(page, { kind: 'ask policy' })).toMatchObject({ servers: [] });
  expect(await tellGuard(page, { kind: 'allow servers', servers: ['https:'] })).toMatchObject({ kind: 'failed' });
  expect(await tellGuard(page, { kind: 'allow servers', servers: ['https://*'] })).toMatchObject({ kind: 'failed' });
  expect(await ask(page, 'server', LIST)).toBe('TypeError');
});

test('the seal holds when the service worker was stopped', async () => {
  const context = await browser.newContext();
  const page = await open(context);
  await tellGuard(page, { kind: 'seal', sealed: true });
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  expect(await tellGuard(page, { kind: 'ask policy' })).toEqual({
    kind: 'policy',
    sealed: true,
    servers: [],
    hosts: [],
  });
  expect(await ask(page, 'download', WEIGHTS)).toBe('TypeError');
  expect(host.asked).toEqual([]);
});

test('a stopped service worker lets the download worker go on', async () => {
  const context = await browser.newContext();
  const page = await open(context);
  expect(await ask(page, 'download', WEIGHTS)).toContain('200');
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  expect(await ask(page, 'download', WEIGHTS)).toContain('200');
});
