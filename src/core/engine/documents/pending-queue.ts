import type { PendingSource } from '../../ports/index-state';
import { remembered } from '../../memo';

/** Identifies a pending source. The same bytes may wait under two paths. */
export function taskOf(source: PendingSource): string {
  return `${source.byte_hash}\u001f${source.path}`;
}

/** Checks if a source still waits in a list of pending ones: not where a person withdrew it. */
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
 * Takes each pending source once, small ones first, so that they can be asked soon. The list is sorted again only when
 * sources were added or all of it is taken.
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
