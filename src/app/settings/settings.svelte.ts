import { createContext } from 'svelte';
import { isRecord } from '../../core/shapes/read-fields';
import type { StorageUsage } from '../../core/ports/collections';
import type { LedgerGroup } from '../platform/ledger';
import { keepNotificationChoice, wantsNotifications } from '../platform/notifications';
import type { Policy } from '../platform/service-worker-client';
import type { Shell } from '../platform/shell';
import type { ConnectEngine } from '../engine';
import { isLanguageChoice, language, type LanguageChoice } from '../words/language.svelte';

const KEY = 'burrow.theme';

/**
 * Name of the setting that keeps theme, language and notifications. The page needs them before the engine is there and finds them in
 * localStorage, which the browser writes to disk late.
 */
const NAME = 'page';

export type Theme = 'system' | 'light' | 'dark';

const isTheme = (text: unknown): text is Theme => text === 'system' || text === 'light' || text === 'dark';

/** Theme, storage, what left the page and what may, and whether a newer version waits. */
export class Settings {
  theme = $state<Theme>('system');
  usage = $state.raw<StorageUsage | null>(null);
  /** The number of requests that left this machine. */
  outside = $state(0);
  /** Requests for other origins, by host, outcome and asker. */
  requests = $state.raw<readonly LedgerGroup[]>([]);
  /** Policy on requests that leave this machine. */
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

  /** Shows a theme. */
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

  /** Keeps the choice for good, then shows it. */
  async keepTheme(theme: Theme): Promise<void> {
    await this.#keep({ theme });
    this.choose(theme);
  }

  /** The same for the language of the screen. */
  async keepLanguage(choice: LanguageChoice): Promise<void> {
    await this.#keep({ language: choice });
    await language.choose(choice);
  }

  /** Stores the choice on announcing the end of long work outside the page. */
  async keepNotifications(wanted: boolean): Promise<void> {
    await this.#keep({ notifications: wanted });
    keepNotificationChoice(wanted);
  }

  /** Takes over what was kept, where the browser was killed before it wrote its own copy. */
  async readKept(): Promise<void> {
    const kept = await (await this.#engine()).setting(NAME);
    if (!isRecord(kept)) return;
    const { theme, language: choice, notifications } = kept;
    if (isTheme(theme) && theme !== this.theme) this.choose(theme);
    if (typeof notifications === 'boolean' && notifications !== wantsNotifications())
      keepNotificationChoice(notifications);
    if (typeof choice === 'string' && isLanguageChoice(choice) && choice !== language.choice)
      await language.choose(choice);
  }

  async #keep(parts: Readonly<Record<string, string | boolean>>): Promise<void> {
    await (await this.#engine()).changeSetting(NAME, parts);
  }

  /** True if everything is gone with this window; false until it is known. */
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
