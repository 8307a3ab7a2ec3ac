import { abortable, anySignal, delay, onAbort } from '../../async';
import { hasTrait, ModelError, reasonOf } from '../../errors';
import { message, joinMessages } from '../../message';
import type { CallOptions, Timer } from '../../platform';
import type {
  ChatChoice,
  ChatEvent,
  ChatModel,
  ChatModelInfo,
  ChatPurpose,
  ChatReply,
  ChatRequest,
} from '../chat-model';
import type { EngineModels } from '../engine-models';
import { noModel, withOtherSeed } from '../model-call';
import { type ReplyCache, type ReplyOwner, replyKey } from './reply-cache';
import { type SilenceTimeouts, type SilenceWatch, watchSilence, withSilenceWatch } from './silence';
import { type Priority, type Slot, Slots } from './slots';

/** One request for the chosen model. */
export interface QueuedRequest extends ChatRequest {
  /** Purpose of the call, which decides the model; default answers. */
  readonly purpose?: ChatPurpose;
  /** The model that was chosen when the work began. If another one is chosen meanwhile, the call fails. */
  readonly choice?: ChatChoice;
  readonly priority: Priority;
  /** Changes whenever the prompt's words do. */
  readonly promptVersion: string;
  /** Sources of the reply, under which it is kept. Missing: the reply is not kept. */
  readonly owner?: ReplyOwner;
  /** Asks the model even if a reply is kept, with this added to the seed; the new reply replaces the kept one. */
  readonly anew?: number;
}

/** Limits of one call. */
interface QueueCallOptions extends CallOptions {
  /** In place of the queue's own. */
  readonly timeouts?: SilenceTimeouts;
  /**
   * Decides if a failed call that may succeed another time is sent once more. Default: as often as the queue has waits.
   */
  readonly retry?: (error: unknown) => boolean;
  /** Awaited before each attempt is sent to the model; what it throws ends the call. */
  readonly onSend?: () => Promise<void>;
}

interface QueueOptions {
  readonly timer: Timer;
  readonly cache?: ReplyCache;
  /** Silence of the model, in milliseconds, after which a call is given up; default 180 000: a slow GPU reads a long prompt in silence. */
  readonly silenceTimeout?: number;
  /** Waits before the second, third, … attempt in milliseconds; default 1 000 and 5 000. */
  readonly backOff?: readonly number[];
}

export type QueueEvent =
  | ChatEvent
  /** Before each attempt that others go ahead of. */
  | { readonly kind: 'waiting'; readonly ahead: number }
  /** The reply was kept, or another caller is waiting for it already; the `reply` follows. */
  | { readonly kind: 'remembered' };

export interface ChatQueue {
  /**
   * The model's events, ended by exactly one `reply`, which is kept before it is handed out. Throws ModelError in words for a person, also
   * when no model is chosen, and the signal's reason when aborted.
   */
  ask(request: QueuedRequest, options?: QueueCallOptions): AsyncIterable<QueueEvent>;
}

const BACK_OFF: readonly number[] = [1_000, 5_000];
const SILENCE_TIMEOUT = 180_000;

/** A request on its way through the queue. */
interface QueuedCall {
  readonly models: Pick<EngineModels, 'chat'>;
  readonly options: QueueOptions;
  readonly request: QueuedRequest;
  readonly signal: AbortSignal | undefined;
  readonly limits: Omit<QueueCallOptions, 'signal'>;
  readonly inFlight: InFlightReplies;
  /** Returns the slots and watches that calls to one place share. */
  readonly placeOf: (choice: ChatChoice) => Place;
}

/** Models of one place share its slots. Those in this tab share one GPU; a server is one place, whatever model it is asked for. */
interface Place {
  readonly slots: Slots;
  /** Watches of the calls that wait for the model's words. */
  readonly watches: Set<SilenceWatch>;
}

/**
 * Orders the calls of the chosen model: questions before background work, and as many at a time as the model takes. A call that may succeed
 * another time is sent again.
 */
