/** Maps items, as many at a time as there are lanes; results are in the items' order. The first failure ends it once nothing is under way. */
export async function inLanes<A, B>(
  items: readonly A[],
  lanes: number,
  map: (item: A, at: number) => Promise<B>,
): Promise<readonly B[]> {
  const results: B[] = [];
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const at = next++;
      try {
        results[at] = await map(items[at] as A, at);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const running = Array.from({ length: Math.max(1, Math.min(lanes, items.length)) }, lane);
  for (const { status, ...rest } of await Promise.allSettled(running)) {
    if (status === 'rejected') throw (rest as PromiseRejectedResult).reason;
  }
  return results;
}
