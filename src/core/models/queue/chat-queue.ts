import type { CallOptions, Timer } from '../../platform';
import type {
  ChatChoice,
  ChatPurpose,
  ChatRequest,
  ChatEvent,
  ChatReply,
  ChatModel,
  ChatModelInfo,
} from '../chat-model';
import { type ReplyCache, type ReplyOwner, replyKey } from './reply-cache';
import { type SilenceTimeouts, type SilenceWatch, watchSilence, withSilenceWatch } from './silence';
import { type Priority, Slots, type Slot } from './slots';
import { hasTrait, ModelError } from '../../errors';
import type { EngineModels } from '../engine-models';
import { abortable, delay, anySignal } from '../../async';
import { noModel, withOtherSeed } from '../model-call';

/** A call of a model that waits for its turn. */
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

/** How much is borne in one call. */
interface QueueCallOptions extends CallOptions {
  /** In place of the queue's own. */
  readonly patience?: SilenceTimeouts;
  /** Whether a call that failed, and to which that may happen, is made once more; by default as often as the queue has waits for it. */
  readonly tryAgain?: (error: unknown) => boolean;
  /** Awaited before each try is sent to the model; what it throws ends the call. */
  readonly onSend?: () => Promise<void>;
}

/** What a queue works with. */
interface QueueOptions {
  readonly timer: Timer;
  readonly cache?: ReplyCache;
  /** Silence of the model, in milliseconds, after which a call is given up; default 180 000: a long prompt on a slow GPU is silent too. */
  readonly patience?: number;
  /** Waits before the second, third, … attempt in milliseconds; default 1 000 and 5 000. */
  readonly backOff?: readonly number[];
}

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
  const underWay = createInFlightReplies();
  const listening = new Map<string, Set<SilenceWatch>>();
  return {
    ask: (request, { signal, ...borne } = {}) =>
      ask({ models, slotsOf, underWay, listening, options, request, signal, borne }),
  };
}

