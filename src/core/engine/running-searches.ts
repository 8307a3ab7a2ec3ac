import { unlessAborted } from '../models/unless-aborted';
import type { SearchRequest } from '../search/events';

export interface RunningSearches {
  /** Notes that a search runs, by its id; returns what ends that. */
  begin(request: SearchRequest, signal: AbortSignal | undefined): () => void;
  /** Resolves once the search that a request comes `after` has ended; null where none runs. */
  before(request: SearchRequest, signal: AbortSignal): Promise<void> | null;
}

/** Searches that run now, so that one can wait for another. */
export function createRunningSearches(): RunningSearches {
  const running = new Map<string, Promise<void>>();
  return {
    begin({ id }, signal) {
      if (id === undefined) return () => undefined;
      let end: () => void = () => undefined;
      running.set(id, new Promise((resolve) => (end = resolve)));
      const over = (): void => {
        running.delete(id);
        end();
      };
      signal?.addEventListener('abort', over, { once: true });
      return over;
    },
    before({ after }, signal) {
      const other = after === undefined ? undefined : running.get(after);
      return other ? unlessAborted(other, signal) : null;
    },
  };
}
