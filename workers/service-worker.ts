/**
 * Burrow's guard. It adds the content policy and isolation to every response of this site, worker scripts included. It refuses every request
 * that would leave the site, and it keeps each build whole for use offline.
 *
 * Three workers may reach listed hosts. One downloads models. One talks to a model server on this machine or on a host that the person
 * allowed by name. One reads files of published indexes, on this site or on hosts that the person allowed. This file imports nothing, so that it can be read in one go.
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
type Role = 'download' | 'server' | 'address';
/** Put in front of this file by the build. */
declare const BUILD: {
  /** A hash of all files. */
  readonly id: string;
  /** Files of the landing page. */
  readonly shell: readonly string[];
  /** Files whose names change with their content. They are kept once the app is used. */
  readonly assets: readonly string[];
  /** Other files that are kept then: what the sample needs. */
  readonly sample: readonly string[];
  /** Assets that are kept at their first use alone: large ones, and libraries that run models. */
  readonly apart: readonly string[];
  /** Folders, with a slash, and the files beside them. */
  readonly top: readonly string[];
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
const isOfBuild = (url: string): boolean =>
  BUILD.top.map(address).some((one) => (one.endsWith('/') ? url.startsWith(one) : url === one));

/** The other scripts and styles, and what the sample needs. */
function rest(): readonly string[] {
  const others = new Set([...BUILD.shell, ...BUILD.apart]);
  return [...BUILD.assets.filter((name) => !others.has(name)), ...BUILD.sample];
}

guard.addEventListener('install', (event) => event.waitUntil(keep(BUILD.shell)));

// An update waits until the person takes it or every page is closed: code is never swapped under a running page.
guard.addEventListener('activate', (event) => event.waitUntil(carryOver().then(() => guard.clients.claim())));

// Only pages may ask, when a person clicks. Documents are read in workers, whose messages are ignored.
guard.addEventListener('message', (event) => {
  if (event.source?.type !== 'window') return;
  const { kind, sealed, ...named } = event.data as Readonly<Record<'kind' | 'sealed' | ListName, unknown>>;
  const [asker] = event.ports;
  if (kind === 'seal') event.waitUntil(reply(asker, inTurn(() => seal(sealed === true)).then(announce)));
  const list = LISTS.find(({ name }) => kind === `allow ${name}`);
  if (list) event.waitUntil(reply(asker, inTurn(() => allowOrigins(list, named[list.name])).then(announce)));
  if (kind === 'ask policy') event.waitUntil(reply(asker, readPolicy()));
  if (kind === 'claim') event.waitUntil(guard.clients.claim());
  if (kind === 'take over') event.waitUntil(guard.skipWaiting());
  if (kind === 'keep all') event.waitUntil(keep(rest()));
});

guard.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const url = new URL(request.url);
  if (url.origin === location.origin) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && request.headers.has('Range')) return; // a part of a file is nothing to keep
    return isRead
      ? event.respondWith(answer(request, url).then((response) => withPolicy(response, url)))
      : refuse(event);
  }
  const known = askers.get(clientId);
  if (known) return mayReach(known, request.method, url) ? allow(event, known) : refuse(event);
  event.respondWith(
    findAsker(clientId).then((asker) => {
      if (mayReach(asker, request.method, url)) return redirectHere(request.url);
      event.waitUntil(report('refused', request.url));
      return Response.error();
    }),
  );
});

/** The page or worker that sends a request, and the hosts that it may reach now. */
interface Asker {
  readonly role?: Role;
  readonly hosts: readonly string[];
}
/** By client id. Lost when this worker stops or the policy changes, and then looked up again. */
const askers = new Map<string, Asker>();
let changes = 0;

async function findAsker(clientId: string): Promise<Asker> {
  const before = changes;
  const client = clientId ? await guard.clients.get(clientId) : undefined;
  const role = client && roleOf(new URL(client.url));
  const asker = role ? { role, hosts: hostsOf(role, await readPolicy()) } : { hosts: [] };
  if (before === changes) askers.set(clientId, asker);
  return asker;
}

