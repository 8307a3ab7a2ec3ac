/**
 * Burrow's guard. It adds the content policy and isolation to every response of this site, worker scripts included, refuses every request
 * that would leave the site, and keeps each build whole for use offline. Two workers may reach listed hosts: the one that downloads
 * models, and the one that talks to a model server, which reaches this machine and the hosts that the person allowed by name. It imports
 * nothing, so that it can be read in one go.
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
  readonly url: string;
  postMessage(message: unknown, transfer?: readonly MessagePort[]): void;
}
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface GuardMessage extends LastingEvent {
  readonly data: unknown;
  readonly source: { readonly type?: string } | null;
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

// A page asks, at a person's click. What reads documents runs in workers, and a worker has no say here.
guard.addEventListener('message', (event) => {
  if (event.source?.type !== 'window') return;
  const { kind, sealed, servers } = event.data as Readonly<Record<'kind' | 'sealed' | 'servers', unknown>>;
  const [asker] = event.ports;
  if (kind === 'seal') event.waitUntil(tell(asker, inTurn(() => seal(sealed === true)).then(announce)));
  if (kind === 'allow servers') event.waitUntil(tell(asker, inTurn(() => allowServers(servers)).then(announce)));
  if (kind === 'ask policy') event.waitUntil(tell(asker, readPolicy()));
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
      if (mayGo(asker, request.method, url)) return backHere(request.url);
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
/** By client id. Forgotten when this worker is stopped or the policy changes, and then found out again. */
const askers = new Map<string, Asker>();
let changes = 0;

async function meet(clientId: string): Promise<Asker> {
  const before = changes;
  const client = clientId ? await guard.clients.get(clientId) : undefined;
  const role = client && roleOf(new URL(client.url));
  const asker = role ? { role, hosts: hostsOf(role, await readPolicy()) } : { hosts: [] };
  if (before === changes) askers.set(clientId, asker);
  return asker;
}

function roleOf({ origin, pathname }: URL): Role | undefined {
  const roles: readonly Role[] = ['download', 'server'];
  return roles.find((role) => BUILD.reach[role].scripts.some((script) => address(script) === origin + pathname));
}

function hostsOf(role: Role, { sealed, servers }: Policy): readonly string[] {
  const { always, unsealed } = BUILD.reach[role];
  return sealed ? always : [...always, ...unsealed, ...(role === 'server' ? servers : [])];
}

function mayGo({ role, hosts }: Asker, method: string, url: URL): boolean {
  return !!role && BUILD.reach[role].methods.includes(method) && hosts.some((host) => isListed(url, host));
}

function isListed(url: URL, host: string): boolean {
  const [, scheme, name = '', port = ''] = /^(https?:)\/\/([^:]+):?(.*)$/u.exec(host) ?? [];
  const isHost = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  return url.protocol === scheme && isHost && (port === '*' || url.port === port);
}

/** Sends a request here once more, now that its asker is known. WebKit holds a redirect for another origin to CORS, even one from here. */
function backHere(url: string): Response {
  return new Response(null, {
    status: 307,
    headers: { Location: url, 'Access-Control-Allow-Origin': location.origin },
  });
}

/** Not answered here, so that the browser sends it and holds every redirect to the worker's own policy. */
function letGo(event: GuardFetch, { role }: Asker): void {
  event.waitUntil(report('allowed', event.request.url, role));
}

function refuse(event: GuardFetch): void {
  event.waitUntil(report('refused', event.request.url));
  event.respondWith(Response.error());
}

/** What the person decided about what may leave this machine. */
interface Policy {
  /** Whether nothing may. */
  readonly sealed: boolean;
  /** Origins of model servers beyond this machine that were allowed by name. */
  readonly servers: readonly string[];
}

/** Holds over restarts of the browser and over versions. Not named like a build, so that no update removes it. */
const policyCache = `burrow-guard ${root}`;
const SERVERS = address('model-servers');

async function readPolicy(): Promise<Policy> {
  const cache = await caches.open(policyCache);
  const sealed = !!(await cache.match(root));
  const kept: unknown = await (await cache.match(SERVERS))?.json();
  return { sealed, servers: Array.isArray(kept) ? kept.filter(isOrigin) : [] };
}

/** One host, scheme and port. What a policy would take for a wildcard, a path or a further directive is none. */
function isOrigin(text: unknown): text is string {
  const isPlain = typeof text === 'string' && /^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?$/u.test(text);
  return isPlain && new URL(text).origin === text;
}

let changed: Promise<unknown> = Promise.resolve();
/** One change is written after the other: what it takes away is told from what held before it. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const turn = changed.then(change, change);
  changed = turn;
  return turn;
}

/** Durable when it resolves, with the roles whose workers are bound by the policy of before. */
async function seal(sealed: boolean): Promise<readonly Role[]> {
  const { servers } = await readPolicy();
  const cache = await caches.open(policyCache);
  if (sealed) await cache.put(root, new Response('sealed'));
  else await cache.delete(root);
  return (Object.keys(BUILD.reach) as Role[]).filter(
    (role) => hostsOf(role, { sealed: false, servers }).length > BUILD.reach[role].always.length,
  );
}

/** The same for the model servers; those that are not named lose their permission. */
async function allowServers(named: unknown): Promise<readonly Role[]> {
  if (!Array.isArray(named) || !named.every(isOrigin)) throw new Error('A server is named by its origin');
  const { servers } = await readPolicy();
  const cache = await caches.open(policyCache);
  if (named.length > 0) await cache.put(SERVERS, new Response(JSON.stringify(named)));
  else await cache.delete(SERVERS); // also where the disk is full
  return servers.some((server) => !named.includes(server)) ? ['server'] : [];
}

/** A changed policy, and how many pages did not say that they ended the workers that it binds. */
interface Changed extends Policy {
  readonly silent: number;
}

/** Milliseconds in which a page is to end its workers. */
const PATIENCE = 3000;

/**
 * A policy binds a worker when it starts, and what it is loading nobody here can cut: so every page ends its workers of these roles. With none
 * to end, a page that does not answer holds nothing that the change takes away.
 */
async function announce(roles: readonly Role[]): Promise<Changed> {
  changes++;
  askers.clear();
  const policy = await readPolicy();
  const message = { kind: 'policy changed', ...policy, roles };
  const heard = await Promise.all((await pages()).map((page) => isHeard(page, message)));
  return { ...policy, silent: roles.length > 0 ? heard.filter((done) => !done).length : 0 };
}

/** Those of this site: others of the same origin, as on a host that many share, neither answer nor are told what is allowed and asked. */
async function pages(): Promise<readonly Page[]> {
  const all = await guard.clients.matchAll({ includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(root));
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

/** Answers with the policy, or with why it could not be read or changed. */
async function tell(asker: MessagePort | undefined, policy: Promise<Policy>): Promise<void> {
  asker?.postMessage(
    await policy.then(
      (known) => ({ kind: 'policy', ...known }),
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
  const hosts = role ? hostsOf(role, await readPolicy()) : [];
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
  for (const client of await pages()) client.postMessage({ kind, url, time: Date.now(), ...(by && { by }) });
}
