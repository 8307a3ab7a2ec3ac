import type { FromServiceWorker, Reaching } from './service-worker-client';

/** Requests of one worker, or of the page, to one host with one outcome, counted. */
export interface LedgerGroup {
  readonly host: string;
  /** `refused` never left; `allowed` did. */
  readonly outcome: 'allowed' | 'refused';
  /** `machine` for a server on this machine: such a request leaves the site, but not the machine. */
  readonly to: 'outside' | 'machine';
  /** The worker that was allowed to ask; missing for anything else. */
  readonly by?: Reaching;
  readonly count: number;
  /** Time of the first and the last of them, in milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/** Requests that one may look at. */
export interface LedgerView {
  /** In the order in which the first of each was made. */
  readonly groups: readonly LedgerGroup[];
  /** Requests that left this machine. */
  readonly outside: number;
}

/** Addresses that wait for a refusal, or for the request that was refused; older ones are forgotten. */
const WAITING = 1000;

/**
 * Requests for another origin: of the page, of its workers as the service worker refused or allowed them, and redirects of downloads. What
 * the policy stops inside a worker never gets that far and is not counted. It is empty until a model is downloaded, a server is used or an address opened.
 */
export class Ledger implements LedgerView {
  readonly #groups = new Map<string, LedgerGroup>();
  /** Seen requests that were not refused, and refusals of requests that were not seen, by address. */
  readonly #seen = new Map<string, number>();
  readonly #unseen = new Map<string, number>();
  readonly #listeners = new Set<(ledger: LedgerView) => void>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** A request that the page is known to have started. A refusal of the same address takes it off again. */
  saw(url: string, time: number): void {
    const host = this.#foreign(url);
    if (!host || takeOne(this.#unseen, url)) return;
    addOne(this.#seen, url);
    this.#count(host, { outcome: 'allowed', time });
  }

  refuse(url: string, time: number): void {
    const host = this.#foreign(url);
    if (!host) return;
    if (takeOne(this.#seen, url)) this.#takeOff(host);
    else addOne(this.#unseen, url);
    this.#count(host, { outcome: 'refused', time });
  }

  /** A request of a worker that may make it. */
  allow(url: string, time: number, by?: Reaching): void {
    const host = this.#foreign(url);
    if (host) this.#count(host, { outcome: 'allowed', time, ...(by && { by }) });
  }

  get groups(): readonly LedgerGroup[] {
    return [...this.#groups.values()].sort((a, b) => a.first - b.first);
  }

  get outside(): number {
    const left = this.groups.filter(({ outcome, to }) => outcome === 'allowed' && to === 'outside');
    return left.reduce((sum, { count }) => sum + count, 0);
  }

  /** Calls back now and on each change. */
  watch(listener: (ledger: LedgerView) => void): void {
    this.#listeners.add(listener);
    listener(this);
  }

  /** The host that an address leads to, unless it is this site or no place in the network. */
  #foreign(url: string): URL | null {
    const parsed = URL.parse(url);
    const isForeign =
      !!parsed && /^(https?|wss?):$/u.test(parsed.protocol) && parsed.host !== new URL(this.#origin).host;
    return isForeign ? parsed : null;
  }

  #count(
    { host, hostname }: URL,
    { time, ...kind }: Pick<LedgerGroup, 'outcome' | 'by'> & { readonly time: number },
  ): void {
    const key = keyOf(host, kind);
    const to = isThisMachine(hostname) ? 'machine' : 'outside';
    const known = this.#groups.get(key) ?? { host, to, ...kind, count: 0, first: time, last: time };
    const [first, last] = [Math.min(known.first, time), Math.max(known.last, time)];
    this.#groups.set(key, { ...known, count: known.count + 1, first, last });
    for (const listener of this.#listeners) listener(this);
  }

  #takeOff({ host }: URL): void {
    const key = keyOf(host, { outcome: 'allowed' });
    const known = this.#groups.get(key);
    if (known && known.count > 1) this.#groups.set(key, { ...known, count: known.count - 1 });
    else this.#groups.delete(key);
  }
}

function keyOf(host: string, { outcome, by = '' }: { readonly outcome: string; readonly by?: string }): string {
  return `${host} ${outcome} ${by}`;
}

function addOne(counts: Map<string, number>, url: string): void {
  counts.set(url, (counts.get(url) ?? 0) + 1);
  const [oldest] = counts.keys();
  if (counts.size > WAITING && oldest !== undefined) counts.delete(oldest);
}

function takeOne(counts: Map<string, number>, url: string): boolean {
  const count = counts.get(url);
  if (count === undefined) return false;
  if (count > 1) counts.set(url, count - 1);
  else counts.delete(url);
  return true;
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/u.test(hostname);
}

/** A ledger fed by what the page loads, by the policy's refusals, by the service worker's reports and by the downloads' redirects. */
export function keepLedger(): Ledger {
  const ledger = new Ledger(location.origin);
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) ledger.saw(name, performance.timeOrigin + startTime);
  }).observe({ type: 'resource', buffered: true });
  document.addEventListener('securitypolicyviolation', ({ blockedURI, disposition }) => {
    if (disposition === 'enforce') ledger.refuse(blockedURI, Date.now());
  });
  const hear = ({ data }: MessageEvent<FromServiceWorker>) => {
    if (data.kind === 'refused') ledger.refuse(data.url, data.time);
    if (data.kind === 'allowed') ledger.allow(data.url, data.time, data.by);
  };
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.addEventListener('message', hear);
    navigator.serviceWorker.startMessages();
  }
  new BroadcastChannel('burrow-redirects').addEventListener('message', hear);
  return ledger;
}