const ROLES = Object.keys(BUILD.reach) as readonly Role[];

function roleOf({ origin, pathname }: URL): Role | undefined {
  return ROLES.find((role) => BUILD.reach[role].scripts.some((script) => address(script) === origin + pathname));
}

function hostsOf(role: Role, policy: Policy): readonly string[] {
  const { always, unsealed } = BUILD.reach[role];
  const list = LISTS.find((one) => one.role === role);
  return policy.sealed ? always : [...always, ...unsealed, ...(list ? policy[list.name] : [])];
}

function mayReach({ role, hosts }: Asker, method: string, url: URL): boolean {
  return !!role && BUILD.reach[role].methods.includes(method) && hosts.some((host) => isListed(url, host));
}

function isListed(url: URL, host: string): boolean {
  const [, scheme, name = '', port = ''] = /^(https?:)\/\/([^:]+):?(.*)$/u.exec(host) ?? [];
  const isHost = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  return url.protocol === scheme && isHost && (port === '*' || url.port === port);
}

/** Sends a request here once more, now that its asker is known. WebKit applies CORS even to a redirect from here to another origin. */
function redirectHere(url: string): Response {
  return new Response(null, {
    status: 307,
    headers: { Location: url, 'Access-Control-Allow-Origin': location.origin },
  });
}

/** Leaves the request to the browser, which applies the worker's own policy to every redirect. */
function allow(event: GuardFetch, { role }: Asker): void {
  event.waitUntil(report('allowed', event.request.url, role));
}

function refuse(event: GuardFetch): void {
  event.waitUntil(report('refused', event.request.url));
  event.respondWith(Response.error());
}

/** Origins that the person allowed by name, for one worker each. */
interface List {
  readonly name: ListName;
  readonly role: Role;
  /** Key in the cache. */
  readonly key: string;
}
type ListName = 'servers' | 'hosts';
const LISTS: readonly List[] = [
  { name: 'servers', role: 'server', key: address('model-servers') },
  { name: 'hosts', role: 'address', key: address('file-hosts') },
];

/** Hosts that the person allows Burrow to reach. */
interface Policy extends Readonly<Record<ListName, readonly string[]>> {
  /** True if nothing may leave. */
  readonly sealed: boolean;
}

/** Kept when the browser restarts or Burrow is updated: it is not named like a build, so that no update removes it. */
const policyCache = `burrow-guard ${root}`;

async function readPolicy(): Promise<Policy> {
  const cache = await caches.open(policyCache);
  const read = async ({ name, key }: List): Promise<readonly [ListName, readonly string[]]> => {
    const kept: unknown = await (await cache.match(key))?.json();
    return [name, Array.isArray(kept) ? kept.filter(isOrigin) : []];
  };
  const lists = Object.fromEntries(await Promise.all(LISTS.map(read))) as Record<ListName, readonly string[]>;
  return { sealed: !!(await cache.match(root)), ...lists };
}

/** One scheme, host and port. Text that a policy would read as a wildcard, a path or another directive is refused. */
function isOrigin(text: unknown): text is string {
  const isPlain = typeof text === 'string' && /^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?$/u.test(text);
  return isPlain && new URL(text).origin === text;
}

let changed: Promise<unknown> = Promise.resolve();
/** Runs one change after the other, since each compares the policy with the one before it. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const turn = changed.then(change, change);
  changed = turn;
  return turn;
}

/** Seals or unseals. Durable when it resolves, with the roles whose workers still run under the old policy. */
async function seal(sealed: boolean): Promise<readonly Role[]> {
  const policy = await readPolicy();
  const cache = await caches.open(policyCache);
  if (sealed) await cache.put(root, new Response('sealed'));
  else await cache.delete(root);
  return ROLES.filter((role) => hostsOf(role, { ...policy, sealed: false }).length > BUILD.reach[role].always.length);
}

