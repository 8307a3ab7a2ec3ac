import type { PendingSource } from '../ports';

/** What tells one waiting source from another: the same bytes may wait under two paths. */
export function taskOf(source: PendingSource): string {
  return `${source.byte_hash}\u001f${source.path}`;
}

/**
 * Hands out each waiting source once, in order. The list is read again only when all that was seen of it is handed out,
 * for then the members of an archive may have come.
 */
export function pendingQueue(pending: () => readonly PendingSource[]): () => PendingSource | undefined {
  const seen = new Set<string>();
  let ahead: readonly PendingSource[] = [];
  let at = 0;
  const look = (): void => {
    ahead = pending().filter((source) => !seen.has(taskOf(source)) && seen.add(taskOf(source)));
    at = 0;
  };
  return () => {
    if (at >= ahead.length) look();
    return ahead[at++];
  };
}
