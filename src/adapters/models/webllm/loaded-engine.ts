import type { WebllmModel } from '../../../core/models/catalogue/webllm-models';
import type { LoadProgress } from '../../../core/models/chat-model';
import { abortable, streamFromCallback } from '../../../core/async';
import { waitForEngine, type WaitOutcome, type Timeouts } from './timeouts';
import { appConfig, type Engine, type WebllmLibrary, hasLost } from './library';
import type { AppConfig, InitProgressReport } from '@mlc-ai/web-llm';
import { ModelError } from '../../../core/errors';
import { explainWebllmError } from './webllm-errors';

export interface LoadedEngine {
  readonly engine: Engine;
  readonly model: WebllmModel;
  /** False while it works, and for good when it could not be stopped. */
  idle: boolean;
}

/** A model on its way to the GPU. It arrives whether or not anyone still waits for it. */
interface EngineLoad {
  readonly model: WebllmModel;
  readonly reload: Reload;
  /** Throws ModelError or DeviceLost; by then the engine is let go. */
  readonly ready: Promise<LoadedEngine>;
}

/** The one place for a loaded model: GPU memory holds no two of them. One caller at a time. */
export class EngineLoader {
  readonly #library: () => Promise<WebllmLibrary>;
  readonly #patience: Timeouts;
  #held: LoadedEngine | undefined;
  #arriving: EngineLoad | undefined;
  #leaving: Promise<void> = Promise.resolve();
  #again: string | undefined;

  constructor(library: () => Promise<WebllmLibrary>, patience: Timeouts) {
    this.#library = library;
    this.#patience = patience;
  }

  /** Why the model must be loaded once more, when it must. */
  get again(): string | undefined {
    return this.#again;
  }

  /** The engine that is ready with this model, if there is one. */
  ready(model: string): LoadedEngine | undefined {
    return this.#held?.model.id === model && this.#held.idle ? this.#held : undefined;
  }

