import { createContext } from 'svelte';
import type { StorageUsage } from '../../core/ports/collections';
import type { LedgerGroup } from '../platform/ledger';
import type { Policy } from '../platform/service-worker-client';
import type { Shell } from '../platform/shell';
import type { ConnectEngine } from '../engine';

const KEY = 'burrow.theme';

export type Theme = 'system' | 'light' | 'dark';

const isTheme = (text: string | null): text is Theme => text === 'system' || text === 'light' || text === 'dark';

/** Theme, storage, what left the page and what may, and whether a newer version waits. */
export class Settings {
  theme = $state<Theme>('system');
  usage = $state.raw<StorageUsage | null>(null);
  /** The number of requests that left this machine. */
  outside = $state(0);
  /** Requests for other origins, by host, outcome and asker. */
  requests = $state.raw<readonly LedgerGroup[]>([]);
  /** What may leave this machine. */
  policy = $state.raw<Policy>({ sealed: false, servers: [], hosts: [] });
  update = $state.raw<(() => void) | null>(null);
  readonly #engine: ConnectEngine;
  readonly #shell: Shell;

  constructor(engine: ConnectEngine, shell: Shell) {
    this.#engine = engine;
    this.#shell = shell;
    const stored = localStorage.getItem(KEY);
    this.choose(isTheme(stored) ? stored : 'system');
    shell.watchLedger(({ outside, groups }) => {
      this.outside = outside;
      this.requests = groups;
    });
    shell.watchPolicy(async (policy) => void (this.policy = policy));
    void this.readPolicy().catch(() => undefined); // without the guard nothing starts, and the page shows that
    shell.watchUpdate((apply) => (this.update = apply));
  }

  async readPolicy(): Promise<void> {
    this.policy = await this.#shell.policy();
  }

  choose(theme: Theme): void {
    this.theme = theme;
    if (theme === 'system') {
      localStorage.removeItem(KEY);
      delete document.documentElement.dataset['theme'];
    } else {
      localStorage.setItem(KEY, theme);
      document.documentElement.dataset['theme'] = theme;
    }
  }

  /** Whether everything is gone with this window; false until it is known. */
  get inMemory(): boolean {
    return this.usage?.inMemory ?? false;
  }

  async measure(): Promise<void> {
    const engine = await this.#engine();
    this.usage = await engine.usage();
  }

  /** Asks the browser not to evict; true when it agreed. */
  async persist(): Promise<boolean> {
    const agreed = await navigator.storage.persist();
    await this.measure();
    return agreed;
  }
}

export const [getSettings, setSettings] = createContext<Settings>();
