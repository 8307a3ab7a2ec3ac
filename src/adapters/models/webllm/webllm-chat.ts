import { ModelError } from '../../../core/errors';
import { WEBLLM_MODELS, type WebllmModel } from '../../../core/models/catalogue/chat-models';
import { contextWindowOf } from '../../../core/models/catalogue/context-window';
import { fit, nextSmaller } from '../../../core/models/catalogue/fit';
import type { ChatChoice, ChatEvent, ChatModelInfo, ChatRequest, LoadProgress } from '../../../core/models/chat-model';
import type { Hardware } from '../../../core/models/hardware';
import type { ChatProvider } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/ports/call-options';
import type { Shape } from '../../../core/shapes/shape';
import { chatSigns, joinChatEvents } from '../chat-signs';
import { handOut } from '../hand-out';
import { createTurns } from '../turns';
import { answer, type Ending } from './answer';
import { DeviceLost } from './check-loaded';
import { EngineSeat, type HeldEngine } from './engine-seat';
import { explain, isHarmless } from './explain';
import type { WebllmLibrary } from './library';
import { PATIENCE, type Patience } from './patience';
import { requireFiles, storedConfig, type ModelStorage } from './stored-files';

interface WebllmParts {
  readonly library: () => Promise<WebllmLibrary>;
  readonly storage: ModelStorage;
  readonly probe: () => Promise<Hardware>;
  readonly toEbnf: (shape: Shape) => string;
  readonly models?: readonly WebllmModel[];
  readonly patience?: Patience;
}

/** WebLLM's part of a chat host. Calls run one at a time; a model that hangs or loses its device is loaded anew, once per call. */
export function createWebllmChat(parts: WebllmParts): ChatProvider {
  const { library, storage, probe, toEbnf, models = WEBLLM_MODELS, patience = PATIENCE } = parts;
  const seat = new EngineSeat(library, patience);
  const turns = createTurns();

  /** The model itself, or its twin where the GPU asks for it. */
  const find = async (choice: ChatChoice) => {
    const model = models.find(({ id }) => id === choice.model);
    if (!model) throw new ModelError(`WebLLM has no model “${choice.model}”. Choose another one in Settings → Models.`);
    const hardware = await probe();
    const { runs, reason, choose } = fit(model, hardware, null, models);
    return { runs, reason, hardware, model: models.find(({ id }) => id === choose.id) ?? model };
  };

  /** What was loaded for which choice, so that a call of a loaded model asks neither GPU nor disk. */
  let last: { readonly choice: string; readonly model: string } | undefined;

  const load = async function* (choice: ChatChoice, signal?: AbortSignal) {
    const ready = last?.choice === choice.model ? seat.ready(last.model) : undefined;
    if (ready) return ready;
    const { runs, reason, model, hardware } = await find(choice);
    if (!runs) throw new ModelError(reason);
    const config = await requireFiles(model, storage);
    const held = yield* seat.load(model, contextWindowOf(model, config, hardware), signal);
    last = { choice: choice.model, model: model.id };
    return held;
  };

  const attempt = async (
    choice: ChatChoice,
    request: ChatRequest,
    signal: AbortSignal,
    tell: (event: ChatEvent) => void,
  ): Promise<Ending> => {
    let held: HeldEngine;
    try {
      held = await follow(load(choice, signal), (progress) => tell({ kind: 'loading', progress }));
    } catch (error) {
      if (error instanceof DeviceLost) return { kind: 'lost' };
      throw error;
    }
    try {
      return await follow(answer(held, request, { toEbnf, patience, signal }), tell);
    } finally {
      if (!held.idle) seat.discard(AGAIN.aborted);
    }
  };

  /** One try whose events nobody has to wait for, with signs of life: the engine's own patience says when it counts as dead. */
  const tried = (
    choice: ChatChoice,
    request: ChatRequest,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ChatEvent, Ending> => {
    const left = new AbortController();
    const either = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
    return handOut((tell) => attempt(choice, request, either, tell), {
      stop: () => left.abort(),
      join: joinChatEvents,
      signs: chatSigns({ everyMs: patience.sign }),
    });
  };

  return {
    describe: async (choice) => {
      const { model, hardware } = await find(choice);
      return describe(choice, model, contextWindowOf(model, await storedConfig(model, storage), hardware));
    },

    load: async function* (choice, { signal }: CallOptions = {}): AsyncGenerator<LoadProgress> {
      const leave = await turns.take(signal);
      try {
        yield* load(choice, signal);
      } catch (error) {
        throw error instanceof DeviceLost ? tooLarge((await find(choice)).model, models) : error;
      } finally {
        leave();
      }
    },

    generate: async function* (choice, request, { signal }: CallOptions = {}): AsyncGenerator<ChatEvent> {
      const leave = await turns.take(signal);
      try {
        for (let tries = 1; ; tries++) {
          if (seat.again !== undefined) yield { kind: 'restart', reason: seat.again };
          const ending = yield* tried(choice, request, signal);
          if (ending.kind === 'reply') return yield ending;
          if (ending.kind === 'aborted') signal?.throwIfAborted();
          const { model } = await find(choice);
          if (ending.kind !== 'failed' || !isHarmless(ending.error)) seat.discard(AGAIN[ending.kind]);
          if (ending.kind === 'failed') throw explain(ending.error, model);
          if (tries === 2) throw ending.kind === 'lost' ? tooLarge(model, models) : silentTwice(model);
        }
      } finally {
        leave();
      }
    },

    unload: async () => {
      const leave = await turns.take();
      seat.discard();
      await seat.settled();
      leave();
    },
  };
}

/** Why a model must be loaded anew, by how its last call ended. */
const AGAIN: Readonly<Record<Exclude<Ending['kind'], 'reply'>, string>> = {
  aborted: 'The model was still reading a long text when it was stopped, so it is loaded anew.',
  lost: 'The GPU was lost, most often for want of memory; the model is loaded anew and the call begun again.',
  silent: 'The model did not answer any more; it is loaded anew and the call begun again.',
  failed: 'The model stopped with an error at the last call, so it is loaded anew.',
};

function tooLarge(model: WebllmModel, models: readonly WebllmModel[]): ModelError {
  const smaller = nextSmaller(model, models);
  const advice = smaller
    ? `Choose a smaller model, such as “${smaller.title}”`
    : 'Choose a model that runs without a GPU';
  return new ModelError(
    `The GPU was lost twice while “${model.title}” ran; it may be too large for this device. ${advice}.`,
  );
}

function silentTwice({ title }: WebllmModel): ModelError {
  return new ModelError(`“${title}” did not answer twice in a row. Ask for less at a time, or choose another model.`);
}

function describe(choice: ChatChoice, model: WebllmModel, contextWindow: number): ChatModelInfo {
  return {
    choice,
    title: model.title,
    capabilities: {
      contextWindow,
      shapes: 'ebnf',
      // The empty thought stands in WebLLM's own record of a conversation and not in the reply, so the two never match.
      prefixReuse: model.thinks ? 'none' : 'conversation',
      parallel: 1,
      seed: true,
    },
  };
}

/** Reads a generator to its end, which it returns. */
async function follow<T, R>(source: AsyncGenerator<T, R>, hear: (item: T) => void): Promise<R> {
  for (;;) {
    const item = await source.next();
    if (item.done) return item.value;
    hear(item.value);
  }
}
