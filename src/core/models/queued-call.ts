import { anySignal } from '../async';
import { ModelError } from '../errors';
import type { ChatChoice, ChatEvent, ChatModel, ChatModelInfo, ChatReply } from './chat-model';
import type { EngineModels } from './engine-models';
import { noModel } from './no-model';
import { withOtherSeed } from './other-seed';
import type { QueueCallOptions, QueuedRequest, QueueOptions } from './queued-request';
import type { ReplyCache, ReplyOwner } from './reply-cache';
import { replyKey } from './reply-key';
import { watchSilence, type Patience, type SilenceWatch } from './silence';
import type { Slot, Slots } from './slots';
import { stillChosen } from './still-chosen';
import type { Making, UnderWay } from './under-way';
import { watched } from './watched';

/** Milliseconds of silence that are borne where nothing else is said. */
const PATIENCE = 180_000;

/** A call that waits for its turn, or has it. */
export interface Call {
  readonly models: Pick<EngineModels, 'chat'>;
  readonly slotsOf: (choice: ChatChoice) => Slots;
  readonly underWay: UnderWay;
  readonly options: QueueOptions;
  /** Who waits for words, by place. */
  readonly listening: Map<string, Set<SilenceWatch>>;
  readonly request: QueuedRequest;
  readonly signal: AbortSignal | undefined;
  readonly borne: Omit<QueueCallOptions, 'signal'>;
}

/** Models of one place share its slots: those that run in this tab take turns on one GPU, and a server is one, whatever model it is asked for. */
export const placeOf = ({ provider, address = '' }: ChatChoice): string =>
  provider === 'server' || provider === 'prompt-api' ? `${provider} ${address}` : 'tab';

/** Asked anew for each try: the choice may have changed, and what runs the model may have died and been started afresh. */
export async function chosen({ models, request }: Call): Promise<ChatModel> {
  const model = await models.chat(request.purpose);
  if (request.choice) return stillChosen(model, request.choice, request.priority);
  if (!model) throw noModel();
  return model;
}

/** Under which a reply is kept. */
export const keyOf = ({ choice }: ChatModelInfo, request: QueuedRequest): string =>
  replyKey(choice, request.promptVersion, request);

/** One try, of which those who ask the same meanwhile wait for the reply. */
export async function* attempt(call: Call, slot: Slot, key: string): AsyncGenerator<ChatEvent> {
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
  call: Call,
  slot: Slot,
  { key, making }: { readonly key: string; readonly making: Making | undefined },
): AsyncGenerator<ChatEvent> {
  const { options, request, borne } = call;
  const model = await chosen(call);
  const silence = new AbortController();
  const patience = borne.patience ?? evenly(options.patience ?? PATIENCE);
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
      const next = await watched(events.next(), options.timer, { stop, silence: silence.signal });
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

const evenly = (milliseconds: number): Patience => ({ first: milliseconds, next: milliseconds, trustsSigns: true });

function listenersAt({ listening }: Call, place: string): Set<SilenceWatch> {
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
