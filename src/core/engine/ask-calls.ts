import { evidence } from '../search/evidence';
import { SEARCH_PARAMETERS } from '../search/parameters';
import { suggestions } from '../search/suggestions';
import type { CommunityNode, EngineApi } from './api';
import type { OpenCollection } from './open-collection';
import { searchWithModel } from './search-with-model';
import type { Session } from './session';
import { createSteerings } from './steerings';
import { withUnread } from './unread-answers';

type AskCalls = Pick<
  EngineApi,
  'search' | 'steer' | 'searchParameters' | 'suggestions' | 'evidence' | 'communities' | 'table'
>;

const MEMBERS_SHOWN = 8;

/** Questions to the open collection. None of them waits for a run that changes the index. */
export function askCalls(session: Session): AskCalls {
  const steerings = createSteerings();
  return {
    search: (request, options = {}) => {
      const events = searchWithModel(session, request, steerings.begin(request), options);
      const chosen = (request.documentIds?.length ?? 0) > 0;
      return withUnread(events, chosen ? 0 : session.current().unread);
    },
    steer: async (id, question, how) => steerings.steer(id, question, how),
    searchParameters: async () => SEARCH_PARAMETERS,
    suggestions: async (count) => suggestions(session.current().index, count),
    evidence: async (target) => {
      const { index, tables } = session.current();
      return evidence(index, target, tables.covariates);
    },
    communities: async () => communityNodes(session.current()),
    table: tableCall(session),
  };
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
