import type { PendingSource } from '../ports/index-state';

/** What tells one waiting source from another: the same bytes may wait under two paths. */
export function taskOf(source: PendingSource): string {
  return `${source.byte_hash}\u001f${source.path}`;
}

export interface PendingQueue {
  /** The source to be handed out next, which stays. */
  peek(): PendingSource | undefined;
  take(): PendingSource | undefined;
}

/**
 * Hands out each waiting source once, small ones before large ones, so that they can be asked soon. The list is read again only
 * when it has another end, for then sources were added, or when all that was seen of it is handed out.
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
