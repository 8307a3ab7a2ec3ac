import { SAFETY, tokensOf } from '../../extract/model/budget';
import type { ChatMessage } from '../../models/chat-model';

/** What shares a model’s window with the context. */
export interface PromptParts {
  /** Tokens of prompt and reply together, of the model. */
  readonly contextWindow: number;
  /** The prompt with its question, but without context and history. */
  readonly messages: readonly ChatMessage[];
  /** Estimated tokens of the conversation history that goes with it. */
  readonly historyTokens?: number;
  /** Tokens that are kept free for the reply. */
  readonly replyTokens: number;
  /** Tokens of this model for each estimated one, where they were counted; by default more than any tokenizer was seen to need. */
  readonly perEstimate?: number;
}

/** Estimated tokens that a prompt leaves for its context; 0 where the window is too small for any. */
export function contextTokens(parts: PromptParts): number {
  const { contextWindow, messages, historyTokens = 0, replyTokens, perEstimate = SAFETY } = parts;
  const prompt = Math.floor((contextWindow - replyTokens) / perEstimate);
  return Math.max(0, prompt - tokensOf(messages) - historyTokens);
}

/** Tokens by which the parts of a prompt, counted each by itself, may differ from the whole. */
const ROUNDING = 8;

/** Whether a whole prompt and its reply find room in a window, counted with the same care as the data were. */
export function fitsWindow({ messages, ...parts }: PromptParts): boolean {
  const room = contextTokens({ ...parts, messages: [] });
  return tokensOf(messages) <= room + Math.min(ROUNDING, room / 10);
}

/** Part of a window that a reply may take. */
const MOST_REPLY = 1 / 4;

/** Tokens that a reply may have, so that a small window has room for what it is to be made from. */
export const replyWithin = (contextWindow: number, wanted: number): number =>
  Math.max(1, Math.min(wanted, Math.floor(contextWindow * MOST_REPLY)));
