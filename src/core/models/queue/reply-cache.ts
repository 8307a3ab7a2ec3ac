import type { ChatReply, ChatChoice, ChatRequest } from '../chat-model';
import { sha256Text } from '../../ids';

/** Replies as they came, before anything was made of them. Kept per collection, so that deleting forgets them too. */
export interface ReplyCache {
  get(key: string): Promise<ChatReply | undefined>;
  /**
   * Durable when it resolves. `owner` names the sources of a reply, so that it can be forgotten with them; when any has
   * been deleted meanwhile, the reply is not kept.
   */
  put(key: string, reply: ChatReply, owner: ReplyOwner): Promise<void>;
  /** Forgets what was made from these documents, and keeps nothing of them until they are allowed again. */
  removeDocuments(collection: string, documentIds: readonly string[]): Promise<void>;
  /** Allows replies from these documents again, which are back in the collection. */
  allowDocuments(collection: string, documentIds: readonly string[]): Promise<void>;
}

export interface ReplyOwner {
  readonly collection: string;
  /** Documents whose words were in the prompt. */
  readonly documentIds: readonly string[];
}

/** Names a reply by all that it depends on: model, version of the prompt, form, messages and sampling. */
export function replyKey(choice: ChatChoice, promptVersion: string, request: ChatRequest): string {
  const { messages, maxTokens, temperature, topP = 1, seed = null, stop = [], shape = null, likeliest } = request;
  const parts = [
    choice.provider,
    choice.model,
    choice.address ?? null,
    promptVersion,
    shape,
    messages,
    maxTokens,
    temperature,
    topP,
    seed,
    stop,
    ...(likeliest === undefined ? [] : [likeliest]),
  ];
  return sha256Text(JSON.stringify(parts));
}
