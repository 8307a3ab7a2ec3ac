import { suggestAliases } from '../extract/aliases';
import type { Conversation, Turn } from '../ports';
import type { Answer } from '../search/events';
import { evidence, topEntitiesOfDocument } from '../search/evidence';
import { search } from '../search/search';
import { suggestions } from '../search/suggestions';
import type { DocumentRow } from '../tables/tables';
import type { CommunityNode, DocumentView, EngineApi } from './api';
import { keptApart } from './edits';
import { withoutDocuments } from './forget';
import type { OpenCollection } from './open-collection';
import type { Session } from './session';
import { documentItem } from './view';

type AskCalls = Pick<
  EngineApi,
  | 'search'
  | 'suggestions'
  | 'document'
  | 'evidence'
  | 'communities'
  | 'table'
  | 'aliasSuggestions'
  | 'conversations'
  | 'keepTurn'
  | 'renameConversation'
  | 'removeConversation'
>;

const MEMBERS_SHOWN = 8;
const ENTITIES_OF_DOCUMENT = 40;

/** Everything that reads the open collection, and its conversations. None of it waits for a run that changes the index. */
export function askCalls(session: Session): AskCalls {
  const { env } = session;
  const loaded = { open: null as OpenCollection | null, version: -1 };
  const findConversation = async (id: string): Promise<Conversation | undefined> =>
    (await env.conversations.list(session.current().record.id)).find((one) => one.id === id);
  return {
    search: (request, options = {}) =>
      search(session.current().index, request, {
        clock: env.clock,
        ...(options.signal ? { signal: options.signal } : {}),
      }),
    suggestions: async (count) => suggestions(session.current().index, count),
    document: async (id) => {
      const { tables, index } = session.current();
      const row = tables.documents.find((one) => one.id === id);
      return row ? documentView(row, topEntitiesOfDocument(index, id, ENTITIES_OF_DOCUMENT)) : null;
    },
    evidence: async (target) => evidence(session.current().index, target),
    communities: async () => communityNodes(session.current()),
    table: async (query) => {
      const open = session.current();
      if (loaded.open !== open || loaded.version !== open.version) {
        const { version } = open;
        await env.queries.load(open.tables);
        Object.assign(loaded, { open, version });
      }
      return env.queries.page(query);
    },
    aliasSuggestions: async () => {
      const open = session.current();
      const { entities, relationships } = open.tables;
      const apart = await keptApart(open);
      return suggestAliases(entities, relationships).filter(({ into, from }) => !apart(into.id, from.id));
    },
    conversations: () => env.conversations.list(session.current().record.id),
    keepTurn: async (id, turn) => {
      const answer = withoutDocuments(turn.answer, goneDocuments(session.current(), turn.answer));
      return session.conversations.run(async () => {
        const kept = id === null ? undefined : await findConversation(id);
        const conversation = withTurn(kept ?? newConversation(session, turn), { ...turn, answer }, env.clock.now());
        await env.conversations.put(conversation);
        return conversation;
      });
    },
    renameConversation: (id, title) =>
      session.conversations.run(async () => {
        const kept = await findConversation(id);
        if (kept) await env.conversations.put({ ...kept, title });
      }),
    removeConversation: (id) => env.conversations.remove(id),
  };
}

/** Documents that an answer cites and that were deleted while it was given. */
function goneDocuments({ tables }: OpenCollection, answer: Answer): ReadonlySet<string> {
  const here = new Set(tables.documents.map((row) => row.id));
  const cited = answer.citations.flatMap((citation) => citation.passages.map((passage) => passage.document_id));
  return new Set(cited.filter((id) => !here.has(id)));
}

function newConversation({ env, current }: Session, turn: Turn): Conversation {
  const now = env.clock.now();
  return {
    id: env.newId(),
    collection: current().record.id,
    title: turn.question.slice(0, 80),
    created: now,
    updated: now,
    turns: [],
  };
}

function withTurn(conversation: Conversation, turn: Turn, now: number): Conversation {
  return { ...conversation, updated: now, turns: [...conversation.turns, turn] };
}

function documentView(row: DocumentRow, entities: DocumentView['entities']): DocumentView {
  return {
    ...documentItem(row),
    text: row.text,
    page_starts: row.page_starts,
    headings: row.heading_starts.map((start, i) => ({
      start,
      level: row.heading_levels[i] ?? 1,
      text: row.heading_texts[i] ?? '',
    })),
    attributes: JSON.parse(row.attributes) as Readonly<Record<string, string>>,
    entities,
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