  /** Lets the model go, if there is one or one is on its way. With a reason, the next load is told as a reload. */
  discard(reason?: string): void {
    if (this.#held) this.#leave(this.#free(this.#held.engine));
    if (this.#arriving) this.#leave(this.#freeLater(this.#arriving.reload));
    this.#held = undefined;
    this.#arriving = undefined;
    this.#again = reason;
  }

  /** Resolves when the memory of what was let go is free, or was waited for long enough. */
  settled(): Promise<void> {
    return this.#leaving;
  }

  /**
   * Returns the engine with this model, loaded with a window of so many tokens if it was not loaded yet. An abort ends only the waiting: WebLLM
   * cannot stop a load, so it goes on for the next call. Throws ModelError, DeviceLost, or the signal's reason.
   */
  async *load(
    model: WebllmModel,
    contextWindow: number,
    signal?: AbortSignal,
  ): AsyncGenerator<LoadProgress, LoadedEngine> {
    const ready = this.ready(model.id);
    if (ready) return ready;
    yield this.#again
      ? { step: 'reload', fraction: 0, words: this.#again }
      : { step: 'start', fraction: 0, words: `Starting “${model.title}”.` };
    if (this.#held || (this.#arriving && this.#arriving.model.id !== model.id)) this.discard();
    await abortable(this.#leaving, signal);
    const library = await abortable(this.#library(), signal);
    const arrival = (this.#arriving ??= this.#start(library, model, contextWindow));
    return yield* streamFromCallback<LoadProgress, LoadedEngine>(
      (emit, stop) => {
        arrival.reload.listen(emit);
        return abortable(arrival.ready, stop);
      },
      { signal, merge: (last, next) => (last.step === next.step ? next : undefined) },
    );
  }

  #start(library: WebllmLibrary, model: WebllmModel, contextWindow: number): EngineLoad {
    const reload = startReload(library, appConfig(model, contextWindow), model.id, this.#patience.loading);
    const ready = this.#seat(model, reload);
    ready.catch(() => undefined); // told to whoever waits; this keeps it from being reported as unhandled when nobody does
    return { model, reload, ready };
  }

  async #seat(model: WebllmModel, reload: Reload): Promise<LoadedEngine> {
    const held: LoadedEngine = { engine: reload.engine, model, idle: true };
    try {
      await checkLoaded(await reload.ended, reload.engine, model);
    } catch (error) {
      if (this.#arriving?.reload === reload) {
        this.#leave(this.#freeLater(reload));
        this.#arriving = undefined;
      }
      throw error;
    }
    if (this.#arriving?.reload === reload) {
      this.#arriving = undefined;
      this.#held = held;
      this.#again = undefined;
    }
    return held;
  }

  #leave(gone: Promise<void>): void {
    this.#leaving = Promise.all([this.#leaving, gone]).then(() => undefined);
  }

  /** An engine that does not answer is left to itself; so is one that fails, since its device goes with it. */
  async #free(engine: Engine): Promise<void> {
    await waitForEngine(engine.unload(), { silenceMs: this.#patience.leaving });
  }

  /** WebLLM's `unload` frees only what has arrived: a model on its way is freed when it is there, even one that was given up long ago. */
  async #freeLater({ engine, ended, whole }: Reload): Promise<void> {
    if ((await ended).kind === 'silent') void whole.then(() => this.#free(engine));
    await this.#free(engine);
  }
}

/** An engine that loads its model. */
interface Reload {
  readonly engine: Engine;
  /** How the loading ended, or that nothing was heard of it for too long. */
  readonly ended: Promise<WaitOutcome<void>>;
  /** Resolves when WebLLM itself has ended, well or not; perhaps never. */
  readonly whole: Promise<void>;
  /** Whom the steps are told from now on, the present one first. */
  listen(tell: (progress: LoadProgress) => void): void;
}

function startReload(library: WebllmLibrary, config: AppConfig, model: string, silenceMs: number): Reload {
  let heard: () => void = () => undefined;
  let latest: LoadProgress | undefined;
  let told: (progress: LoadProgress) => void = () => undefined;
  const engine = library.createEngine({
    appConfig: config,
    logLevel: 'WARN',
    initProgressCallback: (raw) => {
      heard();
      const progress = toLoadProgress(raw);
      if (!progress) return;
      latest = progress;
      told(progress);
    },
  });
  const loading = engine.reload(model);
  return {
    engine,
    ended: waitForEngine(loading, { silenceMs, listen: (hear) => void (heard = hear) }),
    whole: loading.catch(() => undefined),
    listen: (tell) => {
      told = tell;
      if (latest) tell(latest);
    },
  };
}

/** The GPU device was lost while the model was loaded, most often for want of memory. */
export class DeviceLost extends Error {
  override readonly name = 'DeviceLost';
}

/** Throws unless the engine holds the whole model after this end of its loading. */
async function checkLoaded(ended: WaitOutcome<void>, engine: Engine, model: WebllmModel): Promise<void> {
  if (ended.kind === 'failed') {
    const { error } = ended;
    throw error instanceof Error && error.name === 'DeviceLostError'
      ? new DeviceLost()
      : explainWebllmError(error, model);
  }
  if (ended.kind === 'silent') {
    throw new ModelError(`“${model.title}” did not finish loading. Reload the page, or choose a smaller model.`);
  }
  // WebLLM's reload resolves, with a warning on the console, also when it was stopped half-way.
  if (await hasLost(engine, model.id)) {
    throw new ModelError(`“${model.title}” was not loaded to the end. Try again.`);
  }
}

/** WebLLM's progress runs from 0 to 1 in each phase anew; only the beginning of its text says which phase that is. */
const PHASES: readonly { readonly prefix: string; readonly step: LoadProgress['step']; readonly words: string }[] = [
  { prefix: 'Start to fetch params', step: 'weights', words: 'Reading the model from this device' },
  { prefix: 'Fetching param cache', step: 'weights', words: 'Reading the model from this device' },
  { prefix: 'Loading model from cache', step: 'weights', words: 'Reading the model from this device' },
  { prefix: 'Loading GPU shader modules', step: 'shaders', words: 'Preparing the GPU' },
  { prefix: 'Finish loading on', step: 'shaders', words: 'The model is ready' },
];

/** Undefined for a phase that is not known. */
function toLoadProgress({ progress, text }: InitProgressReport): LoadProgress | undefined {
  const phase = PHASES.find(({ prefix }) => text.startsWith(prefix));
  if (!phase) return undefined;
  const fraction = Math.min(1, Math.max(0, progress));
  const end = phase.prefix.startsWith('Finish') ? '.' : `: ${String(Math.round(fraction * 100))} %.`;
  return { step: phase.step, fraction, words: phase.words + end };
}
