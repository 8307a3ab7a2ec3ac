/**
 * Burrow's guard. It adds the content policy and isolation to every response of this site, worker scripts included, refuses every request
 * that would leave the site, and keeps each build whole for use offline. Two workers may reach listed hosts: the one that downloads
 * models, and the one that talks to a model server. It imports nothing, so that it can be read in one go.
 */
interface GuardScope {
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ readonly url: string } | undefined>;
    matchAll(options: { readonly includeUncontrolled: boolean }): Promise<readonly Page[]>;
  };
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'message', listener: (event: GuardMessage) => void): void;
  addEventListener(type: 'fetch', listener: (event: GuardFetch) => void): void;
}
interface Page {
  postMessage(message: unknown, transfer?: readonly MessagePort[]): void;
}
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface GuardMessage extends LastingEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}
interface GuardFetch extends LastingEvent {
  readonly request: Request;
  /** The page or worker that asks. */
  readonly clientId: string;
  respondWith(response: Promise<Response> | Response): void;
}
/** A worker that may reach listed hosts. */
interface Reach {
  readonly scripts: readonly string[];
  /** As in a policy: `https://host`, `https://*.host`, `http://host:port`, `http://host:*`. */
  readonly always: readonly string[];
  /** Not while sealed. */
  readonly unsealed: readonly string[];
  readonly methods: readonly string[];
}
type Role = 'download' | 'server';
/** Put in front of this file by the build: an id over all files, the files by use, the policy, and who may reach what. */
declare const BUILD: {
  readonly id: string;
  /** What the landing page needs. */
  readonly shell: readonly string[];
  /** The other scripts and styles, and what the sample needs: kept once the app is used. */
  readonly rest: readonly string[];
  /** Files whose names change with their content, large ones included. */
  readonly assets: readonly string[];
  readonly policy: string;
  readonly reach: Readonly<Record<Role, Reach>>;
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
  const { kind, sealed } = event.data as { readonly kind?: unknown; readonly sealed?: unknown };
  const [asker] = event.ports;
  if (kind === 'seal') event.waitUntil(tell(asker, seal(sealed === true)));
  if (kind === 'ask seal') event.waitUntil(tell(asker, asSealed()));
  if (kind === 'claim') event.waitUntil(guard.clients.claim());
  if (kind === 'take over') event.waitUntil(guard.skipWaiting());
  if (kind === 'keep all') event.waitUntil(keep(BUILD.rest));
});

guard.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const url = new URL(request.url);
  if (url.origin === location.origin) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return isRead
      ? event.respondWith(answer(request, url).then((response) => withPolicy(response, url)))
      : refuse(event);
  }
  const known = askers.get(clientId);
  if (known) return mayGo(known, request.method, url) ? letGo(event, known) : refuse(event);
  event.respondWith(
    meet(clientId).then((asker) => {
      if (mayGo(asker, request.method, url)) return Response.redirect(request.url, 307); // back here, now known
      event.waitUntil(report('refused', request.url));
      return Response.error();
    }),
  );
});

/** Who asks, and what they may reach as things stand. */
interface Asker {
  readonly role?: Role;
  readonly hosts: readonly string[];
}
/** By client id. Forgotten when this worker is stopped or the seal changes, and then found out again. */
const askers = new Map<string, Asker>();
let seals = 0;

async function meet(clientId: string): Promise<Asker> {
  const before = seals;
  const client = clientId ? await guard.clients.get(clientId) : undefined;
  const role = client && roleOf(new URL(client.url));
  const asker = role ? { role, hosts: hostsOf(role, await isSealed()) } : { hosts: [] };
  if (before === seals) askers.set(clientId, asker);
  return asker;
}

function roleOf({ origin, pathname }: URL): Role | undefined {
  const roles: readonly Role[] = ['download', 'server'];
  return roles.find((role) => BUILD.reach[role].scripts.some((script) => address(script) === origin + pathname));
}

