import { evidence } from '../search/evidence/target-view';
import { knownSpeed } from '../models/speed';
import { searchCost, type SearchCost } from '../search/search-cost';
import type { SearchRequest } from '../search/events';
import { find } from '../search/find/find';
import { findText } from '../search/find/text-find';
import { overviewOf, type CollectionOverview } from '../overview/overview';
import type { SearchIndex } from '../retrieval/index';
import { runWork } from '../work';
import { SEARCH_PARAMETERS } from '../search/modes/modes';
import type { EngineApi } from './api';
import type { AskingCalls } from './api/asking';
import type { CommunityNode, LookingCalls } from './api/looking';
import { editedPrompts } from './model/asking/reading-options';
import type { OpenCollection } from './open-collection';
import { createRunningSearches } from './running-searches';
import { startSearch } from './start-search';
import type { Session } from './session';
import { createSteerings } from './steerings';

type AskCalls = Omit<AskingCalls, 'followUps'> & LookingCalls;

const MEMBERS_SHOWN = 8;

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
      return evidence(index, target, tables.covariates);
    },
    communities: async () => communityNodes(session.current()),
    table: tableCall(session),
    startTables: () => session.env.queries.start(),
  };
}

/** Made once for each state of the index. */
function rememberedOverview({ env }: Session): (index: SearchIndex) => Promise<CollectionOverview> {
  const known = new WeakMap<SearchIndex, Promise<CollectionOverview>>();
  return (index) => {
    const made = known.get(index) ?? runWork(overviewOf(index), { clock: env.clock });
    known.set(index, made);
    return made;
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

/** Pages of tables; the queried copy of the tables is made anew only when they have changed. */
function tableCall({ env, current }: Session): EngineApi['table'] {
  let loaded: { readonly open: OpenCollection; readonly version: number } | undefined;
  return async (query) => {
    const open = current();
    const { version } = open;
    if (loaded?.open !== open || loaded.version !== version) {
      await env.queries.load(open.tables);
      loaded = { open, version };
    }
    return env.queries.page(query);
  };
}

function communityNodes({ tables }: OpenCollection): readonly CommunityNode[] {
  const entityOf = new Map(tables.entities.map((row) => [row.id, row]));
  const reportOf = new Map(tables.community_reports.map((row) => [row.community, row]));
  const communities = tables.communities.filter((row) => row.size > 1);
  return communities.map((row) => ({
    row,
    report: reportOf.get(row.community) ?? null,
    members: row.entity_ids
      .flatMap((id) => entityOf.get(id) ?? [])
      .sort((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1))
      .slice(0, MEMBERS_SHOWN)
      .map(({ id, title, type }) => ({ id, title, type })),
  }));
}
