import type { FromServiceWorker } from './service-worker-client';

/** One request for another origin. `refused` never left; `allowed` did. */
export interface LedgerEntry {
  readonly url: string;
  readonly outcome: 'allowed' | 'refused';
  /** Milliseconds since 1970. */
  readonly time: number;
}

/**
 * Requests for another origin: those the page made, and those of the page or its workers that reached the service worker, which refuses
 * them. What the policy stops inside a worker never gets that far and is not counted. It should be empty.
 */
export class Ledger {
  readonly #seen: { readonly url: string; readonly time: number }[] = [];
  readonly #refused: { readonly url: string; readonly time: number }[] = [];
  readonly #listeners = new Set<(ledger: Ledger) => void>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** A request that the page is known to have started. A refusal of the same address takes it off again. */
  saw(url: string, time: number): void {
    if (!this.#isForeign(url)) return;
    this.#seen.push({ url, time });
    this.#tell();
  }

  refuse(url: string, time: number): void {
    if (!this.#isForeign(url)) return;
    this.#refused.push({ url, time });
    this.#tell();
  }

  get list(): readonly LedgerEntry[] {
    const open = [...this.#refused];
    const left = this.#seen.filter(({ url }) => {
      const match = open.findIndex((refused) => refused.url === url);
      if (match >= 0) open.splice(match, 1);
      return match < 0;
    });
    const entries: LedgerEntry[] = [
      ...left.map((entry) => ({ ...entry, outcome: 'allowed' as const })),
      ...this.#refused.map((entry) => ({ ...entry, outcome: 'refused' as const })),
    ];
    return entries.sort((a, b) => a.time - b.time);
  }

  get allowed(): number {
    return this.list.filter(({ outcome }) => outcome === 'allowed').length;
  }

  get refused(): number {
    return this.#refused.length;
  }

  /** Calls back now and on each change. */
  watch(listener: (ledger: Ledger) => void): void {
    this.#listeners.add(listener);
    listener(this);
  }

  #isForeign(url: string): boolean {
    const parsed = URL.parse(url);
    return !!parsed && /^(https?|wss?):$/u.test(parsed.protocol) && parsed.host !== new URL(this.#origin).host;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this);
  }
}

/** A ledger fed by what the page loads, by the policy's refusals and by the service worker's reports. */
export function keepLedger(): Ledger {
  const ledger = new Ledger(location.origin);
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) ledger.saw(name, performance.timeOrigin + startTime);
  }).observe({ type: 'resource', buffered: true });
  document.addEventListener('securitypolicyviolation', ({ blockedURI, disposition }) => {
    if (disposition === 'enforce') ledger.refuse(blockedURI, Date.now());
  });
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromServiceWorker>) => {
      if (data.kind === 'refused') ledger.refuse(data.url, data.time);
    });
    navigator.serviceWorker.startMessages();
  }
  return ledger;
}
