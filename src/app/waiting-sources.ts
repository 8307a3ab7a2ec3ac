import type { PendingSource } from '../core/ports/index-state';

/** A source that waits to be read, of those that wait. */
export interface WaitingSource {
  /** Tells it from every other one. */
  readonly key: string;
  readonly path: string;
}

/** What waits to be read: each source that is kept, also several of one path, and the others that were given, by their paths. */
export function waitingSources(
  kept: readonly Pick<PendingSource, 'path' | 'byte_hash'>[],
  given: readonly string[],
): readonly WaitingSource[] {
  const known = new Set(kept.map(({ path }) => path));
  const others = [...new Set(given)].filter((path) => !known.has(path));
  return [
    ...kept.map(({ path, byte_hash }) => ({ key: `${byte_hash} ${path}`, path })),
    ...others.map((path) => ({ key: path, path })),
  ];
}
