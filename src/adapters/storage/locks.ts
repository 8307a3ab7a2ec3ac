/** Named locks shared by all tabs; a lock ends with its release or with the thread that holds it. */
export interface Locks {
  /** The lock for itself alone, or undefined when someone holds it. */
  tryExclusive(name: string): Promise<Release | undefined>;
  /** The lock together with others; waits while someone holds it alone. */
  shared(name: string): Promise<Release>;
  /** Resolves each time that nobody holds the lock; waits until then. Rejects when aborted. */
  whenFree(name: string, signal: AbortSignal): Promise<void>;
  /** Names of the held locks that start with a prefix. */
  held(prefix: string): Promise<readonly string[]>;
}

export type Release = () => void;

/** Web Locks, which browsers free when a tab or worker dies; those of one scope know nothing of those of another. */
export function webLocks(scope = ''): Locks {
  return {
    tryExclusive: (name) => hold(scope + name, { mode: 'exclusive', ifAvailable: true }),
    shared: async (name) => (await hold(scope + name, { mode: 'shared' })) ?? (() => undefined),
    whenFree: async (name, signal) => {
      await navigator.locks.request(scope + name, { mode: 'exclusive', signal }, () => undefined);
    },
    held: async (prefix) => {
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
