import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { ChatMessage } from '../../../src/core/models/chat-model';

/** Tokens of marks around each message, as chat templates put them there. */
const MARKS = 4;

/** Tokens of a text by o200k. */
export const tokensOf = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;

/** Tokens of a prompt by o200k. */
export const promptTokens = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + tokensOf(content) + MARKS, 0);
