import type { Answer } from '../../search/answer/answer';
import type { Conversation, Turn, WaitingQuestion } from '../../search/conversations';
import { StorageError } from '../../errors';
import { message } from '../../message';
import { documentsRead, forgetAnswer } from '../../search/forget/forget-answer';
import { afterDeletion } from '../documents/forget-documents';
import type { OpenCollection } from '../collections/open-collection';
import type { Session } from '../session/session';

/** The conversations about the open collection. */
export interface ConversationCalls {
  conversations(): Promise<readonly Conversation[]>;
  /**
   * Adds a turn, or replaces the one of its id. It begins a conversation when `conversationId` is null. Durable when it resolves, with
   * null where the conversation was removed. Throws StorageError where another collection is open.
   */
  keepTurn(conversationId: string | null, turn: Turn, options?: KeepOptions): Promise<Conversation | null>;
  renameConversation(id: string, title: string): Promise<void>;
  /** Also drops its waiting questions. */
  removeConversation(id: string): Promise<void>;
  /** Questions that wait for an answer, or whose page ended before it came, the oldest first. */
  waitingQuestions(collection: string): Promise<readonly WaitingQuestion[]>;
  /** Durable when it resolves. Nothing is kept for a collection that is gone. */
  keepQuestion(question: WaitingQuestion): Promise<void>;
  dropQuestion(id: string): Promise<void>;
}

/** Where a turn is kept. */
export interface KeepOptions {
  /** The collection that was asked; missing: the one that is open. */
  readonly collection?: string;
}

/** The conversations about the open collection. */
export function conversationCalls(session: Session): ConversationCalls {
  const { conversations, questions, clock } = session.env;
  return {
    conversations: () => conversations.list(session.current().record.id),
    keepTurn: async (id, turn, { collection } = {}) => {
      const open = session.current();
      if (collection !== undefined && collection !== open.record.id) {
        throw new StorageError(message`Another collection is open now, so this answer was not kept.`);
      }
      return session.conversations.run(async () => {
        const answer = forgetAnswer(turn.answer, afterDeletion(open, deletedMeanwhile(open, turn.answer)));
        const kept = { ...turn, answer };
        if (id !== null)
          return conversations.change(id, (before) => ({ ...withTurn(before, kept), updated: clock.now() }));
        const begun = withTurn(newConversation(session, open, turn), kept);
        if (await conversations.begin(begun)) return begun;
        throw new StorageError(message`This collection was deleted, perhaps in another tab. Its answer was not kept.`, {
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

/** Documents of an answer that were deleted before it was complete. */
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

/**
 * The conversation with this turn: in place of the one of its id, else before a turn compared with it that ended sooner, else at the end.
 */
export function withTurn(conversation: Conversation, turn: Turn): Conversation {
  const { turns } = conversation;
  const place = turns.findIndex(({ id }) => id === turn.id);
  if (place >= 0) return { ...conversation, turns: turns.with(place, turn) };
  const at = turns.findIndex(({ comparedWith }) => comparedWith === turn.id);
  return { ...conversation, turns: at < 0 ? [...turns, turn] : turns.toSpliced(at, 0, turn) };
}
