import type { ChatMessage } from '../../models/chat-model';
import type { ReplyForm } from '../../prompts/prompt';
import { estimateTokens } from '../../text/tokens';
import type { Depth } from './reading';

/** Tokens that chat templates put around a message, about. */
const PER_MESSAGE = 5;
/** Other tokenizers need up to so many times the estimated tokens. */
export const SAFETY = 1.2;
/** Tokens that a reply is expected to have, per token of text: what the gold standard of the sample takes, and some more. */
const REPLY_SHARE = { compact: 0.3, full: 1.1, claims: 0.2, gleaning: 0.4 } as const;
/** Tokens of a reply in JSON over those of the same in lines: names of fields, quotes and brackets. */
const FORM_SHARE: Readonly<Record<ReplyForm, number>> = { lines: 1, json: 1.6 };
const LEAST_REPLY = 32;
/** A reply may be so many times longer than expected before it is cut. */
const SLACK = 3;

export type ReplyKind = Depth | 'claims' | 'gleaning';

/** Estimated tokens of a prompt. */
export const tokensOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + PER_MESSAGE, 0);

/** Tokens that a reply about a text of so many tokens is expected to have. */
export const expectedReply = (kind: ReplyKind, textTokens: number, form: ReplyForm = 'lines'): number =>
  LEAST_REPLY + Math.ceil(textTokens * REPLY_SHARE[kind] * FORM_SHARE[form]);

/** Tokens that a window leaves for the reply to a prompt, with care. May be negative. */
export const roomFor = (messages: readonly ChatMessage[], contextWindow: number): number =>
  Math.floor(contextWindow - tokensOf(messages) * SAFETY);

/** The limit of a reply: generous, within the window. */
export const replyLimit = (kind: ReplyKind, textTokens: number, room: number, form?: ReplyForm): number =>
  Math.max(LEAST_REPLY, Math.min(SLACK * expectedReply(kind, textTokens, form), room));
