/** Results per lane that may wait for an earlier one: enough that a slow item does not hold up the others. */
const AHEAD = 4;

/**
 * Maps items, as many at a time as there are lanes, and takes the results one after the other in the items' order while further items are
 * under way. The first failure ends it, once nothing is under way any more; what came before it in order has been taken by then.
 */
export async function inOrder<A, B>(
  items: readonly A[],
  lanes: number,
  map: (item: A) => Promise<B>,
  take: (result: B, item: A) => Promise<void>,
): Promise<void> {
  const results: Promise<B>[] = [];
  const running = new Set<Promise<B>>();
  let taken = 0;
  let failed = false;
  const start = (): void => {
    while (!failed && running.size < lanes && results.length < Math.min(items.length, taken + lanes * AHEAD)) {
      const result = map(items[results.length] as A);
      results.push(result);
      running.add(result);
      void result
        .catch(() => (failed = true))
        .finally(() => {
          running.delete(result);
          start();
        });
    }
  };
  try {
    for (const [at, item] of items.entries()) {
      start();
      const result = await (results[at] as Promise<B>);
      await take(result, item);
      taken = at + 1;
    }
  } catch (error) {
    failed = true;
    await Promise.allSettled(running);
    throw error;
  }
}
