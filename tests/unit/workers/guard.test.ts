import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Heard {
  readonly kind: string;
  readonly sealed: boolean;
  readonly servers: readonly string[];
  readonly hosts: readonly string[];
  readonly roles: readonly string[];
}

/** Not a module, since it is served as it is. */
const SCRIPT = '../../../workers/service-worker.ts';
const ORIGIN = 'https://burrow.example';
const SITE = `${ORIGIN}/burrow/`;
let kept: Map<string, Response>;
let full: boolean;
let pages: ((message: Heard, port: MessagePort) => void)[];
/** Pages of another project on the same origin. */
let foreign: typeof pages;
let hear: (event: {
  data: unknown;
  source: { readonly type: string } | null;
  ports: readonly MessagePort[];
  waitUntil: (work: Promise<unknown>) => void;
}) => void;
let bring: (event: {
  request: Request;
  clientId: string;
  respondWith: (answer: Promise<Response>) => void;
  waitUntil?: (work: Promise<unknown>) => void;
}) => void;

/** The guard's script, in a world that holds what it needs. */
beforeEach(async () => {
  [kept, full, pages, foreign] = [new Map(), false, [], []];
  const reach = { always: [], methods: [] };
  vi.stubGlobal('BUILD', {
    id: '1',
    top: ['index.html', 'sample/'],
    policy: "default-src 'none'; connect-src 'self'",
    reach: {
      download: { ...reach, scripts: ['download.js'], unsealed: ['https://models.example'] },
      server: { ...reach, methods: ['GET'], scripts: ['server.js'], always: ['http://localhost:*'], unsealed: [] },
      address: { ...reach, methods: ['GET', 'HEAD'], scripts: ['address.js'], unsealed: [] },
    },
  });
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('registration', { scope: SITE });
  vi.stubGlobal('clients', {
    get: async (id: string) => ({ url: `${SITE}${id}` }),
    matchAll: async () => [
      ...pages.map((page) => windowOf(`${SITE}#/-/ask`, page)),
      ...foreign.map((page) => windowOf(`${ORIGIN}/other/`, page)),
    ],
  });
  vi.stubGlobal('caches', {
    match: async () => undefined,
    open: async () => ({
      match: async (url: string) => kept.get(url)?.clone(),
      put: async (url: string, response: Response) => {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        kept.set(url, response);
      },
      delete: async (url: string) => kept.delete(url),
    }),
  });
  vi.stubGlobal('addEventListener', (kind: string, listener: typeof hear & typeof bring) => {
    if (kind === 'message') hear = listener;
    if (kind === 'fetch') bring = listener;
  });
  vi.resetModules();
  await import(SCRIPT);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function windowOf(url: string, hears: (typeof pages)[number]) {
  const { port1 } = new MessageChannel();
  return {
    url,
    postMessage: (message: Heard, [port]: readonly MessagePort[] = [port1]) => port && hears(message, port),
  };
}

/** Sends a message to the guard, and returns its answer. */
function replyTo(message: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    const port = { postMessage: resolve } as unknown as MessagePort;
    hear({ data: message, source: { type: 'window' }, ports: [port], waitUntil: () => undefined });
  });
}

it('says that the seal could not be written down, and is not sealed', async () => {
  full = true;
  expect(await replyTo({ kind: 'seal', sealed: true })).toMatchObject({ kind: 'failed', reason: expect.any(String) });
  expect(await replyTo({ kind: 'ask policy' })).toEqual({ kind: 'policy', sealed: false, servers: [], hosts: [] });
});

it('has every page end the workers for which the seal makes a difference, before it says that it is sealed', async () => {
  const sealed = { sealed: true, servers: [], hosts: [] };
  const heard: Heard[] = [];
  pages = [0, 1].map(() => (message, port) => {
    heard.push(message);
    setTimeout(() => port.postMessage('done'), 20);
  });
  expect(await replyTo({ kind: 'seal', sealed: true })).toEqual({ kind: 'policy', ...sealed, silent: 0 });
  const change = { kind: 'policy changed', ...sealed, roles: ['download'] };
  expect(heard).toEqual([change, change]);
});

/** Sends a message to the guard, and returns its answer when its patience with one page has come to an end. */
async function lateReplyTo(message: unknown): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = replyTo(message);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  vi.runAllTimers();
  vi.useRealTimers();
  return answer;
}

