/** Milliseconds that one measurement takes on the worker that makes it. */
const MEASURED = 20;

/** A worker on which loops can be counted. */
export interface LoopCounter {
  /** Counts the runs of an empty loop in so many milliseconds. */
  countLoops(milliseconds: number): Promise<number>;
}

/** Counts how many times an empty loop runs in so many milliseconds: fewer on a machine that is busy with other work. */
export function countLoops(milliseconds: number, now: () => number = () => performance.now()): number {
  let loops = 0;
  for (const end = now() + milliseconds; now() < end; loops++);
  return loops;
}

/**
 * Measures the share of a processor that a busy worker gets now, 0 to 1, by the work of an idle one in a moment. A
 * browser does not show the processor time of a worker. The largest count so far represents a whole processor.
 */
export function processorShare(): (counter: LoopCounter) => Promise<number> {
  let most = 0;
  return async (counter) => {
    const loops = await counter.countLoops(MEASURED);
    most = Math.max(most, loops);
    return most === 0 ? 0 : loops / most;
  };
}
