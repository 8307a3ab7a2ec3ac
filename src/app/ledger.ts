import type { FromServiceWorker } from './service-worker-client';

/** One request for another origin. `refused` never left; `allowed` did. */
export interface LedgerEntry {
  readonly url: string;
  readonly outcome: 'allowed' | 'refused';
  /** `machine` for a server on this machine: such a request leaves the site, but not the machine. */
  readonly to: 'outside' | 'machine';
  /** The worker that was allowed to ask; missing for anything else. */
  readonly by?: 'download' | 'server';
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** What one may look at. */
export interface LedgerView {
  /** Oldest first. */
  readonly list: readonly LedgerEntry[];
  /** Requests that left this machine. */
  readonly outside: number;
}

type Heard = Omit<LedgerEntry, 'outcome'>;

/**
 * Requests for another origin: those the page made, those of the page or its workers that reached the service worker, which refuses them or,
 * for a worker that may reach a listed host, lets them go; and the addresses to which a download was redirected. What the policy stops
 * inside a worker never gets that far and is not counted. It is empty until a model is downloaded or a model server is used.
 */
export class Ledger implements LedgerView {
  readonly #seen: Heard[] = [];
  readonly #refused: Heard[] = [];
  readonly #allowed: Heard[] = [];
  readonly #listeners = new Set<(ledger: LedgerView) => void>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** A request that the page is known to have started. A refusal of the same address takes it off again. */
  saw(url: string, time: number): void {
    this.#add(this.#seen, url, time);
  }

  refuse(url: string, time: number): void {
    this.#add(this.#refused, url, time);
  }

  /** A request of a worker that may make it. */
  allow(url: string, time: number, by?: 'download' | 'server'): void {
    this.#add(this.#allowed, url, time, by);
  }

  get list(): readonly LedgerEntry[] {
    const open = [...this.#refused];
    const left = this.#seen.filter(({ url }) => {
      const match = open.findIndex((refused) => refused.url === url);
      if (match >= 0) open.splice(match, 1);
      return match < 0;
    });
    const entries: LedgerEntry[] = [
      ...[...left, ...this.#allowed].map((entry) => ({ ...entry, outcome: 'allowed' as const })),
      ...this.#refused.map((entry) => ({ ...entry, outcome: 'refused' as const })),
    ];
    return entries.sort((a, b) => a.time - b.time);
  }

  get outside(): number {
    return this.list.filter(({ outcome, to }) => outcome === 'allowed' && to === 'outside').length;
  }

  get refused(): number {
    return this.#refused.length;
  }

  /** Calls back now and on each change. */
  watch(listener: (ledger: LedgerView) => void): void {
    this.#listeners.add(listener);
    listener(this);
  }

  #add(entries: Heard[], url: string, time: number, by?: 'download' | 'server'): void {
    const parsed = URL.parse(url);
    const isForeign =
      !!parsed && /^(https?|wss?):$/u.test(parsed.protocol) && parsed.host !== new URL(this.#origin).host;
    if (!isForeign) return;
    entries.push({ url, to: isThisMachine(parsed.hostname) ? 'machine' : 'outside', ...(by && { by }), time });
    for (const listener of this.#listeners) listener(this);
  }
}

/** Requests of one worker to one host, counted. */
export interface LedgerGroup extends Omit<LedgerEntry, 'url' | 'time'> {
  readonly host: string;
  readonly count: number;
  /** Of the first and the last of them. */
  readonly first: number;
  readonly last: number;
}

/** The list in short: a line for each host, outcome and asker, in the order in which they were first heard of. */
export function groupRequests(list: readonly LedgerEntry[]): readonly LedgerGroup[] {
  const groups = new Map<string, LedgerGroup>();
  for (const { url, time, ...entry } of list) {
    const { host } = new URL(url);
    const key = [host, entry.outcome, entry.by].join(' ');
    const known = groups.get(key) ?? { ...entry, host, count: 0, first: time, last: time };
    groups.set(key, { ...known, count: known.count + 1, last: time });
  }
  return [...groups.values()];
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