async function* ask(call: QueuedCall): AsyncGenerator<QueueEvent> {
  const { request, options, signal, borne } = call;
  const backOff = options.backOff ?? BACK_OFF;
  for (let failures = 0, again = false; ; again = true) {
    let slot: Slot | undefined;
    try {
      const { info } = await chosenModel(call);
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
async function knownReply(call: QueuedCall, key: string): Promise<readonly QueueEvent[] | undefined> {
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
async function remembered({ options, request }: QueuedCall, key: string): Promise<readonly QueueEvent[] | undefined> {
  const reply = mayBeKnown(request) && (await options.cache?.get(key));
  return reply ? asKnown(reply) : undefined;
}

const mayBeKnown = ({ owner, anew }: QueuedRequest): boolean => owner !== undefined && anew === undefined;

const asKnown = (reply: ChatReply): readonly QueueEvent[] => [{ kind: 'remembered' }, { kind: 'reply', reply }];

/** A worker that died is started afresh for the next try; other errors say for themselves whether a second one can help. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  hasTrait(error, 'worth another try') || (error instanceof Error && error.name === 'WorkerError');

/** Milliseconds of silence that are borne where nothing else is said. */
const SILENCE_TIMEOUT = 180_000;

/** A call that waits for its turn, or has it. */
interface QueuedCall {
  readonly models: Pick<EngineModels, 'chat'>;
  readonly slotsOf: (choice: ChatChoice) => Slots;
  readonly underWay: InFlightReplies;
  readonly options: QueueOptions;
  /** Who waits for words, by place. */
  readonly listening: Map<string, Set<SilenceWatch>>;
  readonly request: QueuedRequest;
  readonly signal: AbortSignal | undefined;
  readonly borne: Omit<QueueCallOptions, 'signal'>;
}

/** Models of one place share its slots: those that run in this tab take turns on one GPU, and a server is one, whatever model it is asked for. */
const placeOf = ({ provider, address = '' }: ChatChoice): string =>
  provider === 'server' || provider === 'prompt-api' ? `${provider} ${address}` : 'tab';

/** Asked anew for each try: the choice may have changed, and what runs the model may have died and been started afresh. */
async function chosenModel({ models, request }: QueuedCall): Promise<ChatModel> {
  const model = await models.chat(request.purpose);
  if (request.choice) return requireSameModel(model, request.choice, request.priority);
  if (!model) throw noModel();
  return model;
}

/** Under which a reply is kept. */
const keyOf = ({ choice }: ChatModelInfo, request: QueuedRequest): string =>
  replyKey(choice, request.promptVersion, request);

/** One try, of which those who ask the same meanwhile wait for the reply. */
async function* attempt(call: QueuedCall, slot: Slot, key: string): AsyncGenerator<ChatEvent> {
  const making = call.request.owner && call.underWay.begin(key);
  // Also while the one who asked is busy with what came.
  slot.signal.addEventListener('abort', () => making?.end(), { once: true });
  try {
    yield* oneTry(call, slot, { key, making });
  } finally {
    making?.end();
  }
}

/** Watched for silence. A reply is on disk before anyone sees it. */
async function* oneTry(
  call: QueuedCall,
  slot: Slot,
  { key, making }: { readonly key: string; readonly making: InFlightReply | undefined },
): AsyncGenerator<ChatEvent> {
  const { options, request, borne } = call;
  const model = await chosenModel(call);
  const silence = new AbortController();
  const patience = borne.patience ?? evenly(options.patience ?? SILENCE_TIMEOUT);
  const watch = watchSilence(options.timer, patience, silence);
  const others = listenersAt(call, placeOf(model.info.choice));
  const stop = anySignal(slot.signal, call.signal);
  const signal = anySignal(stop, silence.signal);
  await borne.onSend?.();
  signal.throwIfAborted(); // meanwhile, and while it was asked which model is chosen
  const events = model.generate(asSent(request), { signal })[Symbol.asyncIterator]();
  const leave = (): Promise<unknown> => Promise.resolve(events.return?.()).catch(() => undefined);
  // The slot is handed over once the model has stopped, also while the one who asked is busy with what came.
  slot.signal.addEventListener('abort', () => void leave().finally(() => slot.release()), { once: true });
  let over = false;
  others.add(watch);
  stop.addEventListener('abort', () => watch.end(), { once: true });
  try {
    for (;;) {
      if (!stop.aborted) watch.wait();
      const next = await withSilenceWatch(events.next(), options.timer, { stop, silence: silence.signal });
      over = next.done === true;
      if (next.done) throw new ModelError('The model ended without a reply.', { traits: ['worth another try'] });
      watch.heard(next.value);
      if (next.value.kind === 'delta') for (const other of others) if (other !== watch) other.othersHeard();
      if (next.value.kind === 'reply') {
        const { reply } = next.value;
        const kept = keyOf(model.info, request);
        await keep(options.cache, kept, { reply, owner: request.owner });
        making?.end(kept === key ? reply : undefined); // another model may have been chosen a moment ago
        yield next.value;
        return;
      }
      yield next.value;
    }
  } finally {
    watch.end();
    others.delete(watch);
    // A model that has fallen silent may never answer this either: nobody waits for it.
    if (!over) void leave();
  }
}

const asSent = ({ anew, ...request }: QueuedRequest): QueuedRequest =>
  anew === undefined ? request : withOtherSeed(request, anew);

const evenly = (milliseconds: number): SilenceTimeouts => ({
  first: milliseconds,
  next: milliseconds,
  trustsSigns: true,
});

function listenersAt({ listening }: QueuedCall, place: string): Set<SilenceWatch> {
  const known = listening.get(place) ?? new Set();
  listening.set(place, known);
  return known;
}

/** A reply that cannot be kept was paid for all the same: it is handed out. */
async function keep(
  cache: ReplyCache | undefined,
  key: string,
  { reply, owner }: { readonly reply: ChatReply; readonly owner: ReplyOwner | undefined },
): Promise<void> {
  if (owner) await cache?.put(key, reply, owner).catch(() => undefined);
}

/** The model with which some work began; throws ModelError, which holds for all further calls, where another one or none is chosen now. */
function requireSameModel(model: ChatModel | null, begunWith: ChatChoice, priority: Priority): ChatModel {
  if (model && JSON.stringify(model.info.choice) === JSON.stringify(begunWith)) return model;
  const what = model
    ? `Another chat model is chosen now than ${begunWith.model}, with which this began.`
    : 'No chat model is chosen any more.';
  if (priority === 'question') throw new ModelError(what, { traits: ['holds for all'] });
  const next = model
    ? 'Resume goes on with the new one.'
    : 'Choose one in Settings, under Models; then Resume goes on.';
  throw new ModelError(`${what} What was read is kept. ${next}`, { traits: ['says what was kept', 'holds for all'] });
}

/** Replies that are being made, by key, so that who asks the same meanwhile waits for the one instead of paying for another. */
interface InFlightReplies {
  /** The reply that somebody waits for already, undefined once it came to nothing; undefined at once where nobody does. */
  of(key: string): Promise<ChatReply | undefined> | undefined;
  /** From now on this one is being made. */
  begin(key: string): InFlightReply;
}

interface InFlightReply {
  /** It is there, or came to nothing. Only the first call counts. */
  end(reply?: ChatReply): void;
}

function createInFlightReplies(): InFlightReplies {
  const all = new Map<string, Promise<ChatReply | undefined>>();
  return {
    of: (key) => all.get(key),
    begin: (key) => {
      let resolve: (reply?: ChatReply) => void = () => undefined;
      const made = new Promise<ChatReply | undefined>((give) => (resolve = give));
      all.set(key, made);
      return {
        end: (reply) => {
          if (all.get(key) === made) all.delete(key);
          resolve(reply);
        },
      };
    },
  };
}