function hostsOf(role: Role, sealed: boolean): readonly string[] {
  const { always, unsealed } = BUILD.reach[role];
  return sealed ? always : [...always, ...unsealed];
}

function mayGo({ role, hosts }: Asker, method: string, url: URL): boolean {
  return !!role && BUILD.reach[role].methods.includes(method) && hosts.some((host) => isListed(url, host));
}

function isListed(url: URL, host: string): boolean {
  const [, scheme, name = '', port = ''] = /^(https?:)\/\/([^:]+):?(.*)$/u.exec(host) ?? [];
  const isHost = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  return url.protocol === scheme && isHost && (port === '*' || url.port === port);
}

/** Not answered here, so that the browser sends it and holds every redirect to the worker's own policy. */
function letGo(event: GuardFetch, { role }: Asker): void {
  event.waitUntil(report('allowed', event.request.url, role));
}

function refuse(event: GuardFetch): void {
  event.waitUntil(report('refused', event.request.url));
  event.respondWith(Response.error());
}

/** Holds over restarts of the browser and over versions. Not named like a build, so that no update removes it. */
const sealCache = `burrow-guard ${root}`;

async function isSealed(): Promise<boolean> {
  return !!(await (await caches.open(sealCache)).match(root));
}

const asSealed = async () => ({ sealed: await isSealed() });

/** Durable and told to every page when it resolves. */
async function seal(sealed: boolean): Promise<{ readonly sealed: boolean; readonly silent: number }> {
  const cache = await caches.open(sealCache);
  if (sealed) await cache.put(root, new Response('sealed'));
  else await cache.delete(root);
  seals++;
  askers.clear();
  return { sealed, silent: await announceSeal(sealed) };
}

/** Milliseconds in which a page is to end its workers. */
const PATIENCE = 3000;

/**
 * A policy binds a worker when it starts, and what it is loading nobody here can cut: so every page ends those of its workers for which
 * the seal makes a difference. Resolves with how many pages did not say that they had.
 */
async function announceSeal(sealed: boolean): Promise<number> {
  const roles = (Object.keys(BUILD.reach) as Role[]).filter((role) => BUILD.reach[role].unsealed.length > 0);
  const pages = await guard.clients.matchAll({ includeUncontrolled: true });
  const heard = await Promise.all(pages.map((page) => isHeard(page, { kind: 'seal changed', sealed, roles })));
  return heard.filter((done) => !done).length;
}

function isHeard(page: Page, message: unknown): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    const late = setTimeout(resolve, PATIENCE, false);
    port1.onmessage = () => {
      clearTimeout(late);
      resolve(true);
    };
    page.postMessage(message, [port2]);
  }).finally(() => port1.close());
}

/** Answers with the state of the seal, or with why it could not be read or changed. */
async function tell(asker: MessagePort | undefined, state: Promise<{ readonly sealed: boolean }>): Promise<void> {
  asker?.postMessage(
    await state.then(
      (known) => ({ kind: 'sealed', ...known }),
      (error: unknown) => ({ kind: 'failed', reason: String(error) }),
    ),
  );
}

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

/**
 * Parts the page from other origins, for which browsers give it memory that threads share. A first visit does without, and so does a browser
 * that knows no `credentialless`; `require-corp` would keep the server worker from telling a server that lets nobody read from none at all.
 */
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'credentialless' };

async function withPolicy(response: Response, url: URL): Promise<Response> {
  if (response.type === 'error' || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  const role = roleOf(url);
  const own = "connect-src 'self'";
  const hosts = role ? hostsOf(role, await isSealed()) : [];
  headers.set('Content-Security-Policy', BUILD.policy.replace(own, [own, ...hosts].join(' ')));
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
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

async function report(kind: 'allowed' | 'refused', url: string, by?: Role): Promise<void> {
  const pages = await guard.clients.matchAll({ includeUncontrolled: true });
  for (const client of pages) client.postMessage({ kind, url, time: Date.now(), ...(by && { by }) });
}
