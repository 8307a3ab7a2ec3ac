import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Heard {
  readonly kind: string;
  readonly sealed: boolean;
  readonly roles: readonly string[];
}

/** Not a module, since it is served as it is. */
const SCRIPT = '../../../workers/service-worker.ts';
const SITE = 'https://burrow.example/';
let kept: Set<string>;
let full: boolean;
let pages: ((message: Heard, port: MessagePort) => void)[];
let hear: (event: {
  data: unknown;
  ports: readonly MessagePort[];
  waitUntil: (work: Promise<unknown>) => void;
}) => void;
let bring: (event: { request: Request; clientId: string; respondWith: (answer: Promise<Response>) => void }) => void;

/** The guard's script, in a world that holds what it needs. */
beforeEach(async () => {
  [kept, full, pages] = [new Set(), false, []];
  const reach = { scripts: [], always: [], methods: [] };
  vi.stubGlobal('BUILD', {
    id: '1',
    policy: "default-src 'none'; connect-src 'self'",
    reach: { download: { ...reach, unsealed: ['https://models.example'] }, server: { ...reach, unsealed: [] } },
  });
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('registration', { scope: SITE });
  vi.stubGlobal('clients', {
    matchAll: async () =>
      pages.map((page) => ({
        postMessage: (message: Heard, [port]: readonly MessagePort[]) => port && page(message, port),
      })),
  });
  vi.stubGlobal('caches', {
    match: async () => undefined,
    open: async () => ({
      match: async (url: string) => (kept.has(url) ? new Response('sealed') : undefined),
      put: async (url: string) => {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        kept.add(url);
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

/** What the guard answers to a message. */
function told(message: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    const port = { postMessage: resolve } as unknown as MessagePort;
    hear({ data: message, ports: [port], waitUntil: () => undefined });
  });
}

it('says that the seal could not be written down, and is not sealed', async () => {
  full = true;
  expect(await told({ kind: 'seal', sealed: true })).toMatchObject({ kind: 'failed', reason: expect.any(String) });
  expect(await told({ kind: 'ask seal' })).toEqual({ kind: 'sealed', sealed: false });
});

it('has every page end the workers for which the seal makes a difference, before it says that it is sealed', async () => {
  const heard: Heard[] = [];
  pages = [0, 1].map(() => (message, port) => {
    heard.push(message);
    setTimeout(() => port.postMessage('done'), 20);
  });
  expect(await told({ kind: 'seal', sealed: true })).toEqual({ kind: 'sealed', sealed: true, silent: 0 });
  const change = { kind: 'seal changed', sealed: true, roles: ['download'] };
  expect(heard).toEqual([change, change]);
});

it('counts a page that does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pages = [() => undefined];
  const answer = told({ kind: 'seal', sealed: true });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  vi.runAllTimers();
  expect(await answer).toEqual({ kind: 'sealed', sealed: true, silent: 1 });
});

it.each(['index.html', 'assets/embed.worker-1.js'])('isolates %s from other origins', async (file) => {
  vi.stubGlobal('fetch', async () => new Response('as a static host sends it'));
  const { headers } = await new Promise<Response>((resolve) => {
    bring({ request: new Request(SITE + file), clientId: '', respondWith: resolve });
  });
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('credentialless');
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
});
