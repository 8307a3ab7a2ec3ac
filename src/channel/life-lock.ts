/**
 * A worker that ends says nothing to anyone: no event, and its ports stay silent. But the browser gives its locks back at once, so each
 * worker holds one for as long as it lives, and who waits for that lock learns of its end.
 */

/** Takes the lock of that name until this worker ends. Resolves once it is held, or at once where the browser has no locks. */
export function holdForLife(name: string): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return Promise.resolve();
  return new Promise((held, failed) => {
    const forever = (): Promise<never> => {
      held();
      return new Promise(() => undefined);
    };
    locks.request(name, forever).catch(failed);
  });
}

/** Resolves when who holds that lock has ended; never where the browser has no locks, so that only silence tells. Never rejects. */
export function endOfLife(name: string): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  return new Promise((ended) => {
    locks?.request(name, () => ended()).catch(() => undefined); // this page is going away itself
  });
}
