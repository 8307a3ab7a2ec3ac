import type { Conversation, Turn } from '../ports';
import type { Answer } from '../search/events';
import type { EngineApi } from './api';
import { documentsRead } from '../search/forget/documents-read';
import { forgetAnswer } from '../search/forget/forget-answer';
import { goneDocuments } from './gone-documents';
import type { OpenCollection } from './open-collection';
import type { Session } from './session';

type ConversationCalls = Pick<EngineApi, 'conversations' | 'keepTurn' | 'renameConversation' | 'removeConversation'>;

/** The conversations about the open collection. */
export function conversationCalls(session: Session): ConversationCalls {
  const { conversations } = session.env;
  const find = async (id: string): Promise<Conversation | undefined> =>
    (await conversations.list(session.current().record.id)).find((one) => one.id === id);
  return {
    conversations: () => conversations.list(session.current().record.id),
    keepTurn: async (id, turn) => {
      const open = session.current();
      const answer = forgetAnswer(turn.answer, goneDocuments(open, deletedMeanwhile(open, turn.answer)));
      return session.conversations.run(async () => {
        const kept = id === null ? undefined : await find(id);
        const conversation = withTurn(
          kept ?? newConversation(session, turn),
          { ...turn, answer },
          session.env.clock.now(),
        );
        await conversations.put(conversation);
        return conversation;
      });
    },
    renameConversation: (id, title) =>
      session.conversations.run(async () => {
        const kept = await find(id);
        if (kept) await conversations.put({ ...kept, title });
      }),
    removeConversation: (id) => conversations.remove(id),
  };
}

/** Documents that had a part in an answer and were deleted while it was given. */
function deletedMeanwhile({ tables }: OpenCollection, answer: Answer): ReadonlySet<string> {
  const here = new Set(tables.documents.map((row) => row.id));
  return new Set(documentsRead(answer).filter((id) => !here.has(id)));
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
