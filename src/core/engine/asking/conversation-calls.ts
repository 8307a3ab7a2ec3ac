import type { Answer } from '../../search/answer/answer';
import {
  FIRST_PLACE,
  readTurns,
  type Conversation,
  type ConversationItem,
  type KeptTurn,
  type Turn,
  type WaitingQuestion,
} from '../../conversations/conversations';
import { StorageError } from '../../errors';
import { message } from '../../message';
import { documentsRead, redactAnswer } from '../../conversations/redact-answer';
import { afterDeletion } from '../documents/forget-documents';
import type { IndexTables } from '../../tables/tables';
import type { Session } from '../session/session';

/** The conversations about the open collection. */
export interface ConversationCalls {
  /** All of them, without their turns. */
  conversations(): Promise<readonly ConversationItem[]>;
  /** The turns of a conversation that were written after a revision, in portions, each with its place. */
  turns(conversationId: string, after?: number): AsyncIterable<readonly KeptTurn[]>;
  /** A turn of whichever conversation. */
  turn(id: string): Promise<Turn | null>;
  /** The conversations in which turns of these ids are kept, by turn. */
  conversationsOf(turnIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Adds a turn, or replaces the one of its id. It begins a conversation when `conversationId` is null. Durable when it resolves, with
   * null where the conversation was removed. Throws StorageError where another collection is open.
   */
  keepTurn(conversationId: string | null, turn: Turn, options?: KeepOptions): Promise<TurnChange | null>;
  renameConversation(id: string, title: string): Promise<void>;
  /** Also drops its waiting questions. */
  removeConversation(id: string): Promise<void>;
  /** Questions that wait for an answer, or whose page ended before it came, the oldest first. */
  waitingQuestions(collection: string): Promise<readonly WaitingQuestion[]>;
  /** Durable when it resolves. Nothing is kept for a collection that is gone. */
  keepQuestion(question: WaitingQuestion): Promise<void>;
  dropQuestion(id: string): Promise<void>;
}

/** Rows written when a turn was kept. */
export interface TurnChange extends Omit<KeptTurn, 'turn'> {
  readonly conversation: ConversationItem;
  /** The turn without words of documents that were deleted meanwhile; null where it was kept as it was given. */
  readonly changed: Turn | null;
}

export interface KeepOptions {
  /** The collection that was asked; missing: the one that is open. */
  readonly collection?: string;
}

/** The conversations about the open collection. */
export function conversationCalls(session: Session): ConversationCalls {
  const { conversations, questions, clock } = session.env;
  const find = (ids: readonly string[]) => conversations.findTurns(session.current().record.id, ids);
  return {
    conversations: () => conversations.list(session.current().record.id),
    turns: (id, after) => readTurns(conversations, id, after),
    turn: async (id) => (await find([id]))[0]?.turn ?? null,
    conversationsOf: async (ids) => new Map((await find(ids)).map(({ conversation, turn }) => [turn.id, conversation])),
    keepTurn: async (id, turn, { collection } = {}) => {
      const open = session.current();
      if (collection !== undefined && collection !== open.record.id) {
        throw new StorageError(message`Another collection is open now, so this answer was not kept.`);
      }
      return session.conversations.run(async () => {
        const answer = redactAnswer(turn.answer, afterDeletion(open, deletedMeanwhile(open.tables, turn.answer)));
        const kept = { ...turn, answer };
        const changed = answer === turn.answer ? null : kept;
        if (id !== null) {
          const change = await conversations.changeTurn(id, turn.id, () => kept, clock.now());
          if (!change) return null;
          const { place, revision } = change.kept;
          return { conversation: change.conversation, place, revision, changed };
        }
        const begun = await conversations.begin(newConversation(session, open.record.id, kept));
        if (begun) return { conversation: begun, place: FIRST_PLACE, revision: begun.revision, changed };
        throw new StorageError(message`This collection was deleted, perhaps in another tab. Its answer was not kept.`, {
          detail: open.record.id,
          traits: ['says what was kept'],
        });
      });
    },
    renameConversation: (id, title) => session.conversations.run(() => conversations.rename(id, title)),
    removeConversation: (id) => session.conversations.run(() => conversations.remove(id)),
    waitingQuestions: (collection) => questions.list(collection),
    keepQuestion: (question) => questions.keep(question),
    dropQuestion: (id) => questions.remove(id),
  };
}

/** Documents of an answer that were deleted before it was complete. */
function deletedMeanwhile({ documents }: IndexTables, answer: Answer): ReadonlySet<string> {
  const here = new Set(documents.map((row) => row.id));
  return new Set(documentsRead(answer).filter((id) => !here.has(id)));
}

function newConversation({ env }: Session, collection: string, turn: Turn): Conversation {
  const now = env.clock.now();
  return {
    id: env.newId(),
    collection,
    title: turn.question.slice(0, 80),
    created: now,
    updated: now,
    turns: [turn],
  };
}
