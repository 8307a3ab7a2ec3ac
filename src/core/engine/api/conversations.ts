import type { Conversation, Turn, WaitingQuestion } from '../../ports/conversations';

/** The conversations about the open collection. */
export interface ConversationCalls {
  conversations(): Promise<readonly Conversation[]>;
  /**
   * Adds a turn, to a new conversation when `conversationId` is null, or puts it in the place of the turn of its id; durable when it resolves.
   * Null where the conversation has been removed. Throws StorageError where another collection than that of `options` is open.
   */
  keepTurn(conversationId: string | null, turn: Turn, options?: KeepOptions): Promise<Conversation | null>;
  renameConversation(id: string, title: string): Promise<void>;
  /** With it goes what was asked in it and waits for an answer. */
  removeConversation(id: string): Promise<void>;
  /** Questions that wait for an answer, or whose page ended while they did; the oldest first. */
  waitingQuestions(collection: string): Promise<readonly WaitingQuestion[]>;
  /** Durable when it resolves; nothing is kept of a collection that is gone. */
  keepQuestion(question: WaitingQuestion): Promise<void>;
  dropQuestion(id: string): Promise<void>;
}

/** Where a turn is kept. */
export interface KeepOptions {
  /** The collection that was asked; missing: the one that is open. */
  readonly collection?: string;
}
