import type { PendingSource } from '../../ports/index-state';
import { remembered } from '../../memo';
import type { OpenCollection } from '../collections/open-collection';
import { READING, type Amount, type StageProgress } from '../session/index-events';

/** Identifies a pending source. The same bytes may wait under two paths. */
export function taskOf(source: PendingSource): string {
  return `${source.byte_hash}\u001f${source.path}`;
}

/** Tells of a list of pending sources whether one still waits in it: not so where a person withdrew it. */
export const isWaiting = remembered((pending: readonly PendingSource[]) => {
  const tasks = new Set(pending.map(taskOf));
  return (source: PendingSource): boolean => tasks.has(taskOf(source));
});

interface PendingQueue {
  /** The source to be handed out next, which stays. */
  peek(): PendingSource | undefined;
  take(): PendingSource | undefined;
}

/**
 * Hands out each pending source once, small ones first, so that they can be asked soon. The list is sorted again only when sources were
 * added or all of it is handed out.
 */
export function pendingQueue(pending: () => readonly PendingSource[]): PendingQueue {
  const taken = new Set<string>();
  let ahead: readonly PendingSource[] = [];
  let at = 0;
  let end = '';
  const peek = (): PendingSource | undefined => {
    const list = pending();
    const last = list.at(-1);
    if (at >= ahead.length || (last && taskOf(last) !== end)) {
      ahead = list.filter((source) => !taken.has(taskOf(source))).sort((a, b) => a.byte_size - b.byte_size);
      at = 0;
      end = last ? taskOf(last) : '';
    }
    return ahead[at];
  };
  return {
    peek,
    take: () => {
      const source = peek();
      if (source) taken.add(taskOf(source));
      at++;
      return source;
    },
  };
}

/** How far a run has read its sources, by their bytes. */
export interface ReadingProgress {
  /** The part of a source that has been read, 0 to 1. */
  report(source: PendingSource, fraction: number): void;
  /** The part of sources that has been written, of those that are read. */
  keep(sources: readonly PendingSource[], part: number): void;
  /** A source that no longer waits. */
  settle(source: PendingSource): void;
  /** The part of all settled sources that can be asked. */
  search(part: number): void;
}

/** The parts of a source's time after which it is read, and after which it is kept. */
const READ = 0.65;
const KEPT = 0.85;

const NOTHING: Amount = { sources: 0, bytes: 0 };

/** Keeps running totals, so that a report costs the same however many sources wait. */
export function readingProgress(
  { store }: OpenCollection,
  progress: StageProgress,
  toCome: () => Amount = () => NOTHING,
): ReadingProgress {
  const parts = new Map<string, number>();
  let partly = 0;
  let read = 0;
  let settled = 0;
  /** Bytes that stand for what is settled and cannot be asked yet. */
  let unasked = 0;
  let summed: readonly PendingSource[] = [];
  let waiting = 0;
  const setPart = (source: PendingSource, bytes: number): void => {
    partly += bytes - (parts.get(taskOf(source)) ?? 0);
    parts.set(taskOf(source), bytes);
  };
  const tell = (asked = 0): void => {
    const { pending } = store.state;
    if (pending !== summed) waiting = pending.reduce((sum, one) => sum + one.byte_size, 0);
    summed = pending;
    const { sources, bytes } = toCome();
    const all = Math.max(1, read + unasked + waiting + bytes);
    progress(READING, settled, settled + pending.length + sources, (read + partly + asked) / all);
  };
  return {
    report: (source, fraction) => {
      setPart(source, source.byte_size * READ * fraction);
      tell();
    },
    keep: (sources, part) => {
      for (const source of sources) setPart(source, source.byte_size * (READ + (KEPT - READ) * part));
      tell();
    },
    settle: (source) => {
      setPart(source, 0);
      parts.delete(taskOf(source));
      read += source.byte_size * KEPT;
      unasked += source.byte_size * (1 - KEPT);
      settled++;
    },
    search: (part) => {
      tell(unasked * part);
      if (part < 1) return;
      read += unasked;
      unasked = 0;
    },
  };
}
