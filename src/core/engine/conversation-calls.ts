import { StorageError } from '../errors';
import type { Conversation, Turn } from '../ports/conversations';
import type { Answer } from '../search/events';
import type { ConversationCalls } from './api/conversations';
import { documentsRead, forgetAnswer } from '../search/forget/forget-answer';
import { goneDocuments } from './gone-documents';
import type { OpenCollection } from './open-collection';
import type { Session } from './session';
import { withTurn } from './with-turn';

/** The conversations about the open collection. */
export function conversationCalls(session: Session): ConversationCalls {
  const { conversations, questions, clock } = session.env;
  return {
    conversations: () => conversations.list(session.current().record.id),
    keepTurn: async (id, turn, { collection } = {}) => {
      const open = session.current();
      if (collection !== undefined && collection !== open.record.id) {
        throw new StorageError('Another collection is open now, so this answer was not kept.');
      }
      return session.conversations.run(async () => {
        const answer = forgetAnswer(turn.answer, goneDocuments(open, deletedMeanwhile(open, turn.answer)));
        const kept = { ...turn, answer };
        if (id !== null)
          return conversations.change(id, (before) => ({ ...withTurn(before, kept), updated: clock.now() }));
        const begun = withTurn(newConversation(session, open, turn), kept);
        if (await conversations.begin(begun)) return begun;
        throw new StorageError('This collection was deleted, perhaps in another tab. Its answer was not kept.', {
          detail: open.record.id,
          traits: ['says what was kept'],
        });
      });
    },
    renameConversation: async (id, title) =>
      session.conversations.run(async () => void (await conversations.change(id, (kept) => ({ ...kept, title })))),
    removeConversation: (id) => session.conversations.run(() => conversations.remove(id)),
    waitingQuestions: (collection) => questions.list(collection),
    keepQuestion: (question) => questions.keep(question),
    dropQuestion: (id) => questions.remove(id),
  };
}

/** Documents that had a part in an answer and were deleted while it was given. */
function deletedMeanwhile({ tables }: OpenCollection, answer: Answer): ReadonlySet<string> {
  const here = new Set(tables.documents.map((row) => row.id));
  return new Set(documentsRead(answer).filter((id) => !here.has(id)));
}

function newConversation({ env }: Session, { record }: OpenCollection, turn: Turn): Conversation {
  const now = env.clock.now();
  return {
    id: env.newId(),
    collection: record.id,
    title: turn.question.slice(0, 80),
    created: now,
    updated: now,
    turns: [],
  };
}
