import type { ReplyForm } from '../../prompts/prompt';
import type { Depth } from './reading';

/** Expected tokens of a reply per token of text: what the gold standard of the sample takes, and some more. */
const REPLY_SHARE = { compact: 0.3, full: 1.1, claims: 0.2, gleaning: 0.4 } as const;
/** Tokens of a reply in a form per token of the same in lines: JSON has names of fields, quotes and brackets. */
const FORM_SHARE: Readonly<Record<ReplyForm, number>> = { lines: 1, json: 1.6 };
const LEAST_REPLY = 32;
/** A reply may be this many times longer than expected before it is cut. */
const SLACK = 3;

export type ReplyKind = Depth | 'claims' | 'gleaning';

/** Expected tokens of a reply about a text of so many tokens. */
export const expectedReply = (kind: ReplyKind, textTokens: number, form: ReplyForm): number =>
  LEAST_REPLY + Math.ceil(textTokens * REPLY_SHARE[kind] * FORM_SHARE[form]);

/** The limit of a reply: generous, within the window. */
export const replyLimit = (kind: ReplyKind, textTokens: number, room: number, form: ReplyForm): number =>
  Math.max(LEAST_REPLY, Math.min(SLACK * expectedReply(kind, textTokens, form), room));
