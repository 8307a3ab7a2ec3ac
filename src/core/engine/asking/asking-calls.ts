import type { SearchRequest } from '../../search/request/search-request';
import type { CallOptions } from '../../platform';
import type { Conversation } from '../../ports/conversations';
import { type SearchCost, searchCost } from '../../search/search-cost';
import type { SearchEvent } from '../../search/events';
import type { SearchParameters } from '../../settings/search-parameters';
import { viewTarget } from '../../search/evidence/target-view';
import { knownSpeed } from '../../models/speed';
import { find } from '../../search/find/find';
import { findText } from '../../search/find/text-find';
import { SEARCH_PARAMETERS } from '../../search/modes/modes';
import { type LookingCalls, rememberedOverview, tableCall, communityNodes } from './looking-calls';
import { editedPrompts } from '../model-index/asking/run-models';
import { createRunningSearches, createSteerings } from './running-searches';
import { startSearch } from './start-search';
import type { Session } from '../session/session';

/** Questions and their answers. */
export interface AskingCalls {
  /** Tells the evidence, then what the chosen chat model writes where there is one; ends with the answer. */
  search(request: SearchRequest, options?: CallOptions): AsyncIterable<SearchEvent>;
  /** Stops a question of the running DRIFT search of this id, or has it asked whatever its rank. */
  steer(searchId: string, question: string, how: 'stop' | 'pursue'): Promise<void>;
  /**
   * Looks for questions that lead on from a kept answer and keeps them with its turn; resolves with the conversation, or with null where
   * nothing was to be proposed. A model is asked only where one wrote the answer.
   */
  followUps(conversationId: string, turnId: string, options?: CallOptions): Promise<Conversation | null>;
  /** What a question would take of the chosen model here, about; quick enough to be asked while a person types. */
  searchCost(request: SearchRequest): Promise<SearchCost>;
  /** What may be set about each mode. */
  searchParameters(): Promise<readonly SearchParameters[]>;
}

type AskCalls = Omit<AskingCalls, 'followUps'> & LookingCalls;

/** Questions to the open collection. None of them waits for a run that changes the index. */
export function askCalls(session: Session): AskCalls {
  const steerings = createSteerings();
  const running = createRunningSearches();
  const overview = rememberedOverview(session);
  return {
    search: (request, options = {}) => {
      const steering = steerings.begin(request);
      const before = (signal: AbortSignal): Promise<void> | null => running.before(request, signal);
      return startSearch(
        session,
        request,
        { steering, before, ended: running.begin(request, options.signal) },
        options,
      );
    },
    steer: async (id, question, how) => steerings.steer(id, question, how),
    searchCost: (request) => costHere(session, request),
    searchParameters: async () => SEARCH_PARAMETERS,
    find: async (text, limit, { signal } = {}) => {
      signal?.throwIfAborted();
      return find(session.current().index, text, limit);
    },
    findText: async (query, options) => {
      options.signal?.throwIfAborted();
      return findText(session.current().index, query, options);
    },
    overview: async () => overview(session.current().index),
    evidence: async (target) => {
      const { index, tables } = session.current();
      return viewTarget(index, target, tables.covariates);
    },
    communities: async () => communityNodes(session.current()),
    table: tableCall(session),
    startTables: () => session.env.queries.start(),
  };
}

/** By the chosen model, its measured speed and a person's own words. Loads no weights. */
async function costHere({ env, current }: Session, request: SearchRequest): Promise<SearchCost> {
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
