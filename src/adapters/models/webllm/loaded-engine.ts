import type { WebllmModel } from '../../../core/models/catalogue/webllm-models';
import type { LoadProgress } from '../../../core/models/chat-model';
import { abortable, streamFromCallback } from '../../../core/async';
import { waitForEngine, type WaitOutcome, type Timeouts } from './timeouts';
import { appConfig, type Engine, type WebllmLibrary, hasLost } from './library';
import type { AppConfig, InitProgressReport } from '@mlc-ai/web-llm';
import { ModelError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import { explainWebllmError } from './webllm-errors';

export interface LoadedEngine {
  readonly engine: Engine;
  readonly model: WebllmModel;
  /** False while it works, and for good when it could not be stopped. */
  idle: boolean;
}

/** A model that is being loaded onto the GPU, whether or not anyone still waits for it. */
interface EngineLoad {
  readonly model: WebllmModel;
  readonly reload: Reload;
  /** Throws ModelError or DeviceLost; by then the engine is freed. */
  readonly ready: Promise<LoadedEngine>;
}

/** Owner of the one loaded model, since GPU memory has no room for two. One caller at a time. */
export class EngineLoader {
  readonly #library: () => Promise<WebllmLibrary>;
  readonly #timeouts: Timeouts;
  #loaded: LoadedEngine | undefined;
  #loading: EngineLoad | undefined;
  #freed: Promise<void> = Promise.resolve();
  #reloadReason: Message | undefined;

  constructor(library: () => Promise<WebllmLibrary>, timeouts: Timeouts) {
    this.#library = library;
    this.#timeouts = timeouts;
  }

  /** Reason for loading the model once more; undefined for none. */
  get reloadReason(): Message | undefined {
    return this.#reloadReason;
  }

  /** The engine that is ready with this model, if there is one. */
  ready(model: string): LoadedEngine | undefined {
    return this.#loaded?.model.id === model && this.#loaded.idle ? this.#loaded : undefined;
  }

  /** Frees the model, also one that is being loaded. With a reason, the next load is shown as a reload. */
  discard(reason?: Message): void {
    if (this.#loaded) this.#leave(this.#free(this.#loaded.engine));
    if (this.#loading) this.#leave(this.#freeLater(this.#loading.reload));
    this.#loaded = undefined;
    this.#loading = undefined;
    this.#reloadReason = reason;
  }

  /** Resolves when the memory of discarded models is free, or was waited for long enough. */
  settled(): Promise<void> {
    return this.#freed;
  }

  /**
   * Returns the engine with this model, loaded with a window of so many tokens unless it is loaded already. An abort ends only the wait. WebLLM
   * cannot stop a load, so it continues for the next call. Throws ModelError, DeviceLost, or the signal's reason.
   */
  async *load(
    model: WebllmModel,
    contextWindow: number,
    signal?: AbortSignal,
  ): AsyncGenerator<LoadProgress, LoadedEngine> {
    const ready = this.ready(model.id);
    if (ready) return ready;
    yield this.#reloadReason
      ? { step: 'reload', fraction: 0, words: this.#reloadReason }
      : { step: 'start', fraction: 0, words: message`Starting “${model.title}”.` };
    if (this.#loaded || (this.#loading && this.#loading.model.id !== model.id)) this.discard();
    await abortable(this.#freed, signal);
    const library = await abortable(this.#library(), signal);
    const load = (this.#loading ??= this.#start(library, model, contextWindow));
    return yield* streamFromCallback<LoadProgress, LoadedEngine>(
      (emit, stop) => {
        load.reload.listen(emit);
        return abortable(load.ready, stop);
      },
      { signal, merge: (last, next) => (last.step === next.step ? next : undefined) },
    );
  }

  #start(library: WebllmLibrary, model: WebllmModel, contextWindow: number): EngineLoad {
    const reload = startReload(library, appConfig(model, contextWindow), model.id, this.#timeouts.loading);
    const ready = this.#finish(model, reload);
    ready.catch(() => undefined); // thrown to callers that wait; this keeps it from being reported as unhandled when none does
    return { model, reload, ready };
  }

  async #finish(model: WebllmModel, reload: Reload): Promise<LoadedEngine> {
    const loaded: LoadedEngine = { engine: reload.engine, model, idle: true };
    try {
      await checkLoaded(await reload.ended, reload.engine, model);
    } catch (error) {
      if (this.#loading?.reload === reload) {
        this.#leave(this.#freeLater(reload));
        this.#loading = undefined;
      }
      throw error;
    }
    if (this.#loading?.reload === reload) {
      this.#loading = undefined;
      this.#loaded = loaded;
      this.#reloadReason = undefined;
    }
    return loaded;
  }

  #leave(gone: Promise<void>): void {
    this.#freed = Promise.all([this.#freed, gone]).then(() => undefined);
  }

  /** Frees an engine, but does not wait for one that gives no answer, or fails: its device is freed with it. */
  async #free(engine: Engine): Promise<void> {
    await waitForEngine(engine.unload(), { silenceMs: this.#timeouts.leaving });
  }

  /** WebLLM's `unload` frees only a model that is loaded. One that is still being loaded is freed afterwards, even if it was given up long ago. */
  async #freeLater({ engine, ended, whole }: Reload): Promise<void> {
    if ((await ended).kind === 'silent') void whole.then(() => this.#free(engine));
    await this.#free(engine);
  }
}

/** An engine that loads its model. */
interface Reload {
  readonly engine: Engine;
  /** Outcome of the loading, or of a silence that was too long. */
  readonly ended: Promise<WaitOutcome<void>>;
  /** Resolves when WebLLM itself has ended, well or not; perhaps never. */
  readonly whole: Promise<void>;
  /** Reports the steps to this listener from now on, the present one first. */
  listen(listener: (progress: LoadProgress) => void): void;
}

function startReload(library: WebllmLibrary, config: AppConfig, model: string, silenceMs: number): Reload {
  let onSign = (): void => undefined;
  let latest: LoadProgress | undefined;
  let report: (progress: LoadProgress) => void = () => undefined;
  const engine = library.createEngine({
    appConfig: config,
    logLevel: 'WARN',
    initProgressCallback: (raw) => {
      onSign();
      const progress = toLoadProgress(raw);
      if (!progress) return;
      latest = progress;
      report(progress);
    },
  });
  const loading = engine.reload(model);
  return {
    engine,
    ended: waitForEngine(loading, { silenceMs, listen: (hear) => void (onSign = hear) }),
    whole: loading.catch(() => undefined),
    listen: (listener) => {
      report = listener;
      if (latest) listener(latest);
    },
  };
}

/** The GPU device was lost while the model was loaded, most often for want of memory. */
export class DeviceLost extends Error {
  override readonly name = 'DeviceLost';
}

/** Throws unless the engine has the whole model after this end of its loading. */
async function checkLoaded(ended: WaitOutcome<void>, engine: Engine, model: WebllmModel): Promise<void> {
  if (ended.kind === 'failed') {
    const { error } = ended;
    throw error instanceof Error && error.name === 'DeviceLostError'
      ? new DeviceLost()
      : explainWebllmError(error, model);
  }
  if (ended.kind === 'silent') {
    throw new ModelError(message`“${model.title}” did not finish loading. Reload the page, or choose a smaller model.`);
  }
  // WebLLM's reload resolves, with a warning on the console, also when it was stopped half-way.
  if (await hasLost(engine, model.id)) {
    throw new ModelError(message`“${model.title}” was not loaded to the end. Try again.`);
  }
}

/** Phases of WebLLM's progress, which runs from 0 to 1 in each; only the beginning of its text names the phase. */
const PHASES: readonly { readonly prefix: string; readonly step: LoadProgress['step']; readonly words: Message }[] = [
  { prefix: 'Start to fetch params', step: 'weights', words: message`Reading the model from this device` },
  { prefix: 'Fetching param cache', step: 'weights', words: message`Reading the model from this device` },
  { prefix: 'Loading model from cache', step: 'weights', words: message`Reading the model from this device` },
  { prefix: 'Loading GPU shader modules', step: 'shaders', words: message`Preparing the GPU` },
  { prefix: 'Finish loading on', step: 'shaders', words: message`The model is ready` },
];

/** Undefined for a phase that is not known. */
function toLoadProgress({ progress, text }: InitProgressReport): LoadProgress | undefined {
  const phase = PHASES.find(({ prefix }) => text.startsWith(prefix));
  if (!phase) return undefined;
  const fraction = Math.min(1, Math.max(0, progress));
  const percent = Math.round(fraction * 100);
  const words = phase.prefix.startsWith('Finish') ? message`${phase.words}.` : message`${phase.words}: ${percent} %.`;
  return { step: phase.step, fraction, words };
}
