import { createCheckpoints } from './checkpoints';
import type { PendingSource } from '../../ports/index-state';
import { pendingQueue, readingProgress } from './pending-queue';
import { readSource } from './read-source';
import type { ReadingRun } from '../session/index-events';

/** Bytes up to which a source is small: it is read soon even while large ones are. */
const SMALL = 1_000_000;

const isSmall = (source: PendingSource): boolean => source.byte_size <= SMALL;

/**
 * Reads every pending source, several at a time, with those that come meanwhile, and commits them in checkpoints. A source that cannot be
 * read is kept as failed. On an abort, what is read is committed and the rest stays pending.
 */
export async function readPending(run: ReadingRun): Promise<void> {
  const { open, env, signal } = run;
  const progress = readingProgress(open, run.progress);
  const checkpoints = createCheckpoints(run, progress);
  const queue = pendingQueue(() => open.store.state.pending);
  const reading = new Map<PendingSource, Promise<void>>();
  const failures: unknown[] = [];
  const start = (source: PendingSource): void => {
    const done = readSource(run, source, progress.report)
      .then((outcome) => (outcome ? checkpoints.add(outcome) : undefined))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => reading.delete(source));
    reading.set(source, done);
  };
  while (failures.length === 0) {
    // Taken before anything is waited for, so that nothing that happens meanwhile is missed.
    const change = Promise.race([...reading.values(), open.nextCommit]);
    const source = signal.aborted ? undefined : queue.peek();
    if (source && hasPlace(source, [...reading.keys()], env.parallelReads)) {
      queue.take();
      start(source);
    } else if (reading.size === 0) break;
    else {
      // Nothing small is under way, so what was read would wait long for company.
      if (![...reading.keys()].some(isSmall)) await checkpoints.flush();
      await change;
    }
  }
  await Promise.all(reading.values());
  await checkpoints.flush();
  if (failures.length > 0) throw failures[0];
}

/** Whether one more source may be read. Large ones leave one place for a small one. */
function hasPlace(source: PendingSource, reading: readonly PendingSource[], places: number): boolean {
  if (reading.length < places) return true;
  return reading.length === places && isSmall(source) && !reading.some(isSmall);
}
