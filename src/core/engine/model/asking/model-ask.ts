import { ModelError } from '../../../errors';
import type { Ask } from '../../../models/ask';
import type { ChatChoice, ChatPurpose, ChatReply, ChatUsage } from '../../../models/chat-model';
import type { ChatQueue, QueueEvent } from '../../../models/chat-queue';
import type { ReplyOwner } from '../../../models/reply-cache';
import type { Priority } from '../../../models/slots';
import { unlessAborted } from '../../../models/unless-aborted';
import type { Spending } from './spending';

/** Whose calls are made, with which model, and who is told what they cost. */
export interface Asking {
  readonly queue: ChatQueue;
  /** The model that the run was begun with: its records carry that name. */
  readonly choice: ChatChoice;
  readonly purpose: ChatPurpose;
  readonly collection: string;
  /** Default: behind everything that a person waits for. */
  readonly priority?: Priority;
  readonly signal: AbortSignal;
  readonly spending: Spending;
  /** Whether a reply that was kept then was never counted, since the tab was closed before. */
  readonly isUncounted?: (kept: number) => boolean;
  /** When a person began it, in milliseconds since 1970: older replies are stale. Missing: none is. */
  readonly since?: number | undefined;
  /** Told of each call that was really made. */
  readonly onUsage?: (usage: ChatUsage) => void;
  /** Told when the spending has grown. */
  readonly onSpent?: () => void;
  /** What happens before a reply: loading, waiting behind a question, a call begun again. */
  readonly onSign: (event: QueueEvent) => void;
}

/** Calls of an index run: behind every question, kept under their documents, counted unless the reply was known already. */
export function createAsk(asking: Asking): Ask {
  const { queue, choice, purpose, collection, signal, spending, onUsage, onSign, priority = 'background' } = asking;
  const isUncounted = ({ kept }: ChatReply): boolean => kept !== undefined && (asking.isUncounted?.(kept) ?? false);
  return async ({ documentIds, ...request }) => {
    const owner: ReplyOwner = { collection, documentIds };
    const events = queue.ask({ ...request, choice, purpose, priority, owner }, { signal });
    const { reply, remembered } = await unlessAborted(replyOf(events, onSign), signal);
    if (!remembered || isUncounted(reply)) {
      spending.add(reply.usage);
      asking.onSpent?.();
    }
    if (!remembered) onUsage?.(reply.usage);
    return isOlder(reply, asking.since) ? { ...reply, stale: true } : reply;
  };
}

/** Whether a reply was kept before then. */
export const isOlder = ({ kept }: ChatReply, since: number | undefined): boolean =>
  kept !== undefined && since !== undefined && kept < since;

/** The reply that ends the events, and whether it was known already; the other events are told. */
export async function replyOf(
  events: AsyncIterable<QueueEvent>,
  onSign: (event: QueueEvent) => void,
): Promise<{ readonly reply: ChatReply; readonly remembered: boolean }> {
  let remembered = false;
  for await (const event of events) {
    if (event.kind === 'reply') return { reply: event.reply, remembered };
    if (event.kind === 'remembered') remembered = true;
    onSign(event);
  }
  throw new ModelError('The model ended without a reply.');
}
