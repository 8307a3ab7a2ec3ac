import { ModelError, hasTrait } from '../errors';
import type { CallOptions } from '../ports';
import type { ChatEvent, ChatModel, ChatReply, ChatRequest } from './chat-model';
import type { ReplyCache, ReplyOwner } from './reply-cache';
import { replyKey } from './reply-key';
import { Slots, type Priority, type Slot } from './slots';

export interface QueuedRequest extends ChatRequest {
  readonly priority: Priority;
  /** Changes whenever the prompt's words do. */
  readonly promptVersion: string;
  /** What the reply is made from; it is kept under that name. Missing: the reply is not kept. */
  readonly owner?: ReplyOwner;
}

export type QueueEvent =
  | ChatEvent
  /** Sent once, when others are served first. */
  | { readonly kind: 'waiting'; readonly ahead: number }
  /** The reply was known already; the `reply` follows. */
  | { readonly kind: 'remembered' };

export interface ChatQueue {
  /** The model's events, ended by exactly one `reply`, which is kept before it is handed out. */
  ask(request: QueuedRequest, options?: CallOptions): AsyncIterable<QueueEvent>;
}

/** Timers handed to the core, which has none of its own. */
export interface Timer {
  /** Calls `act` once after so many milliseconds; returns how to call it off. */
  after(milliseconds: number, act: () => void): () => void;
}

export interface QueueOptions {
  readonly timer: Timer;
  readonly cache?: ReplyCache;
  /** Silence of the model, in milliseconds, after which a call is given up; default 180 000: a long prompt on a slow GPU is silent too. */
  readonly patience?: number;
  /** Waits before the second, third, … attempt in milliseconds; default 1 000 and 5 000. */
  readonly backOff?: readonly number[];
}

const PATIENCE = 180_000;
const BACK_OFF: readonly number[] = [1_000, 5_000];

/** Puts order before a model: a question before background work, as many calls as it takes, each tried again where that may help. */
export function createChatQueue(model: ChatModel, options: QueueOptions): ChatQueue {
  const slots = new Slots(model.info.capabilities.parallel);
  return { ask: (request, call = {}) => ask({ model, slots, options, request, signal: call.signal }) };
}

interface Call {
  readonly model: ChatModel;
  readonly slots: Slots;
  readonly options: QueueOptions;
  readonly request: QueuedRequest;
  readonly signal: AbortSignal | undefined;
}

async function* ask(call: Call): AsyncGenerator<QueueEvent> {
  const { request, options, signal } = call;
  const key = replyKey(call.model.info.choice, request.promptVersion, request);
  const known = request.owner && (await options.cache?.get(key));
  if (known) {
    yield { kind: 'remembered' };
    return yield { kind: 'reply', reply: known };
  }
  const backOff = options.backOff ?? BACK_OFF;
  for (let failures = 0, again = false; ; again = true) {
    const ahead = call.slots.ahead(request.priority);
    if (ahead > 0) yield { kind: 'waiting', ahead };
    const slot = await call.slots.take(request.priority, { signal, again });
    try {
      yield* attempt(call, slot, key);
      return;
    } catch (error) {
      signal?.throwIfAborted();
      if (slot.takenOver) {
        yield { kind: 'restart', reason: 'A question goes first; this is begun again after it.' };
        continue;
      }
      const wait = backOff[failures++];
      if (wait === undefined || !worthAnotherTry(error)) throw error;
      yield { kind: 'restart', reason: error instanceof Error ? error.message : String(error) };
      slot.release();
      await pause(options.timer, wait, signal);
    } finally {
      slot.release();
    }
  }
}

/** One try, watched for silence. A reply is on disk before anyone sees it. */
async function* attempt(call: Call, slot: Slot, key: string): AsyncGenerator<ChatEvent> {
  const { model, options, request } = call;
  const silence = new AbortController();
  const signal = AbortSignal.any([slot.signal, silence.signal, ...(call.signal ? [call.signal] : [])]);
  const events = model.generate(request, { signal })[Symbol.asyncIterator]();
  let over = false;
  try {
    for (;;) {
      const next = await watched(events.next(), options, silence);
      over = next.done === true;
      if (next.done) throw new ModelError('The model ended without a reply.', { traits: ['worth another try'] });
      if (next.value.kind === 'reply') {
        await keep(call, key, next.value.reply);
        yield next.value;
        return;
      }
      yield next.value;
    }
  } finally {
    // A model that has fallen silent may never answer this either: nobody waits for it.
    if (!over) Promise.resolve(events.return?.()).catch(() => undefined);
  }
}

async function keep({ options, request }: Call, key: string, reply: ChatReply): Promise<void> {
  if (request.owner) await options.cache?.put(key, reply, request.owner);
}

function watched<T>(
  next: Promise<T>,
  { timer, patience = PATIENCE }: QueueOptions,
  silence: AbortController,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timer.after(patience, () => {
      const error = new ModelError(`The model has been silent for ${String(Math.round(patience / 1000))} seconds.`, {
        traits: ['worth another try'],
      });
      silence.abort(error);
      reject(error);
    });
    next.then(resolve, reject).finally(cancel);
  });
}

/** A worker that died is started afresh by its next call; other errors say for themselves whether a second try can help. */
const worthAnotherTry = (error: unknown): boolean =>
  hasTrait(error, 'worth another try') || (error instanceof Error && error.name === 'WorkerError');

function pause(timer: Timer, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = timer.after(milliseconds, () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    });
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}
