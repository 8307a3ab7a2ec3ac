import { ModelError } from '../../errors';
import type { Ask } from '../../models/ask';
import type { ChatChoice, ChatPurpose, ChatReply, ChatUsage } from '../../models/chat-model';
import type { ChatQueue, QueueEvent } from '../../models/chat-queue';
import type { EngineModels } from '../../models/engine-models';
import type { ReplyOwner } from '../../models/reply-cache';
import type { Priority } from '../../models/slots';
import type { Spending } from './spending';

export interface Asking {
  readonly queue: ChatQueue;
  readonly models: Pick<EngineModels, 'chat'>;
  /** The model that the run was begun with: its records carry that name. */
  readonly choice: ChatChoice;
  readonly purpose: ChatPurpose;
  readonly collection: string;
  /** Default: behind everything that a person waits for. */
  readonly priority?: Priority;
  readonly signal: AbortSignal;
  readonly spending: Spending;
  /** Told of each call that was really made. */
  readonly onUsage?: (usage: ChatUsage) => void;
  /** What happens before a reply: loading, waiting behind a question, a call begun again. */
  readonly onSign: (event: QueueEvent) => void;
}

/** Calls of an index run: behind every question, kept under their documents, counted unless the reply was known already. */
export function createAsk(asking: Asking): Ask {
  const { queue, purpose, collection, signal, spending, onUsage, onSign, priority = 'background' } = asking;
  return async ({ documentIds, ...request }) => {
    await stillChosen(asking);
    const owner: ReplyOwner = { collection, documentIds };
    const events = queue.ask({ ...request, purpose, priority, owner }, { signal });
    const { reply, remembered } = await unlessAborted(replyOf(events, onSign), signal);
    if (!remembered) {
      spending.add(reply.usage);
      onUsage?.(reply.usage);
    }
    return reply;
  };
}

/** A model that hangs does not hold up who leaves. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

async function stillChosen({ models, choice, purpose }: Asking): Promise<void> {
  const now = (await models.chat(purpose))?.info.choice;
  if (now && JSON.stringify(now) === JSON.stringify(choice)) return;
  throw new ModelError(
    now
      ? `Another chat model is chosen now than the one that began (${choice.model}). What it read is kept. Resume to go on with the new one, or choose the earlier one first.`
      : 'No chat model is chosen any more. What was read is kept. Choose one in Settings, under Models, to go on.',
    { traits: ['says what was kept', 'holds for all'] },
  );
}

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
