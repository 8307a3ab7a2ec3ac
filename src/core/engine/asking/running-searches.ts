import type { SearchRequest } from '../../search/request/search-request';
import { abortable, onAbort } from '../../async';
import type { DriftSteering } from '../../search/modes/drift/state';

interface RunningSearches {
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
      onAbort(signal, over);
      return over;
    },
    before({ after }, signal) {
      const other = after === undefined ? undefined : running.get(after);
      return other ? abortable(other, signal) : null;
    },
  };
}

interface Steerings {
  /** What a person wants of a search that begins now, to be changed while it runs. */
  begin(request: SearchRequest): DriftSteering;
  steer(id: string, question: string, how: 'stop' | 'pursue'): void;
}

interface Steering {
  readonly stopped: Set<string>;
  readonly pursued: Set<string>;
  readonly listeners: Set<(question: string) => void>;
}

/** Searches at a time that can be steered: two are compared at most. */
const KEPT = 8;

/** What a person says of questions on the way, by search; the newest searches only. */
export function createSteerings(): Steerings {
  const byId = new Map<string, Steering>();
  return {
    begin({ id, drift }) {
      const listeners: Steering['listeners'] = new Set();
      const steering: Steering = { stopped: new Set(drift?.stopped), pursued: new Set(drift?.pursued), listeners };
      const onStopped: DriftSteering['onStopped'] = (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      };
      if (id === undefined) return { ...steering, onStopped };
      byId.set(id, steering);
      for (const oldest of [...byId.keys()].slice(0, Math.max(0, byId.size - KEPT))) byId.delete(oldest);
      return { ...steering, onStopped };
    },
    steer(id, question, how) {
      const steering = byId.get(id);
      if (!steering) return;
      const [into, from] = how === 'stop' ? [steering.stopped, steering.pursued] : [steering.pursued, steering.stopped];
      into.add(question);
      from.delete(question);
      if (how === 'stop') for (const listener of steering.listeners) listener(question);
    },
  };
}
