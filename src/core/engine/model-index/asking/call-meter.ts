import { hasTrait } from '../../../errors';
import { countPromptTokens } from '../../../models/prompt-tokens';
import type { ChatMessage, ChatUsage } from '../../../models/chat-model';
import type { QueueEvent } from '../../../models/queue/chat-queue';
import type { Clock } from '../../../platform';
import { estimateTokens } from '../../../text/tokens';
import type { CallCost, OpenCall, Spending } from './spending';

/** Counts the cost of a call over all its tries: prompts as sent, and words received before a try was aborted. */
interface CallMeter {
  /** A try is about to be sent. */
  send(): Promise<void>;
  record(event: QueueEvent): void;
  /** The model answered it. */
  answer(usage: ChatUsage): void;
  /** It ended without a reply. */
  fail(error: unknown, isAborted: boolean): void;
}

const NOTHING: CallCost = { promptTokens: 0, completionTokens: 0, seconds: 0 };

/** A meter of a call with these messages. `clock` times the tries that are aborted. */
export function callMeter(spending: Spending, messages: readonly ChatMessage[], clock: Clock): CallMeter {
  const promptTokens = countPromptTokens(messages);
  let open: OpenCall | undefined;
  let isSent = false;
  let began = 0;
  /** What this try cost before the model began anew. */
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
