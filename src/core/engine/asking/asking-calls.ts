import type { SearchRequest } from '../../search/request/search-request';
import type { CallOptions } from '../../platform';
import type { ConversationChange } from '../../conversations/conversations';
import { type SearchCost, searchCost } from '../../search/search-cost';
import type { SearchEvent } from '../../search/events';
import type { SearchGroup } from '../../search/search-parameters';
import { knownSpeed } from '../../models/speed';
import { SEARCH_GROUPS } from '../../search/modes/modes';
import { editedPrompts } from '../session/setting-calls';
import { followUps } from './follow-ups';
import { startSearch } from './start-search';
import type { Session } from '../session/session';
import { abortable, onAbort } from '../../async';
import type { Steering } from '../../search/request/steering';

/** Questions and their answers. */
export interface AskingCalls {
  /** Streams the evidence, then what the chosen chat model writes, if one is chosen. Ends with the answer. */
  search(request: SearchRequest, options?: CallOptions): AsyncIterable<SearchEvent>;
  /** Stops a question of the running DRIFT search of this id, or asks it whatever its rank. */
  steer(searchId: string, question: string, how: 'stop' | 'pursue'): Promise<void>;
  /**
   * Proposes questions that follow a kept answer and keeps them with its turn. Resolves with what was kept, or null where there is
   * nothing to propose. A model is asked only where one wrote the answer.
   */
  followUps(conversationId: string, turnId: string, options?: CallOptions): Promise<ConversationChange | null>;
  /** About what a question would take of the chosen model. Quick enough to be called while a person types. */
  searchCost(request: SearchRequest): Promise<SearchCost>;
  /** The parameters and prompts of each mode. */
  searchParameters(): Promise<readonly SearchGroup[]>;
}

/** Questions to the session's open collection. None of them waits for a run that changes the index. */
export function askingCalls(session: Session): AskingCalls {
  const steerings = createSteerings();
  const running = createRunningSearches();
  return {
    search: (request, options = {}) => {
      const steering = steerings.begin(request);
      const before = (signal: AbortSignal): Promise<void> | null => running.before(request, signal);
      const ended = running.begin(request, options.signal);
      return startSearch(session, request, { steering, before, ended }, options);
    },
    steer: async (id, question, how) => steerings.steer(id, question, how),
    followUps: (conversationId, turnId, options) => followUps(session, conversationId, turnId, options),
    searchCost: (request) => costOf(session, request),
    searchParameters: async () => SEARCH_GROUPS,
  };
}

/** The cost by the chosen model, its measured speed and the edited prompts. Loads no weights. */
async function costOf(session: Session, request: SearchRequest): Promise<SearchCost> {
  const { index, store } = await session.whole();
  const { env } = session;
  const model = (await env.models.chat('answers'))?.info ?? null;
  const [speed, prompts] = await Promise.all([
    model ? knownSpeed(env.settings, model.choice) : undefined,
    editedPrompts(env.settings),
  ]);
  const isChecker = (await env.models.checkerChoice()) === 'auto' && !(await env.models.checker().catch(() => null));
  return searchCost(index, request, {
    ...{ model, speed, prompts, isChecker },
    hasVectors: store.files.vectors.sets().length > 0,
  });
}

interface RunningSearches {
  /** Notes that a search runs, by its id; returns what ends that. */
  begin(request: SearchRequest, signal: AbortSignal | undefined): () => void;
  /** Resolves once the search that a request comes `after` has ended; null where none runs. */
  before(request: SearchRequest, signal: AbortSignal): Promise<void> | null;
}

/** Searches that run now, so that one can wait for another. */
function createRunningSearches(): RunningSearches {
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
  /** Registers the wishes of a person for a search that begins now. They may change while it runs. */
  begin(request: SearchRequest): Steering;
  steer(id: string, question: string, how: 'stop' | 'pursue'): void;
}

/** A steering as its choices are taken down. */
interface OpenSteering {
  readonly stopped: Set<string>;
  readonly pursued: Set<string>;
  readonly listeners: Set<(question: string) => void>;
}

/** Searches at a time that can be steered: two are compared at most. */
const KEPT = 8;

/** Keeps the wishes of a person for DRIFT searches, by search id; the newest searches only. */
export function createSteerings(): Steerings {
  const byId = new Map<string, OpenSteering>();
  return {
    begin({ id, drift }) {
      const listeners: OpenSteering['listeners'] = new Set();
      const steering: OpenSteering = { stopped: new Set(drift?.stopped), pursued: new Set(drift?.pursued), listeners };
      const onStopped: Steering['onStopped'] = (listener) => {
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
