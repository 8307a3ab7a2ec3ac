/**
 * Results per lane that may wait to be taken: so many that a model goes on while a slow item, or everything being derived again after one,
 * holds up the others.
 */
const AHEAD = 64;

/** Holds back all but the first items, until these were taken or it turns out before that the others are worth beginning. */
export interface Trial {
  readonly first: number;
  readonly passed: Promise<void>;
}

/**
 * Maps items, as many at a time as there are lanes, and takes the results one after the other in the items' order while further items are
 * under way. The first failure ends it, once nothing is under way any more; what came before it in order has been taken by then.
 */
export async function inOrder<A, B>(
  items: readonly A[],
  lanes: number,
  map: (item: A) => Promise<B>,
  take: (result: B, item: A) => Promise<void>,
  trial?: Trial,
): Promise<void> {
  /** Of the items that are begun and not taken yet, in their order. */
  const waiting: Promise<B>[] = [];
  const running = new Set<Promise<B>>();
  let begun = 0;
  let failed = false;
  let may = trial ? Math.min(trial.first, items.length) : items.length;
  const start = (): void => {
    while (!failed && running.size < lanes && begun < may && waiting.length < lanes * AHEAD) {
      const result = map(items[begun++] as A);
      waiting.push(result);
      running.add(result);
      void result
        .catch(() => (failed = true))
        .finally(() => {
          running.delete(result);
          start();
        });
    }
  };
  const open = (): void => {
    may = items.length;
    start();
  };
  void trial?.passed.then(open);
  try {
    for (const [at, item] of items.entries()) {
      if (at >= may) may = items.length;
      start();
      const result = await (waiting[0] as Promise<B>);
      await take(result, item);
      void waiting.shift();
    }
  } catch (error) {
    failed = true;
    await Promise.allSettled(running);
    throw error;
  }
}

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
