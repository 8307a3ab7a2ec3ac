/**
 * Runs some work while this page holds a lock, which the browser frees when the page dies. Where there are no locks,
 * the work alone.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const working = work();
  void lockManager()
    ?.request(name, () => working)
    .catch(() => undefined); // the work reports its own failure
  return working;
}

/** Checks if a page holds a lock. */
export async function isLocked(name: string): Promise<boolean> {
  const { held = [] } = (await lockManager()?.query()) ?? {};
  return held.some((lock) => lock.name === name);
}

/** Missing outside of a page, and in one that is not served securely. */
const lockManager = (): LockManager | undefined => (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
