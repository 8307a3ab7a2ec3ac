import type { ChatReply } from './chat-model';

/** Replies as they came, before anything was made of them. Kept per collection, so that deleting forgets them too. */
export interface ReplyCache {
  get(key: string): Promise<ChatReply | undefined>;
  /** Durable when it resolves. `owner` says what a reply was made from, so that it can be forgotten with it. */
  put(key: string, reply: ChatReply, owner: ReplyOwner): Promise<void>;
  removeDocuments(collection: string, documentIds: readonly string[]): Promise<void>;
  removeCollection(collection: string): Promise<void>;
}

export interface ReplyOwner {
  readonly collection: string;
  /** Documents whose words were in the prompt. */
  readonly documentIds: readonly string[];
}