it('counts a page that does not answer where workers are to be ended, and none where there is nothing to end', async () => {
  pages = [() => undefined];
  expect(await lateReplyTo({ kind: 'seal', sealed: true })).toMatchObject({ sealed: true, silent: 1 });
  expect(await lateReplyTo({ kind: 'allow servers', servers: [BOX] })).toMatchObject({ servers: [BOX], silent: 0 });
  expect(await lateReplyTo({ kind: 'allow servers', servers: [] })).toMatchObject({ servers: [], silent: 1 });
});

it('neither waits for pages of another project on its origin nor tells them what is allowed or asked', async () => {
  const heard: unknown[] = [];
  foreign = [(message) => heard.push(message)];
  expect(await replyTo({ kind: 'seal', sealed: true })).toMatchObject({ silent: 0 });
  pages = [(message) => heard.push(message.kind)];
  const asked = { request: new Request('https://elsewhere.example/'), clientId: 'a', waitUntil: () => undefined };
  const refused = new Promise<Response>((resolve) => bring({ ...asked, respondWith: resolve }));
  expect((await refused).type).toBe('error');
  await vi.waitFor(() => expect(heard).toEqual(['refused']));
});

const BOX = 'http://gpu-box.local:11434';
const allow = (...servers: readonly unknown[]) => replyTo({ kind: 'allow servers', servers });

/** The rule for connections in what the guard answers to a request for a file. */
async function connectionsOf(file: string): Promise<string | undefined> {
  vi.stubGlobal('fetch', async () => new Response('as a static host sends it'));
  const { headers } = await new Promise<Response>((resolve) => {
    bring({ request: new Request(SITE + file), clientId: '', respondWith: resolve, waitUntil: () => undefined });
  });
  return headers.get('Content-Security-Policy')?.split('connect-src ')[1];
}

it('lets one worker connect to a server that was allowed, until it is withdrawn, and not while sealed', async () => {
  const own = "'self' http://localhost:*";
  expect(await connectionsOf('server.js')).toBe(own);
  expect(await allow(BOX)).toEqual({ kind: 'policy', sealed: false, servers: [BOX], hosts: [], silent: 0 });
  expect(await connectionsOf('server.js')).toBe(`${own} ${BOX}`);
  expect(await connectionsOf('download.js')).toBe("'self' https://models.example");
  for (const file of ['index.html', 'read.js']) expect(await connectionsOf(file)).toBe("'self'");
  await replyTo({ kind: 'seal', sealed: true });
  expect(await connectionsOf('server.js')).toBe(own);
  await replyTo({ kind: 'seal', sealed: false });
  expect(await connectionsOf('server.js')).toBe(`${own} ${BOX}`);
  await allow();
  expect(await connectionsOf('server.js')).toBe(own);
});

it.each([
  '*',
  'https://*',
  'https://*.example.org',
  'http://gpu-box.local:*',
  'https://a.example https://evil.example',
  "https://a.example; script-src 'unsafe-inline'",
  'https://a.example,https://evil.example',
  'https://a.example/path',
  'https://A.example',
  'https://a.example.',
  'https://me@a.example',
  'https://0x7f.1',
  'http://a.example:80',
  'ws://a.example',
  "'unsafe-inline'",
  'https:',
  { origin: 'https://a.example' },
  null,
])('does not take %s for a server, nor when it stands in what is kept', async (named) => {
  expect(await allow(BOX, named)).toMatchObject({ kind: 'failed' });
  expect(await replyTo({ kind: 'ask policy' })).toMatchObject({ servers: [] });
  kept.set(`${SITE}model-servers`, new Response(JSON.stringify([named, BOX])));
  expect(await connectionsOf('server.js')).toBe(`'self' http://localhost:* ${BOX}`);
});

it.each([{ type: 'worker' }, { type: 'sharedworker' }, null])('hears no one but a page: %o', async (source) => {
  for (const data of [
    { kind: 'allow servers', servers: [BOX] },
    { kind: 'seal', sealed: true },
  ])
    hear({ data, source, ports: [], waitUntil: () => undefined });
  expect(await replyTo({ kind: 'ask policy' })).toEqual({ kind: 'policy', sealed: false, servers: [], hosts: [] });
});

it('sends the first request of a worker once more, with the word of CORS without which WebKit follows no redirect', async () => {
  const request = new Request('http://localhost:11434/v1/models');
  const answerTo = (clientId: string): Promise<Response> =>
    new Promise((respondWith) => bring({ request, clientId, respondWith, waitUntil: () => undefined }));
  const { status, headers } = await answerTo('server.js');
  expect([status, headers.get('Location')]).toEqual([307, request.url]);
  expect(headers.get('Access-Control-Allow-Origin')).toBe(new URL(SITE).origin);
  expect((await answerTo('read.js')).type).toBe('error');
});

