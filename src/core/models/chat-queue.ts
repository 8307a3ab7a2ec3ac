import { hasTrait } from '../errors';
import type { ChatChoice, ChatEvent, ChatReply } from './chat-model';
import type { EngineModels } from './engine-models';
import { attempt, chosen, keyOf, placeOf, type Call } from './queued-call';
import type { QueueCallOptions, QueuedRequest, QueueOptions } from './queued-request';
import type { SilenceWatch } from './silence';
import { Slots, type Slot } from './slots';
import { createUnderWay } from './under-way';
import { abortable, delay } from '../async';

export type QueueEvent =
  | ChatEvent
  /** Before each try for which others are served first. */
  | { readonly kind: 'waiting'; readonly ahead: number }
  /** The reply was known already, or is being made for another asker; the `reply` follows. */
  | { readonly kind: 'remembered' };

export interface ChatQueue {
  /**
   * The model's events, ended by exactly one `reply`, which is kept before it is handed out. Throws ModelError in words for a person, also
   * when no model is chosen, and the signal's reason when aborted.
   */
  ask(request: QueuedRequest, options?: QueueCallOptions): AsyncIterable<QueueEvent>;
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
        yield { kind: 'restart', reason: 'A question goes first; this is begun again after it.', endedBy: 'question' };
        continue;
      }
      const wait = backOff[failures++];
      if (wait === undefined || !isWorthAnotherTry(error) || borne.tryAgain?.(error) === false) throw error;
      const reason = `${error instanceof Error ? error.message : String(error)} Trying again.`;
      yield { kind: 'restart', reason, endedBy: hasTrait(error, 'fell silent') ? 'silence' : 'error' };
      await delay(options.timer, wait, signal);
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
    const reply = await abortable(other, signal);
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
