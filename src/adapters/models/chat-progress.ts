import { message, type Message, joinMessages } from '../../core/message';
import { streamFromCallback } from '../../core/async';
import type { ChatEvent } from '../../core/models/chat-model';

interface ChatStreamOptions {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds between two signs of life. */
  readonly everyMs: number;
  /** Milliseconds of silence after which no more signs are given; missing: the call watches over itself. */
  readonly forMs?: number;
}

/**
 * Streams the events of a chat call, so that the call never waits for its reader. While nothing comes, it repeats the
 * model's last step, with its duration.
 */
export function streamChat<R>(
  run: (emit: (event: ChatEvent) => void, signal: AbortSignal) => Promise<R>,
  { signal, everyMs, forMs = Infinity }: ChatStreamOptions,
): AsyncGenerator<ChatEvent, R> {
  const beating = async (emit: (event: ChatEvent) => void, stop: AbortSignal): Promise<R> => {
    /** Before the first event nothing is known to be alive. */
    let last: ChatEvent | undefined;
    let silentTicks = -1;
    const tick = (): void => {
      silentTicks++;
      if (last && silentTicks > 0 && silentTicks * everyMs <= forMs) emit(signOfLife(last, silentTicks * everyMs));
    };
    const timer = setInterval(tick, everyMs);
    const hear = (event: ChatEvent): void => {
      last = event;
      silentTicks = -1;
      emit(event);
    };
    return run(hear, stop).finally(() => clearInterval(timer));
  };
  return streamFromCallback(beating, { signal, merge: mergeChatEvents });
}

function signOfLife(last: ChatEvent, silentMs: number): ChatEvent {
  if (last.kind === 'loading') return last;
  const words = last.kind === 'working' ? last.words : message`Writing.`;
  return { kind: 'working', words: joinMessages(words, silence(silentMs)), silent: true };
}

const NOTABLE_MS = 20_000;

/** Empty while it is not worth a word. */
function silence(milliseconds: number): Message {
  if (milliseconds < NOTABLE_MS) return '';
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes === 0) return message`Nothing came for ${Math.round(milliseconds / 1000)} seconds.`;
  const long = minutes === 1 ? message`a minute` : message`${minutes} minutes`;
  return message`Nothing came for ${long}: a model that is loaded, or reads a long text, says nothing.`;
}

/** Joins texts, and keeps of loading steps and signs of life the newest. */
function mergeChatEvents(last: ChatEvent, next: ChatEvent): ChatEvent | undefined {
  if (last.kind === 'delta' && next.kind === 'delta') return { kind: 'delta', text: last.text + next.text };
  if (last.kind === 'working') return next;
  const sameStep = last.kind === 'loading' && next.kind === 'loading' && last.progress.step === next.progress.step;
  return sameStep ? next : undefined;
}
