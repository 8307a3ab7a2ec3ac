import { createMutex } from '../../../core/async';
import { ModelError } from '../../../core/errors';
import { WEBLLM_MODELS, type WebllmModel } from '../../../core/models/catalogue/webllm-models';
import { contextWindowOf, nextSmaller, fit } from '../../../core/models/catalogue/fit';
import type { ChatChoice, ChatEvent, ChatModelInfo, LoadProgress, ChatRequest } from '../../../core/models/chat-model';
import type { Hardware, ChatProvider } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/platform';
import type { Shape } from '../../../core/shapes/shape';
import { DeviceLost, EngineLoader, type LoadedEngine } from './loaded-engine';
import { explainWebllmError, isHarmless } from './webllm-errors';
import type { WebllmLibrary } from './library';
import { DEFAULT_TIMEOUTS, type Timeouts } from './timeouts';
import { storedConfig, type ModelStorage, requireFiles } from './stored-files';
import { streamChat } from '../chat-progress';
import { generateReply, type GenerationEnd } from './generation';

interface WebllmParts {
  readonly library: () => Promise<WebllmLibrary>;
  readonly storage: ModelStorage;
  readonly probe: () => Promise<Hardware>;
  readonly toEbnf: (shape: Shape) => string;
  readonly models?: readonly WebllmModel[];
  readonly patience?: Timeouts;
}

/** WebLLM's part of a chat host. Calls run one at a time; a model that hangs or loses its device is loaded anew, once per call. */
export function createWebllmChat(parts: WebllmParts): ChatProvider {
  const { library, storage, probe, toEbnf, models = WEBLLM_MODELS, patience = DEFAULT_TIMEOUTS } = parts;
  const seat = new EngineLoader(library, patience);
  const mutex = createMutex();
  const find = modelFinder(models, probe);
  const load = modelLoader({ find, storage, seat });
  const tried = createGenerationAttempt({ load, seat, toEbnf, patience });
  return {
    describe: async (choice) => {
      const { model, hardware } = await find(choice);
      return describe(choice, model, contextWindowOf(model, await storedConfig(model, storage), hardware));
    },

    load: async function* (choice, { signal }: CallOptions = {}): AsyncGenerator<LoadProgress> {
      const release = await mutex.acquire(signal);
      try {
        yield* load(choice, signal);
      } catch (error) {
        throw error instanceof DeviceLost ? tooLarge((await find(choice)).model, models) : error;
      } finally {
        release();
      }
    },

    generate: async function* (choice, request, { signal }: CallOptions = {}): AsyncGenerator<ChatEvent> {
      const release = await mutex.acquire(signal);
      try {
        for (let tries = 1; ; tries++) {
          if (seat.again !== undefined) yield { kind: 'restart', reason: seat.again };
          const ending = yield* tried(choice, request, signal);
          if (ending.kind === 'reply') return yield ending;
          if (ending.kind === 'aborted') signal?.throwIfAborted();
          const { model } = await find(choice);
          if (ending.kind !== 'failed' || !isHarmless(ending.error)) seat.discard(RELOAD_REASONS[ending.kind]);
          if (ending.kind === 'failed') throw explainWebllmError(ending.error, model);
          if (tries === 2) throw ending.kind === 'lost' ? tooLarge(model, models) : silentTwice(model);
        }
      } finally {
        release();
      }
    },

    unload: async () => {
      const release = await mutex.acquire();
      seat.discard();
      await seat.settled();
      release();
    },
  };
}

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

interface AttemptParts {
  readonly load: LoadModel;
  readonly seat: EngineLoader;
  readonly toEbnf: (shape: Shape) => string;
  readonly patience: Timeouts;
}

/** One try to answer: its events, and how it ended. */
export type GenerationAttempt = (
  choice: ChatChoice,
  request: ChatRequest,
  signal: AbortSignal | undefined,
) => AsyncGenerator<ChatEvent, GenerationEnd>;

/** Makes tries whose events nobody has to wait for, with signs of life: the engine's own patience says when it counts as dead. */
export function createGenerationAttempt({ load, seat, toEbnf, patience }: AttemptParts): GenerationAttempt {
  const attempt = async (
    choice: ChatChoice,
    request: ChatRequest,
    signal: AbortSignal,
    tell: (event: ChatEvent) => void,
  ): Promise<GenerationEnd> => {
    let held: LoadedEngine;
    try {
      held = await follow(load(choice, signal), (progress) => tell({ kind: 'loading', progress }));
    } catch (error) {
      if (error instanceof DeviceLost) return { kind: 'lost' };
      throw error;
    }
    try {
      return await follow(generateReply(held, request, { toEbnf, patience, signal }), tell);
    } finally {
      if (!held.idle) seat.discard(RELOAD_REASONS.aborted);
    }
  };
  return (choice, request, signal) =>
    streamChat((emit, stop) => attempt(choice, request, stop, emit), { signal, everyMs: patience.sign });
}

/** Reads a generator to its end, which it returns. */
async function follow<T, R>(source: AsyncGenerator<T, R>, hear: (item: T) => void): Promise<R> {
  for (;;) {
    const item = await source.next();
    if (item.done) return item.value;
    hear(item.value);
  }
}

/** Why a model must be loaded anew, by how its last call ended. */
export const RELOAD_REASONS: Readonly<Record<Exclude<GenerationEnd['kind'], 'reply'>, string>> = {
  aborted: 'The model was still reading a long text when it was stopped, so it is loaded anew.',
  lost: 'The GPU was lost, most often for want of memory; the model is loaded anew and the call begun again.',
  silent: 'The model did not answer any more; it is loaded anew and the call begun again.',
  failed: 'The model stopped with an error at the last call, so it is loaded anew.',
};

/** Loads a chosen model, or gives the one that is loaded. Throws ModelError where it does not run here or lacks files. */
export type LoadModel = (choice: ChatChoice, signal?: AbortSignal) => AsyncGenerator<LoadProgress, LoadedEngine>;

interface LoaderParts {
  readonly find: FindModel;
  readonly storage: ModelStorage;
  readonly seat: EngineLoader;
}

export function modelLoader({ find, storage, seat }: LoaderParts): LoadModel {
  /** What was loaded for which choice, so that a call of a loaded model asks neither GPU nor disk. */
  let last: { readonly choice: string; readonly model: string } | undefined;
  return async function* (choice, signal) {
    const ready = last?.choice === choice.model ? seat.ready(last.model) : undefined;
    if (ready) return ready;
    const { runs, reason, model, hardware } = await find(choice);
    if (!runs) throw new ModelError(reason);
    const config = await requireFiles(model, storage);
    const held = yield* seat.load(model, contextWindowOf(model, config, hardware), signal);
    last = { choice: choice.model, model: model.id };
    return held;
  };
}

/** A model that was asked for, and whether this device runs it. */
export interface FoundModel {
  readonly model: WebllmModel;
  readonly runs: boolean;
  readonly reason: string;
  readonly hardware: Hardware;
}

export type FindModel = (choice: ChatChoice) => Promise<FoundModel>;

/** Finds the model itself, or its twin where the GPU asks for it. Throws ModelError for one that is not listed. */
export const modelFinder =
  (models: readonly WebllmModel[], probe: () => Promise<Hardware>): FindModel =>
  async (choice) => {
    const model = models.find(({ id }) => id === choice.model);
    if (!model) throw new ModelError(`WebLLM has no model “${choice.model}”. Choose another one in Settings → Models.`);
    const hardware = await probe();
    const { runs, reason, choose } = fit(model, hardware, null, models);
    return { runs, reason, hardware, model: models.find(({ id }) => id === choose.id) ?? model };
  };
