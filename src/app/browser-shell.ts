import { attempts } from './attempts';
import { startEngine } from './host';
import { keepLedger } from './ledger';
import {
  allowServers,
  keepWholeBuild,
  readPolicy,
  seal,
  takeGuard,
  watchPolicy,
  watchUpdate,
  type Policy,
} from './service-worker-client';
import { createModelRoom } from './models/model-room';
import { onSettings } from './models/settings-news';
import type { Shell } from './shell';
import type { WorkerError } from '../channel';
import type { ChatHost } from '../core/models/hosts';
import { readModelSettings } from '../core/models/settings';

export interface BrowserShellOptions {
  /** Told when the engine died; the next call to it starts a fresh one, in which no collection is open. */
  readonly onRestart?: (reason: WorkerError) => void;
  /** The browser's own model, where it has one. */
  readonly promptApi?: ChatHost | null;
}

/** Milliseconds after which what a person has just begun is surely under way: what is only for later waits so long. */
const SETTLED = 3_000;

/** Milliseconds in which downloads are to pause by themselves before they are cut; the guard waits a little longer for this page. */
const PAUSED = 2_000;

/** The shell in a real browser. The guard is taken at once; a first attempt that failed is made again by `connect`. */
export function createShell({ onRestart, promptApi = null }: BrowserShellOptions = {}): Shell {
  const ledger = keepLedger();
  const models = createModelRoom({ promptApi, kept: async () => readModelSettings(await engine.setting('models')) });
  const engine = startEngine({ models, ...(onRestart && { onRestart }) });
  const guard = async () => (import.meta.env.DEV ? undefined : takeGuard()); // the development server has no service worker
  const guarded = attempts(guard);
  onSettings(() => models.refresh());
  const listeners = new Set<(policy: Policy) => Promise<void>>();
  watchPolicy(async ({ sealed, servers, roles }) => {
    if (roles.includes('server')) for (const worker of [models.server, models.triedServer]) worker.end();
    const heard = Promise.allSettled([...listeners].map((listener) => listener({ sealed, servers })));
    await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, PAUSED))]);
    if (roles.includes('download')) models.download.end();
  });
  return {
    models,
    connect: async () => {
      if (await guarded.make()) setTimeout(keepWholeBuild, SETTLED);
      return engine;
    },
    watchLedger: (listener) => ledger.watch(listener),
    policy: async () => ((await guarded.make()) ? readPolicy() : { sealed: false, servers: [] }),
    seal: async (sealed) => {
      if (await guarded.make()) await seal(sealed);
    },
    allowServers: async (servers) => {
      if (await guarded.make()) await allowServers(servers);
    },
    watchPolicy: (listener) => void listeners.add(listener),
    watchUpdate: (listener) => {
      void guarded.first.then((registration) => registration && watchUpdate(registration, listener));
    },
  };
}
