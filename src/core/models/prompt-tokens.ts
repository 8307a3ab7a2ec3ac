import { estimateTokens } from '../text/tokens';
import type { ChatMessage } from './chat-model';

/** Tokens that chat templates add to a message, about. */
const PER_MESSAGE = 5;
/** Other tokenizers need up to this many tokens for an estimated one. */
export const TOKENIZER_MARGIN = 1.2;

/** Estimated tokens of a prompt. */
export const countPromptTokens = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + PER_MESSAGE, 0);

/** Tokens that a window leaves for the reply to a prompt, by a cautious estimate. May be negative. */
export const replyRoom = (messages: readonly ChatMessage[], contextWindow: number): number =>
  Math.floor(contextWindow - countPromptTokens(messages) * TOKENIZER_MARGIN);
