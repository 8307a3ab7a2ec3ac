import { ModelError, ParseError, hasTrait } from '../../../errors';
import { message } from '../../../message';
import { type Ask, withOtherSeed, ATTEMPTS } from '../../../models/model-call';
import {
  type ChatChoice,
  type ChatPurpose,
  type ChatReply,
  type ChatUsage,
  countPromptTokens,
  type ChatMessage,
} from '../../../models/chat-model';
import type { OpenCollection } from '../../collections/open-collection';
import type { ChatQueue, QueueEvent } from '../../../models/queue/chat-queue';
import type { ReplyOwner } from '../../../models/queue/reply-cache';
import type { Priority } from '../../../models/queue/slots';
import { abortable, anySignal } from '../../../async';
import type { Clock } from '../../../platform';
import type { Spending, CallCost, OpenCall } from './spending';
import { parseReply } from '../../../shapes/parse-reply';
import type { Shape } from '../../../shapes/shape';
import { estimateTokens } from '../../../text/tokens';

/** Context of a model call: queue, model and listeners for its cost. */
export interface Asking {
  readonly queue: ChatQueue;
  /** The model that the run was begun with: its records carry that name. */
  readonly choice: ChatChoice;
  readonly purpose: ChatPurpose;
  readonly open: Pick<OpenCollection, 'record' | 'hold'>;
  /** Default: behind everything that a person waits for. */
  readonly priority?: Priority;
  readonly signal: AbortSignal;
  /** Aborted once no further call may be sent; missing: there is no such time. */
  readonly stopSending?: AbortSignal;
  readonly spending: Spending;
  readonly clock: Clock;
  /** Time at which a person began it, in milliseconds since 1970; older replies are stale. Missing: none is. */
  readonly since?: number | undefined;
  /** Called for each call that was really made. */
  readonly onUsage?: (usage: ChatUsage) => void;
  /** Called for each call that a kept reply answered. */
  readonly onKept?: () => void;
  /** Called when the spending has grown. */
  readonly onSpent?: () => void;
  /** Called before a reply: on loading, waiting behind a question, a restarted call. */
  readonly onSign: (event: QueueEvent) => void;
}

/**
 * Makes calls behind every question. Replies are cached under their documents. Each call counts from the moment it is sent, unless its
 * reply was cached. Once `stopSending` aborts, no call is sent: its reason is thrown. None is sent about a document that is held back either: it
 * waits until that is undone, and throws a `gone` ModelError where the document is deleted.
 */
export function createAsk(asking: Asking): Ask {
  const { open, signal, stopSending } = asking;
  const ask = askAtOnce(asking);
  return async (call) => {
    for (;;) {
      await open.hold.released(anySignal(signal, stopSending), call.documentIds);
      try {
        return await ask(call);
      } catch (error) {
        if (!(error instanceof HoldBeforeSending)) throw error;
      }
    }
  };
}

/** A document of a call was held back between the ask and the sending. */
class HoldBeforeSending extends Error {}

function askAtOnce(asking: Asking): Ask {
  const { queue, choice, purpose, open, signal, stopSending, spending, clock, priority = 'background' } = asking;
  return async ({ documentIds, ...request }) => {
    const owner: ReplyOwner = { collection: open.record.id, documentIds };
    const meter = callMeter(spending, request.messages, clock);
    const unsent = new AbortController();
    const cancelUnsent = (): void => unsent.abort(stopSending?.reason);
    const onSend = async (): Promise<void> => {
      stopSending?.throwIfAborted();
      if (open.hold.has(documentIds)) throw new HoldBeforeSending();
      stopSending?.removeEventListener('abort', cancelUnsent);
      await meter.send();
    };
    const wait = (): void => {
      if (stopSending?.aborted) cancelUnsent();
      else stopSending?.addEventListener('abort', cancelUnsent);
    };
    wait();
    const stop = anySignal(signal, unsent.signal);
    try {
      const events = queue.ask({ ...request, choice, purpose, priority, owner }, { signal: stop, onSend });
      const record = (event: QueueEvent): void => {
        meter.record(event);
        if (event.kind === 'restart' && event.endedBy) wait();
        asking.onSign(event);
      };
      const { reply, remembered } = await abortable(replyOf(events, record), stop);
      if (remembered) asking.onKept?.();
      else {
        meter.answer(reply.usage);
        asking.onUsage?.(reply.usage);
      }
      return isOlder(reply, asking.since) ? { ...reply, stale: true } : reply;
    } catch (error) {
      meter.fail(error, signal.aborted);
      throw error;
    } finally {
      stopSending?.removeEventListener('abort', cancelUnsent);
      asking.onSpent?.();
    }
  };
}

