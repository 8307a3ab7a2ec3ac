/**
 * Works on items in so many lanes, each drawing its next item in the moment that it is free, until none is left to draw. The first failure
 * ends it once nothing is under way.
 */
export async function drawInLanes<A>(
  lanes: number,
  draw: () => A | undefined,
  work: (item: A) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (failures.length === 0) {
      const item = draw();
      if (item === undefined) return;
      await work(item).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
  if (failures.length > 0) throw failures[0];
}

/** Maps items, as many at a time as there are lanes; results are in the items' order. The first failure ends it once nothing is under way. */
export async function inLanes<A, B>(
  items: readonly A[],
  lanes: number,
  map: (item: A, at: number) => Promise<B>,
): Promise<readonly B[]> {
  const results: B[] = [];
  const left = items.entries();
  const work = async ([at, item]: readonly [number, A]): Promise<void> => void (results[at] = await map(item, at));
  await drawInLanes(lanes, () => left.next().value, work);
  return results;
}