export function createChatQueue(models: Pick<EngineModels, 'chat'>, options: QueueOptions): ChatQueue {
  const places = new Map<string, Place>();
  const placeOf = ({ provider, address = '' }: ChatChoice): Place => {
    const name = provider === 'server' || provider === 'prompt-api' ? `${provider} ${address}` : 'tab';
    const place = places.get(name) ?? { slots: new Slots(), watches: new Set() };
    places.set(name, place);
    return place;
  };
  const inFlight = createInFlightReplies();
  return {
    ask: (request, { signal, ...limits } = {}) => ask({ models, options, request, signal, limits, inFlight, placeOf }),
  };
}

async function* ask(call: QueuedCall): AsyncGenerator<QueueEvent> {
  const { request, options, signal, limits, inFlight } = call;
  const backOff = options.backOff ?? BACK_OFF;
  for (let failures = 0, again = false; ; again = true) {
    let slot: Slot | undefined;
    try {
      const { info } = await chosenModel(call);
      const key = keyOf(info, request);
      const known = await knownReply(call, key);
      if (known) return yield* known;
      const { slots } = call.placeOf(info.choice);
      slots.resize(info.capabilities.parallel);
      const ahead = slots.ahead(request.priority);
      if (ahead > 0) yield { kind: 'waiting', ahead };
      slot = await slots.take(request.priority, { signal, again });
      // A call that waited may have waited behind the same request.
      const meanwhile = ahead > 0 && (await keptReply(call, key));
      if (meanwhile) return yield* meanwhile;
      if (takesKnown(request) && inFlight.of(key)) continue; // another caller asked the same in the meantime
      yield* attempt(call, slot, key);
      return;
    } catch (error) {
      slot?.release(); // before anyone is told: a slow reader must not hold the slot
      signal?.throwIfAborted();
      if (slot?.takenOver) {
        yield {
          kind: 'restart',
          reason: message`A question goes first; this is begun again after it.`,
          endedBy: 'question',
        };
        continue;
      }
      const wait = backOff[failures++];
      if (wait === undefined || !isWorthAnotherTry(error) || limits.retry?.(error) === false) throw error;
      const reason = joinMessages(reasonOf(error), message`Trying again.`);
      yield { kind: 'restart', reason, endedBy: hasTrait(error, 'fell silent') ? 'silence' : 'error' };
      await delay(options.timer, wait, signal);
    } finally {
      slot?.release();
    }
  }
}

/** The events of a kept reply, or of one that another caller waits for. A caller that leaves ends it for nobody else. */
async function knownReply(call: QueuedCall, key: string): Promise<readonly QueueEvent[] | undefined> {
  const { request, inFlight, signal } = call;
  for (;;) {
    const kept = await keptReply(call, key);
    const other = takesKnown(request) && inFlight.of(key);
    if (kept || !other) return kept;
    const reply = await abortable(other, signal);
    if (reply) return knownEvents(reply);
  }
}

async function keptReply({ options, request }: QueuedCall, key: string): Promise<readonly QueueEvent[] | undefined> {
  const reply = takesKnown(request) && (await options.cache?.get(key));
  return reply ? knownEvents(reply) : undefined;
}

const takesKnown = ({ owner, anew }: QueuedRequest): boolean => owner !== undefined && anew === undefined;

const knownEvents = (reply: ChatReply): readonly QueueEvent[] => [{ kind: 'remembered' }, { kind: 'reply', reply }];

/** A worker that died is started afresh for the next attempt; other errors carry the trait themselves. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  hasTrait(error, 'worth another try') || (error instanceof Error && error.name === 'WorkerError');

/** The chosen model, asked for at each attempt: the choice may have changed, and its worker may have been started afresh. */
async function chosenModel({ models, request }: QueuedCall): Promise<ChatModel> {
  const model = await models.chat(request.purpose);
  if (request.choice) return requireSameModel(model, request.choice, request.priority);
  if (!model) throw noModel();
  return model;
}

/** The key under which a reply is kept. */
const keyOf = ({ choice }: ChatModelInfo, request: QueuedRequest): string =>
  replyKey(choice, request.promptVersion, request);

