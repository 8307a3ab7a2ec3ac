/** Named locks shared by all tabs; a lock ends with its release or with the thread that took it. */
export interface Locks {
  /** The lock for itself alone, or undefined when it is taken. */
  tryExclusive(name: string): Promise<Release | undefined>;
  /** The lock together with others; waits while it is taken alone. */
  shared(name: string): Promise<Release>;
  /** Resolves as soon as the lock is free. Rejects when aborted. */
  whenFree(name: string, signal: AbortSignal): Promise<void>;
  /** Names of the taken locks that start with a prefix. */
  list(prefix: string): Promise<readonly string[]>;
}

export type Release = () => void;

/** Web Locks, which browsers free when a tab or worker dies. Scopes are independent of each other. */
export function webLocks(scope = ''): Locks {
  return {
    tryExclusive: (name) => hold(scope + name, { mode: 'exclusive', ifAvailable: true }),
    shared: async (name) => (await hold(scope + name, { mode: 'shared' })) ?? (() => undefined),
    whenFree: async (name, signal) => {
      await navigator.locks.request(scope + name, { mode: 'exclusive', signal }, () => undefined);
    },
    list: async (prefix) => {
      const { held = [] } = await navigator.locks.query();
      return held.flatMap(({ name }) => (name?.startsWith(scope + prefix) ? [name.slice(scope.length)] : []));
    },
  };
}

function hold(name: string, options: LockOptions): Promise<Release | undefined> {
  return new Promise((resolve, reject) => {
    const request = navigator.locks.request(name, options, (lock) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((release) => resolve(() => release()));
    });
    request.catch(reject);
  });
}

export const writeLock = (collection: string): string => `burrow:${collection}:write`;
export const generationLocks = (collection: string): string => `burrow:${collection}:gen:`;

const channelName = (collection: string): string => `burrow:${collection}`;

/** Announces to other tabs that a generation of a collection is durable. */
export function announceGeneration(collection: string, generation: number): void {
  const channel = new BroadcastChannel(channelName(collection));
  channel.postMessage(generation);
  channel.close();
}

/** Calls back with each generation that another tab, or another store here, made durable. Returns how to stop. */
export function onGeneration(collection: string, callback: (generation: number) => void): () => void {
  const channel = new BroadcastChannel(channelName(collection));
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') callback(data);
  };
  return () => channel.close();
}

/** Milliseconds that a tab has to take its lock again after a reload. */
const RELOAD = 1500;

interface WatchOptions {
  readonly locks: Locks;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** Calls back whenever no tab has held the write lock of a collection for a moment. Returns how to stop. */
export function onWriterGone(
  { locks, pause, report }: WatchOptions,
  collection: string,
  callback: () => void,
): () => void {
  const stop = new AbortController();
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await locks.whenFree(writeLock(collection), stop.signal);
      await pause(RELOAD);
      if (stop.signal.aborted) return;
      callback();
      await pause(RELOAD); // the callback takes the lock, and asking for it at once would be in the way
    }
  };
  watch().catch((error: unknown) => {
    if (!stop.signal.aborted) report(error);
  });
  return () => stop.abort();
}
