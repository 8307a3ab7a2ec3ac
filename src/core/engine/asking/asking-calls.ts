import type { SearchRequest } from '../../search/request/search-request';
import type { CallOptions } from '../../platform';
import type { Conversation } from '../../ports/conversations';
import { type SearchCost, searchCost } from '../../search/search-cost';
import type { SearchEvent } from '../../search/events';
import type { SearchParameters } from '../../settings/search-parameters';
import { knownSpeed } from '../../models/speed';
import { SEARCH_PARAMETERS } from '../../search/modes/modes';
import { editedPrompts } from '../model-index/asking/run-models';
import { followUps } from './follow-ups';
import { createRunningSearches, createSteerings } from './running-searches';
import { startSearch } from './start-search';
import type { Session } from '../session/session';

/** Questions and their answers. */
export interface AskingCalls {
  /** Streams the evidence, then what the chosen chat model writes, if one is chosen. Ends with the answer. */
  search(request: SearchRequest, options?: CallOptions): AsyncIterable<SearchEvent>;
  /** Stops a question of the running DRIFT search of this id, or asks it whatever its rank. */
  steer(searchId: string, question: string, how: 'stop' | 'pursue'): Promise<void>;
  /**
   * Proposes questions that follow a kept answer and keeps them with its turn. Resolves with the conversation, or null where there is
   * nothing to propose. A model is asked only where one wrote the answer.
   */
  followUps(conversationId: string, turnId: string, options?: CallOptions): Promise<Conversation | null>;
  /** About what a question would take of the chosen model. Quick enough to be called while a person types. */
  searchCost(request: SearchRequest): Promise<SearchCost>;
  /** The parameters of each mode. */
  searchParameters(): Promise<readonly SearchParameters[]>;
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
    searchParameters: async () => SEARCH_PARAMETERS,
  };
}

/** The cost by the chosen model, its measured speed and the edited prompts. Loads no weights. */
async function costOf({ env, current }: Session, request: SearchRequest): Promise<SearchCost> {
  const { index, store } = current();
  const model = (await env.models.chat('answers'))?.info ?? null;
  const [speed, prompts] = await Promise.all([
    model ? knownSpeed(env.settings, model.choice) : undefined,
    editedPrompts(env.settings),
  ]);
  const isChecker = (await env.models.checkerChoice()) === 'auto' && !(await env.models.checker().catch(() => null));
  return searchCost(index, request, {
    ...{ model, speed, prompts, isChecker },
    hasVectors: store.vectors.sets().length > 0,
  });
}