/** One attempt, watched for silence. A reply is on disk before anyone sees it; callers that ask the same meanwhile get it too. */
async function* attempt(call: QueuedCall, slot: Slot, key: string): AsyncGenerator<ChatEvent> {
  const { options, request, limits } = call;
  const promise = request.owner && call.inFlight.begin(key);
  // Also while the caller is busy with earlier events.
  onAbort(slot.signal, () => promise?.end());
  try {
    const model = await chosenModel(call);
    const { watches } = call.placeOf(model.info.choice);
    const silence = new AbortController();
    const timeouts = limits.timeouts ?? evenTimeouts(options.silenceTimeout ?? SILENCE_TIMEOUT);
    const watch = watchSilence(options.timer, timeouts, silence);
    const stop = anySignal(slot.signal, call.signal);
    const signal = anySignal(stop, silence.signal);
    await limits.onSend?.();
    signal.throwIfAborted(); // during the waits above
    const events = model.generate(asSent(request), { signal })[Symbol.asyncIterator]();
    const leave = (): Promise<unknown> => Promise.resolve(events.return?.()).catch(() => undefined);
    // The slot is handed over once the model has stopped, also while the caller is busy with earlier events.
    onAbort(slot.signal, () => void leave().finally(() => slot.release()));
    onAbort(stop, () => watch.end());
    let over = false;
    watches.add(watch);
    try {
      for (;;) {
        if (!stop.aborted) watch.wait();
        const next = await withSilenceWatch(events.next(), options.timer, { stop, silence: silence.signal });
        over = next.done === true;
        if (next.done)
          throw new ModelError(message`The model ended without a reply.`, { traits: ['worth another try'] });
        const event = next.value;
        watch.heard(event);
        if (event.kind === 'delta') for (const other of watches) if (other !== watch) other.othersHeard();
        if (event.kind === 'reply') {
          const used = keyOf(model.info, request); // another model may have been chosen a moment ago
          await keepReply(options.cache, used, event.reply, request.owner);
          promise?.end(used === key ? event.reply : undefined);
        }
        yield event;
        if (event.kind === 'reply') return;
      }
    } finally {
      watch.end();
      watches.delete(watch);
      if (!over) void leave(); // not awaited: a model that fell silent may never answer
    }
  } finally {
    promise?.end();
  }
}

const asSent = ({ anew, ...request }: QueuedRequest): QueuedRequest =>
  anew === undefined ? request : withOtherSeed(request, anew);

const evenTimeouts = (milliseconds: number): SilenceTimeouts => ({
  first: milliseconds,
  next: milliseconds,
  trustsSigns: true,
});

/** A reply that cannot be kept is handed out all the same: it was paid for. */
async function keepReply(
  cache: ReplyCache | undefined,
  key: string,
  reply: ChatReply,
  owner: ReplyOwner | undefined,
): Promise<void> {
  if (owner) await cache?.put(key, reply, owner).catch(() => undefined);
}

/** The model with which the work began. Throws ModelError, which holds for all further calls, if another one or none is chosen now. */
function requireSameModel(model: ChatModel | null, begunWith: ChatChoice, priority: Priority): ChatModel {
  if (model && JSON.stringify(model.info.choice) === JSON.stringify(begunWith)) return model;
  const what = model
    ? message`Another chat model is chosen now than ${begunWith.model}, with which this began.`
    : message`No chat model is chosen any more.`;
  if (priority === 'question') throw new ModelError(what, { traits: ['holds for all'] });
  const next = model
    ? message`Resume goes on with the new one.`
    : message`Choose one in Settings, under Models; then Resume goes on.`;
  throw new ModelError(joinMessages(what, message`What was read is kept.`, next), {
    traits: ['says what was kept', 'holds for all'],
  });
}

/** Replies that are being made, by key. A caller that asks the same waits for it instead of paying for another. */
interface InFlightReplies {
  /** The reply that another caller waits for; resolves to undefined if it fails. Undefined where nobody waits. */
  of(key: string): Promise<ChatReply | undefined> | undefined;
  begin(key: string): InFlightReply;
}

interface InFlightReply {
  /** Ends the wait, with the reply or with none. Only the first call counts. */
  end(reply?: ChatReply): void;
}

function createInFlightReplies(): InFlightReplies {
  const all = new Map<string, Promise<ChatReply | undefined>>();
  return {
    of: (key) => all.get(key),
    begin: (key) => {
      let resolve: (reply?: ChatReply) => void = () => undefined;
      const promise = new Promise<ChatReply | undefined>((settle) => (resolve = settle));
      all.set(key, promise);
      return {
        end: (reply) => {
          if (all.get(key) === promise) all.delete(key);
          resolve(reply);
        },
      };
    },
  };
}
