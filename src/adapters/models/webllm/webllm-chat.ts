import { createMutex } from '../../../core/async';
import { ModelError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import { contextWindowOf, fit, nextSmaller } from '../../../core/models/catalogue/fit';
import { WEBLLM_MODELS, type WebllmModel } from '../../../core/models/catalogue/webllm-models';
import type { ChatChoice, ChatEvent, ChatModelInfo, ChatRequest, LoadProgress } from '../../../core/models/chat-model';
import type { ChatProvider, Hardware } from '../../../core/models/hosts';
import type { Shape } from '../../../core/shapes/shape';
import { streamChat } from '../chat-progress';
import { generateReply, type GenerationEnd } from './generation';
import type { WebllmLibrary } from './library';
import { DeviceLost, EngineLoader, type LoadedEngine } from './loaded-engine';
import { type ModelStorage, requireFiles, storedConfig } from './stored-files';
import { DEFAULT_TIMEOUTS, type Timeouts } from './timeouts';
import { explainWebllmError, isHarmless } from './webllm-errors';

interface WebllmParts {
  readonly library: () => Promise<WebllmLibrary>;
  readonly storage: ModelStorage;
  readonly probe: () => Promise<Hardware>;
  readonly toEbnf: (shape: Shape) => string;
  readonly models?: readonly WebllmModel[];
  readonly timeouts?: Timeouts;
}

interface Webllm extends Required<WebllmParts> {
  readonly engines: EngineLoader;
  /** Choice and its loaded model, so that a call of a loaded model asks neither GPU nor disk. */
  loaded?: { readonly choice: string; readonly model: string };
}

/**
 * WebLLM's part of a chat host. Calls run one at a time; a model that hangs or loses its device is loaded again, once
 * per call.
 */
export function createWebllmChat(parts: WebllmParts): ChatProvider {
  const { library, models = WEBLLM_MODELS, timeouts = DEFAULT_TIMEOUTS } = parts;
  const webllm: Webllm = { ...parts, models, timeouts, engines: new EngineLoader(library, timeouts) };
  const { engines } = webllm;
  const mutex = createMutex();
  return {
    describe: async (choice) => {
      const { model, hardware } = await find(webllm, choice);
      return describe(choice, model, contextWindowOf(model, await storedConfig(model, parts.storage), hardware));
    },

    load: async function* (choice, { signal } = {}) {
      const release = await mutex.acquire(signal);
      try {
        yield* load(webllm, choice, signal);
      } catch (error) {
        throw error instanceof DeviceLost ? tooLarge((await find(webllm, choice)).model, models) : error;
      } finally {
        release();
      }
    },

    generate: async function* (choice, request, { signal } = {}) {
      const release = await mutex.acquire(signal);
      try {
        for (let attempts = 1; ; attempts++) {
          const { reloadReason } = engines;
          if (reloadReason !== undefined) yield { kind: 'restart', reason: reloadReason };
          const end = yield* streamChat((emit, stop) => attempt(webllm, choice, request, stop, emit), {
            signal,
            everyMs: timeouts.sign,
          });
          if (end.kind === 'reply') return yield end;
          if (end.kind === 'aborted') signal?.throwIfAborted();
          const { model } = await find(webllm, choice);
          if (end.kind !== 'failed' || !isHarmless(end.error)) engines.discard(RELOAD_REASONS[end.kind]);
          if (end.kind === 'failed') throw explainWebllmError(end.error, model);
          if (attempts === 2) throw end.kind === 'lost' ? tooLarge(model, models) : silentTwice(model);
        }
      } finally {
        release();
      }
    },

    unload: () =>
      mutex.run(() => {
        engines.discard();
        return engines.settled();
      }),
  };
}

/** The model itself, or its twin where the GPU asks for it, and whether this device runs it. Throws ModelError for one that is not listed. */
async function find({ models, probe }: Webllm, choice: ChatChoice) {
  const model = models.find(({ id }) => id === choice.model);
  if (!model)
    throw new ModelError(message`WebLLM has no model “${choice.model}”. Choose another one in Settings → Models.`);
  const hardware = await probe();
  const { runs, reason, choose } = fit(model, hardware, null, models);
  return { runs, reason, hardware, model: models.find(({ id }) => id === choose.id) ?? model };
}

/** Loads a chosen model unless it is loaded. Throws ModelError where it does not run here or lacks files. */
async function* load(
  webllm: Webllm,
  choice: ChatChoice,
  signal: AbortSignal | undefined,
): AsyncGenerator<LoadProgress, LoadedEngine> {
  const { engines, loaded, storage } = webllm;
  const ready = loaded?.choice === choice.model ? engines.ready(loaded.model) : undefined;
  if (ready) return ready;
  const { runs, reason, model, hardware } = await find(webllm, choice);
  if (!runs) throw new ModelError(reason);
  const config = await requireFiles(model, storage);
  const engine = yield* engines.load(model, contextWindowOf(model, config, hardware), signal);
  webllm.loaded = { choice: choice.model, model: model.id };
  return engine;
}

/** Makes one attempt to answer: emits its events and returns its end. */
async function attempt(
  webllm: Webllm,
  choice: ChatChoice,
  request: ChatRequest,
  signal: AbortSignal,
  emit: (event: ChatEvent) => void,
): Promise<GenerationEnd> {
  let loaded: LoadedEngine;
  try {
    loaded = await drain(load(webllm, choice, signal), (progress) => emit({ kind: 'loading', progress }));
  } catch (error) {
    if (error instanceof DeviceLost) return { kind: 'lost' };
    throw error;
  }
  const { toEbnf, timeouts, engines } = webllm;
  try {
    return await drain(generateReply(loaded, request, { toEbnf, timeouts, signal }), emit);
  } finally {
    if (!loaded.idle) engines.discard(RELOAD_REASONS.aborted);
  }
}

/** Reads a generator to its end, which it returns. */
async function drain<T, R>(source: AsyncGenerator<T, R>, take: (item: T) => void): Promise<R> {
  for (;;) {
    const item = await source.next();
    if (item.done) return item.value;
    take(item.value);
  }
}

/** Reasons for loading a model again, by the end of its last call. */
const RELOAD_REASONS: Readonly<Record<Exclude<GenerationEnd['kind'], 'reply'>, Message>> = {
  aborted: message`The model was still reading a long text when it was stopped, so it is loaded anew.`,
  lost: message`The GPU was lost, most often for want of memory; the model is loaded anew and the call begun again.`,
  silent: message`The model did not answer any more; it is loaded anew and the call begun again.`,
  failed: message`The model stopped with an error at the last call, so it is loaded anew.`,
};

function tooLarge(model: WebllmModel, models: readonly WebllmModel[]): ModelError {
  const smaller = nextSmaller(model, models);
  const advice = smaller
    ? message`Choose a smaller model, such as “${smaller.title}”`
    : message`Choose a model that runs without a GPU`;
  return new ModelError(
    message`The GPU was lost twice while “${model.title}” ran; it may be too large for this device. ${advice}.`,
  );
}

function silentTwice({ title }: WebllmModel): ModelError {
  return new ModelError(
    message`“${title}” did not answer twice in a row. Ask for less at a time, or choose another model.`,
  );
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
