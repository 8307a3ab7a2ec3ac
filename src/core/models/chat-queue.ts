import { hasTrait } from '../errors';
import type { CallOptions } from '../ports/call-options';
import type { ChatChoice, ChatEvent, ChatPurpose, ChatReply, ChatRequest } from './chat-model';
import type { EngineModels } from './engine-models';
import { pause } from './pause';
import { attempt, chosen, keyOf, placeOf, type Call } from './queued-call';
import type { ReplyCache, ReplyOwner } from './reply-cache';
import type { Patience, SilenceWatch } from './silence';
import { Slots, type Priority, type Slot } from './slots';
import { createUnderWay } from './under-way';
import { unlessAborted } from './unless-aborted';

export interface QueuedRequest extends ChatRequest {
  /** Whose model answers; default that of answers. */
  readonly purpose?: ChatPurpose;
  /** The model that was chosen when the work began: when another one is chosen meanwhile, the call fails instead. */
  readonly choice?: ChatChoice;
  readonly priority: Priority;
  /** Changes whenever the prompt's words do. */
  readonly promptVersion: string;
  /** What the reply is made from; it is kept under that name. Missing: the reply is not kept. */
  readonly owner?: ReplyOwner;
  /** Asks the model whatever is kept, with so much added to the seed; the reply takes the place of the kept one. Missing: a kept one will do. */
  readonly anew?: number;
}

export type QueueEvent =
  | ChatEvent
  /** Before each try for which others are served first. */
  | { readonly kind: 'waiting'; readonly ahead: number }
  /** The reply was known already, or is being made for another asker; the `reply` follows. */
  | { readonly kind: 'remembered' };

/** How much is borne in one call. */
export interface QueueCallOptions extends CallOptions {
  /** In place of the queue's own. */
  readonly patience?: Patience;
  /** Whether a call that failed, and to which that may happen, is made once more; by default as often as the queue has waits for it. */
  readonly tryAgain?: (error: unknown) => boolean;
}

export interface ChatQueue {
  /**
   * The model's events, ended by exactly one `reply`, which is kept before it is handed out. Throws ModelError in words for a person, also
   * when no model is chosen, and the signal's reason when aborted.
   */
  ask(request: QueuedRequest, options?: QueueCallOptions): AsyncIterable<QueueEvent>;
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

const BACK_OFF: readonly number[] = [1_000, 5_000];
/** Puts order before the chosen model: a question before background work, as many calls as it takes, each tried again where that may help. */
export function createChatQueue(models: Pick<EngineModels, 'chat'>, options: QueueOptions): ChatQueue {
  const places = new Map<string, Slots>();
  const slotsOf = (choice: ChatChoice): Slots => {
    const place = placeOf(choice);
    const slots = places.get(place) ?? new Slots();
    places.set(place, slots);
    return slots;
  };
  const underWay = createUnderWay();
  const listening = new Map<string, Set<SilenceWatch>>();
  return {
    ask: (request, { signal, ...borne } = {}) =>
      ask({ models, slotsOf, underWay, listening, options, request, signal, borne }),
  };
}

async function* ask(call: Call): AsyncGenerator<QueueEvent> {
  const { request, options, signal, borne } = call;
  const backOff = options.backOff ?? BACK_OFF;
  for (let failures = 0, again = false; ; again = true) {
    let slot: Slot | undefined;
    try {
      const { info } = await chosen(call);
      const key = keyOf(info, request);
      const known = await knownReply(call, key);
      if (known) return yield* known;
      const slots = call.slotsOf(info.choice);
      slots.resize(info.capabilities.parallel);
      const ahead = slots.ahead(request.priority);
      if (ahead > 0) yield { kind: 'waiting', ahead };
      slot = await slots.take(request.priority, { signal, again });
      // Who waited may have waited behind the same request.
      const meanwhile = ahead > 0 && (await remembered(call, key));
      if (meanwhile) return yield* meanwhile;
      if (mayBeKnown(request) && call.underWay.of(key)) continue; // somebody who asks the same was faster
      yield* attempt(call, slot, key);
      return;
    } catch (error) {
      slot?.release(); // before anyone is told: who reads this may take long
      signal?.throwIfAborted();
      if (slot?.takenOver) {
        yield { kind: 'restart', reason: 'A question goes first; this is begun again after it.', forQuestion: true };
        continue;
      }
      const wait = backOff[failures++];
      if (wait === undefined || !isWorthAnotherTry(error) || borne.tryAgain?.(error) === false) throw error;
      yield { kind: 'restart', reason: `${error instanceof Error ? error.message : String(error)} Trying again.` };
      await pause(options.timer, wait, signal);
    } finally {
      slot?.release();
    }
  }
}

/** The events for a reply that was kept before, or that comes for somebody who asks the same now. Nobody's leaving ends it for another. */
async function knownReply(call: Call, key: string): Promise<readonly QueueEvent[] | undefined> {
  const { request, underWay, signal } = call;
  for (;;) {
    const kept = await remembered(call, key);
    const other = mayBeKnown(request) && underWay.of(key);
    if (kept || !other) return kept;
    const reply = await (signal ? unlessAborted(other, signal) : other);
    if (reply) return asKnown(reply);
  }
}

/** The events for a reply that was kept before; undefined where there is none. */
async function remembered({ options, request }: Call, key: string): Promise<readonly QueueEvent[] | undefined> {
  const reply = mayBeKnown(request) && (await options.cache?.get(key));
  return reply ? asKnown(reply) : undefined;
}

const mayBeKnown = ({ owner, anew }: QueuedRequest): boolean => owner !== undefined && anew === undefined;

const asKnown = (reply: ChatReply): readonly QueueEvent[] => [{ kind: 'remembered' }, { kind: 'reply', reply }];

/** A worker that died is started afresh for the next try; other errors say for themselves whether a second one can help. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  hasTrait(error, 'worth another try') || (error instanceof Error && error.name === 'WorkerError');
