import type { CallOptions } from '../ports/call-options';
import { unlessAborted } from '../models/unless-aborted';
import type { SearchEvent, SearchRequest } from '../search/events';

export interface RunningSearches {
  /** The events of a search, known by its id until they end. */
  follow(request: SearchRequest, events: AsyncIterable<SearchEvent>, options: CallOptions): AsyncIterable<SearchEvent>;
  /** Resolves once the search that a request comes `after` has ended; null where none runs. */
  before(request: SearchRequest, signal: AbortSignal): Promise<void> | null;
}

/** Searches that run now, so that one can wait for another. */
export function createRunningSearches(): RunningSearches {
  const running = new Map<string, Promise<void>>();
  return {
    follow({ id }, events, { signal }) {
      if (id === undefined) return events;
      let end: () => void = () => undefined;
      running.set(id, new Promise((resolve) => (end = resolve)));
      const over = (): void => {
        running.delete(id);
        end();
      };
      signal?.addEventListener('abort', over, { once: true });
      return endingWith(events, over);
    },
    before({ after }, signal) {
      const other = after === undefined ? undefined : running.get(after);
      return other ? unlessAborted(other, signal) : null;
    },
  };
}

async function* endingWith<E>(events: AsyncIterable<E>, over: () => void): AsyncGenerator<E> {
  try {
    yield* events;
  } finally {
    over();
  }
}