it('ends what may reach a server that one tab withdraws while another adds it', async () => {
  const heard: Heard[] = [];
  pages = [
    (message, port) => {
      heard.push(message);
      port.postMessage('done');
    },
  ];
  await Promise.all([allow(BOX), allow()]);
  expect(heard.map(({ roles }) => roles)).toEqual([[], ['server']]);
});

it('withdraws every server on a full disk', async () => {
  await allow(BOX);
  full = true;
  expect(await allow()).toMatchObject({ kind: 'policy', servers: [] });
});

it('has every page end the server worker when a server is withdrawn, or sealed off, and not when one is added', async () => {
  const heard: Heard[] = [];
  pages = [
    (message, port) => {
      heard.push(message);
      port.postMessage('done');
    },
  ];
  await allow(BOX);
  await allow(BOX, 'https://models.example.org');
  await allow('https://models.example.org');
  await replyTo({ kind: 'seal', sealed: true });
  expect(heard.map(({ roles }) => roles)).toEqual([[], [], ['server'], ['download', 'server']]);
});

it.each(['index.html', 'assets/embed.worker-1.js'])('isolates %s from other origins', async (file) => {
  vi.stubGlobal('fetch', async () => new Response('as a static host sends it'));
  const { headers } = await new Promise<Response>((resolve) => {
    bring({ request: new Request(SITE + file), clientId: '', respondWith: resolve, waitUntil: () => undefined });
  });
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('credentialless');
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
});

it('lets another worker read files of hosts that were allowed for that, with GET and HEAD, and keeps the two lists apart', async () => {
  const data = 'https://data.example';
  await allow(BOX);
  expect(await replyTo({ kind: 'allow hosts', hosts: [data] })).toEqual({
    ...{ kind: 'policy', sealed: false, silent: 0 },
    ...{ servers: [BOX], hosts: [data] },
  });
  expect(await connectionsOf('address.js')).toBe(`'self' ${data}`);
  expect(await connectionsOf('server.js')).toBe(`'self' http://localhost:* ${BOX}`);
  const answerTo = (method: string, url: string): Promise<Response> =>
    new Promise((respondWith) =>
      bring({ request: new Request(url, { method }), clientId: 'address.js', respondWith, waitUntil: () => undefined }),
    );
  expect((await answerTo('POST', `${data}/a`)).type).toBe('error');
  expect((await answerTo('GET', `${BOX}/a`)).type).toBe('error');
  await replyTo({ kind: 'seal', sealed: true });
  expect(await connectionsOf('address.js')).toBe("'self'");
  await replyTo({ kind: 'seal', sealed: false });
  await replyTo({ kind: 'allow hosts', hosts: [] });
  expect(await connectionsOf('address.js')).toBe("'self'");
  expect(await replyTo({ kind: 'ask policy' })).toMatchObject({ servers: [BOX], hosts: [] });
});

it('has workers ended that read files of a host when it is withdrawn', async () => {
  const heard: Heard[] = [];
  pages = [(message, port) => (heard.push(message), port.postMessage('done'))];
  await replyTo({ kind: 'allow hosts', hosts: ['https://data.example'] });
  await replyTo({ kind: 'allow hosts', hosts: [] });
  expect(heard.map(({ roles }) => roles)).toEqual([[], ['address']]);
});

it('leaves requests for parts of files to the browser, and keeps no file that is not of the build', async () => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (wanted: Request | string) => {
    fetched.push(typeof wanted === 'string' ? wanted : wanted.url);
    return new Response('bytes');
  });
  const answered = (url: string, headers: HeadersInit = {}): Promise<Response> | null => {
    let answer: Promise<Response> | null = null;
    const respondWith = (given: Promise<Response>): void => void (answer = given);
    bring({ request: new Request(SITE + url, { headers }), clientId: '', respondWith, waitUntil: () => undefined });
    return answer;
  };
  expect(answered('index/postings.bin', { Range: 'bytes=0-9' })).toBeNull();
  for (const url of ['index/postings.bin?a=1', 'sample/sample.burrow?a=1'])
    expect((await answered(url))?.status).toBe(200);
  expect(fetched).toEqual([`${SITE}index/postings.bin?a=1`, `${SITE}sample/sample.burrow`]);
  expect([...kept.keys()]).toEqual([`${SITE}sample/sample.burrow`]);
});