/** Sets a list of origins; those that are not named lose their permission. */
async function allowOrigins({ name, role, key }: List, named: unknown): Promise<readonly Role[]> {
  if (!Array.isArray(named) || !named.every(isOrigin)) throw new Error('A server is named by its origin');
  const before = (await readPolicy())[name];
  const cache = await caches.open(policyCache);
  if (named.length > 0) await cache.put(key, new Response(JSON.stringify(named)));
  else await cache.delete(key); // also where the disk is full
  return before.some((origin) => !named.includes(origin)) ? [role] : [];
}

/** A changed policy, and how many pages did not confirm that they ended their workers. */
interface Changed extends Policy {
  readonly silent: number;
}

/** Milliseconds that a page has to end its workers. */
const CONFIRM_WITHIN = 3000;

/**
 * Asks every page to end its workers of these roles: a policy applies to a worker when it starts, and its downloads
 * cannot be cut from here. Without such roles, a page that does not answer has nothing to end.
 */
async function announce(roles: readonly Role[]): Promise<Changed> {
  changes++;
  askers.clear();
  const policy = await readPolicy();
  const message = { kind: 'policy changed', ...policy, roles };
  const confirmed = await Promise.all((await pages()).map((page) => isConfirmed(page, message)));
  return { ...policy, silent: roles.length > 0 ? confirmed.filter((done) => !done).length : 0 };
}

/** The pages of this site. Other sites may share its origin; they are neither asked nor shown what is requested. */
async function pages(): Promise<readonly Page[]> {
  const all = await guard.clients.matchAll({ includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(root));
}

function isConfirmed(page: Page, message: unknown): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, CONFIRM_WITHIN, false);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    page.postMessage(message, [port2]);
  }).finally(() => port1.close());
}

/** Sends the policy, or the reason why it could not be read or changed. */
async function reply(asker: MessagePort | undefined, policy: Promise<Policy>): Promise<void> {
  asker?.postMessage(
    await policy.then(
      (known) => ({ kind: 'policy', ...known }),
      (error: unknown) => ({ kind: 'failed', reason: String(error) }),
    ),
  );
}

/**
 * Answers from this build's cache, where each file of the build is kept at its first use, with the query ignored. What else lies on this site,
 * such as a published index, is not kept.
 */
async function answer(request: Request, url: URL): Promise<Response> {
  const plain = url.origin + url.pathname;
  if (!plain.startsWith(root)) return fetch(request);
  const wanted = plain === root ? page : plain;
  const cache = await caches.open(cacheName);
  const known = (await cache.match(wanted)) ?? (isAsset(wanted) ? await caches.match(wanted) : undefined);
  if (known) return known;
  if (!isOfBuild(wanted)) return fetch(request);
  const fresh = await fetch(wanted);
  if (fresh.status === 200) await cache.put(wanted, fresh.clone());
  return fresh;
}

/**
 * Isolates the page from other origins, so that browsers give it memory that threads share. A first visit does without,
 * and so does a browser without `credentialless`. With `require-corp`, the server worker could not distinguish a server
 * that allows no reading from a missing one.
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

/**
 * Stores files in this build's cache. Assets are copied from an older build, since their names change with their
 * content.
 */
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

/** During a deployment the page may be of another build than this file. The browser then tries again later. */
async function checkPage(response: Response): Promise<void> {
  const text = await response.text();
  const entry = BUILD.shell.find((file) => file.endsWith('.js'));
  if (entry && !text.includes(entry)) throw new Error('index.html is of another build');
}

/** Copies what is still in use from older builds. Drops those builds but the last, which an open page may still need. */
async function carryOver(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName);
  const cache = await caches.open(cacheName);
  const data = (await Promise.all(older.map(async (name) => (await caches.open(name)).keys()))).flat();
  const kept = data.map(({ url }) => url).filter((url) => isAsset(url) && url.includes('.traineddata'));
  for (const url of [...BUILD.assets.map(address), ...kept]) {
    const response = (await cache.match(url)) ? undefined : await caches.match(url);
    if (response) await cache.put(url, response);
  }
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

async function report(kind: 'allowed' | 'refused', url: string, by?: Role): Promise<void> {
  for (const client of await pages()) client.postMessage({ kind, url, time: Date.now(), ...(by && { by }) });
}
