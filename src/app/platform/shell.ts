import type { EngineApi } from '../../core/engine/api';
import { type LedgerView, keepLedger } from './ledger';
import { type ModelRoom, createModelRoom } from '../models/model-room';
import {
  type Policy,
  allowOrigins,
  keepWholeBuild,
  readPolicy,
  seal,
  takeGuard,
  watchPolicy,
  watchUpdate,
} from './service-worker-client';
import { makeWorker, startEngine } from './workers';
import { onModelSettings } from '../models/model-choices.svelte';
import type { WorkerError } from '../../channel';
import type { ChatHost } from '../../core/models/hosts';
import { readModelSettings } from '../../core/models/settings';

/** Functions of the shell around the page. Tests provide a short object. */
export interface Shell {
  /** Resolves once the engine runs under the service worker's policy. */
  connect(): Promise<EngineApi>;
  /** Room in which models run; nothing of it is started before it is used. */
  readonly models: ModelRoom;
  /** Reports the requests for other origins, now and on each change. */
  watchLedger(listener: (ledger: LedgerView) => void): void;
  /** Returns the policy on requests that leave this machine; the service worker keeps and enforces it. */
  policy(): Promise<Policy>;
  /** Seals, or unseals, durably; in every tab, what is under way to other hosts is ended. */
  seal(sealed: boolean): Promise<void>;
  /** Allows these model servers beyond this machine, by origin, and no other, durably; in every tab, what is under way to others is ended. */
  allowServers(servers: readonly string[]): Promise<void>;
  /** Allows files of these other sites to be read, and of no other, in the same way. */
  allowHosts(hosts: readonly string[]): Promise<void>;
  /** Calls back when any tab changed it. What is still under way is ended once the callbacks have resolved. */
  watchPolicy(listener: (policy: Policy) => Promise<void>): void;
  /** Reports that a newer version waits; `apply` reloads into it. */
  watchUpdate(listener: (apply: () => void) => void): void;
}

interface BrowserShellOptions {
  /** Called when the engine died; the next call to it starts a fresh one, in which no collection is open. */
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
  const addresses = addressWorkers();
  const engine = startEngine({ models, make: addresses.make, ...(onRestart && { onRestart }) });
  const guard = async () => (import.meta.env.DEV ? undefined : takeGuard()); // the development server has no service worker
  const guarded = attempts(guard);
  onModelSettings(() => models.refresh());
  const listeners = new Set<(policy: Policy) => Promise<void>>();
  watchPolicy(async ({ roles, ...policy }) => {
    addresses.end();
    if (roles.includes('server')) for (const worker of [models.server, models.triedServer]) worker.end();
    const heard = Promise.allSettled([...listeners].map((listener) => listener(policy)));
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
    policy: async () => ((await guarded.make()) ? readPolicy() : { sealed: false, servers: [], hosts: [] }),
    seal: async (sealed) => {
      if (await guarded.make()) await seal(sealed);
    },
    allowServers: async (servers) => {
      if (await guarded.make()) await allowOrigins({ servers });
    },
    allowHosts: async (hosts) => {
      if (await guarded.make()) await allowOrigins({ hosts });
    },
    watchPolicy: (listener) => void listeners.add(listener),
    watchUpdate: (listener) => {
      void guarded.first.then((registration) => registration && watchUpdate(registration, listener));
    },
  };
}

/** Workers that read files of other sites: a policy binds a worker from its start to its end. */
function addressWorkers() {
  const channel = new BroadcastChannel('burrow-policy');
  const workers = new Set<Worker>();
  return {
    make: (kind: Parameters<typeof makeWorker>[0]): Worker => {
      const worker = makeWorker(kind);
      if (kind === 'address') workers.add(worker);
      return worker;
    },
    /** Ends all readings at once; the engine is informed, and repeats them under the new policy. */
    end: (): void => {
      for (const worker of workers) worker.terminate();
      workers.clear();
      channel.postMessage(null);
    },
  };
}

interface Attempts<T> {
  /** The attempt in progress or the last one; one that failed is made again. */
  make(): Promise<T>;
  /** Resolves with the first attempt that succeeds, whichever that is; never rejects. */
  readonly first: Promise<T>;
}

/** Begins an attempt at once and makes it again whenever it is asked for after a failure. */
export function attempts<T>(attempt: () => Promise<T>): Attempts<T> {
  let succeed: (value: T) => void = () => undefined;
  const first = new Promise<T>((resolve) => (succeed = resolve));
  const begin = async (): Promise<T> => {
    const value = await attempt();
    succeed(value);
    return value;
  };
  let last = begin();
  last.catch(() => undefined); // `make` rejects with it for the first caller that needs the value
  const make = (): Promise<T> => (last = last.catch(begin));
  return { make, first };
}
