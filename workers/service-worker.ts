/**
 * Burrow's guard. It adds the content policy to every response of this site, worker scripts included, refuses every request
 * that would leave the site, and keeps each build whole for use offline. It imports nothing, so that it can be read in one go.
 */
interface GuardScope {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly includeUncontrolled: boolean }): Promise<readonly Pick<MessagePort, 'postMessage'>[]>;
  };
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LastingEvent & { readonly data: unknown }) => void): void;
  addEventListener(type: 'fetch', listener: (event: GuardFetch) => void): void;
}
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface GuardFetch extends LastingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response> | Response): void;
}
/** Put in front of this file by the build: an id over all files, the files by use, and the policy. */
declare const BUILD: {
  readonly id: string;
  /** What the landing page needs. */
  readonly shell: readonly string[];
  /** The other scripts and styles, and what the sample needs: kept once the app is used. */
  readonly rest: readonly string[];
  /** Files whose names change with their content, large ones included. */
  readonly assets: readonly string[];
  readonly policy: string;
};

const guard = globalThis as unknown as GuardScope;
const root = guard.registration.scope;
const PREFIX = `burrow ${root} `;
const cacheName = PREFIX + BUILD.id;
const address = (file: string): string => new URL(file, root).href;
const page = address('index.html');
/** Named after its content, so a copy kept by any build is the right one. */
const isAsset = (url: string): boolean => url.startsWith(address('assets/'));

guard.addEventListener('install', (event) => event.waitUntil(keep(BUILD.shell)));

// An update waits until the person takes it or every page is closed: code is never swapped under a running page.
guard.addEventListener('activate', (event) => event.waitUntil(carryOver().then(() => guard.clients.claim())));

guard.addEventListener('message', (event) => {
  const { kind } = event.data as { readonly kind?: unknown };
  if (kind === 'claim') event.waitUntil(guard.clients.claim());
  if (kind === 'take over') event.waitUntil(guard.skipWaiting());
  if (kind === 'keep all') event.waitUntil(keep(BUILD.rest));
});

guard.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const mayGo = url.origin === location.origin && (request.method === 'GET' || request.method === 'HEAD');
  if (!mayGo) event.waitUntil(report(request.url));
  event.respondWith(mayGo ? answer(request, url).then(withPolicy) : Response.error());
});

/** From this build's cache, where every file of the site is kept when it is first used; a query changes nothing here. */
async function answer(request: Request, url: URL): Promise<Response> {
  const plain = url.origin + url.pathname;
  if (!plain.startsWith(root)) return fetch(request);
  const wanted = plain === root ? page : plain;
  const cache = await caches.open(cacheName);
  const known = (await cache.match(wanted)) ?? (isAsset(wanted) ? await caches.match(wanted) : undefined);
  if (known) return known;
  const fresh = await fetch(wanted);
  if (fresh.status === 200) await cache.put(wanted, fresh.clone());
  return fresh;
}

function withPolicy(response: Response): Response {
  if (response.type === 'error' || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Security-Policy', BUILD.policy);
  const { status, statusText } = response;
  return new Response([204, 205, 304].includes(status) ? null : response.body, { status, statusText, headers });
}

/** Puts files into this build's cache. Files of an older build whose names prove their content are taken from there. */
async function keep(files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(
    files.map(async (file) => {
      const url = address(file);
      if (await cache.match(url)) return;
      const known = isAsset(url) ? await caches.match(url) : undefined;
      const response = known ?? (await fetch(url, isAsset(url) ? {} : { cache: 'no-cache' }));
      if (!response.ok) throw new Error(`${file}: ${String(response.status)}`);
      if (url === page) await checkPage(response.clone());
      await cache.put(url, response);
    }),
  );
}

/** In the minutes of a deployment the page may be of another build than this file; it is then tried again later. */
async function checkPage(response: Response): Promise<void> {
  const text = await response.text();
  const entry = BUILD.shell.find((file) => file.endsWith('.js'));
  if (entry && !text.includes(entry)) throw new Error('index.html is of another build');
}

/** Takes over what is still in use from older builds and drops all but the last of those: an open page may still need it. */
async function carryOver(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName);
  const cache = await caches.open(cacheName);
  for (const url of BUILD.assets.map(address)) {
    const response = (await cache.match(url)) ? undefined : await caches.match(url);
    if (response) await cache.put(url, response);
  }
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

async function report(url: string): Promise<void> {
  const pages = await guard.clients.matchAll({ includeUncontrolled: true });
  for (const client of pages) client.postMessage({ kind: 'refused', url, time: Date.now() });
}