/** Checks if a reply was kept before a time. */
export const isOlder = ({ kept }: ChatReply, since: number | undefined): boolean =>
  kept !== undefined && since !== undefined && kept < since;

/** The reply that ends the events, and true if it was known already; `onSign` gets the other events. */
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
  throw new ModelError(message`The model ended without a reply.`);
}

/** Measures the model's speed by valid replies. A refusal in a few words would make it seem faster than it is. */
export function measuringAsk(ask: Ask, learn: (usage: ChatUsage) => void): Ask {
  return async (call) => {
    const reply = await ask(call);
    if (!call.shape || keepsTo(call.shape, reply.text)) learn(reply.usage);
    return reply;
  };
}

function keepsTo(shape: Shape, text: string): boolean {
  try {
    parseReply(shape, text);
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

/**
 * Assigns a seed of its own to every call of a later round, since the same call would get the same cached reply. A call
 * may name another round.
 */
export function askInRound(ask: Ask, round: () => number): Ask {
  return ({ round: own, ...call }) => {
    const earlier = ((own ?? round()) - 1) * ATTEMPTS;
    return ask(earlier === 0 ? call : withOtherSeed(call, earlier));
  };
}

/** Counts the cost of a call over all its tries: prompts as sent, and words received before a try was aborted. */
interface CallMeter {
  /** A try is about to be sent. */
  send(): Promise<void>;
  record(event: QueueEvent): void;
  /** The model answered it. */
  answer(usage: ChatUsage): void;
  /** Records that the try ended without a reply. */
  fail(error: unknown, isAborted: boolean): void;
}

const NOTHING: CallCost = { promptTokens: 0, completionTokens: 0, seconds: 0 };

/** A meter of a call with these messages. `clock` times the tries that are aborted. */
export function callMeter(spending: Spending, messages: readonly ChatMessage[], clock: Clock): CallMeter {
  const promptTokens = countPromptTokens(messages);
  let open: OpenCall | undefined;
  let isSent = false;
  let began = 0;
  /** Cost of this try before the model started again. */
  let lost: CallCost | null = null;
  let text = '';
  let isLoading = false;
  /** A try that never reached the model costs nothing: the model was loading, or refused the call before a word. */
  const breakOff = (isUnderWay: boolean): void => {
    if (text === '' && (isLoading || !isSent || !isUnderWay)) return;
    const seconds = Math.max(0, clock.now() - began) / 1_000;
    lost = sumOf(lost ?? NOTHING, { promptTokens, completionTokens: estimateTokens(text), seconds });
    [text, began] = ['', clock.now()];
  };
  const end = (cost: CallCost | null, isPreempted = false): void => {
    open?.end(cost && lost ? sumOf(cost, lost) : (cost ?? lost), isPreempted);
    [open, isSent, lost, text, isLoading] = [undefined, false, null, '', false];
  };
  return {
    send: async () => {
      open = spending.begin(promptTokens);
      await open.written;
      [isSent, began] = [true, clock.now()];
    },
    record: (event) => {
      if (event.kind === 'restart') {
        breakOff(event.endedBy === 'question' || event.endedBy === 'silence');
        if (event.endedBy) end(null, event.endedBy === 'question');
      }
      if (event.kind === 'delta') text += event.text;
      isLoading = event.kind === 'loading';
    },
    answer: end,
    fail: (error, isAborted) => {
      breakOff(isAborted || hasTrait(error, 'fell silent'));
      end(null);
    },
  };
}

const sumOf = (a: CallCost, b: CallCost): CallCost => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
  seconds: a.seconds + b.seconds,
});
