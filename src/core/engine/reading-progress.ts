import type { PendingSource } from '../ports/index-state';
import type { OpenCollection } from './open-collection';
import { taskOf } from './pending-queue';
import { READING, type StageProgress } from './progress';

/** How far a run has read its sources, by their bytes. */
export interface ReadingProgress {
  /** The part of a source that has been read, 0 to 1. */
  report(source: PendingSource, fraction: number): void;
  /** A source that no longer waits. */
  settle(source: PendingSource): void;
}

/** Keeps running totals, so that a report costs the same however many sources wait. */
export function readingProgress({ store }: OpenCollection, progress: StageProgress): ReadingProgress {
  const parts = new Map<string, number>();
  let partly = 0;
  let read = 0;
  let settled = 0;
  let summed: readonly PendingSource[] = [];
  let waiting = 0;
  const setPart = (source: PendingSource, bytes: number): void => {
    partly += bytes - (parts.get(taskOf(source)) ?? 0);
    parts.set(taskOf(source), bytes);
  };
  return {
    report: (source, fraction) => {
      const { pending } = store.state;
      if (pending !== summed) waiting = pending.reduce((sum, one) => sum + one.byte_size, 0);
      summed = pending;
      setPart(source, source.byte_size * fraction);
      progress(READING, settled, settled + pending.length, (read + partly) / Math.max(1, read + waiting));
    },
    settle: (source) => {
      setPart(source, 0);
      parts.delete(taskOf(source));
      read += source.byte_size;
      settled++;
    },
  };
}
