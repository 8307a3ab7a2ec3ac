import { ModelError } from '../../../core/errors';
import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import type { ChatEvent, LoadProgress } from '../../../core/models/chat-model';
import { relay } from '../relay';
import { waitFor, type Waited } from '../wait-for';
import { appConfig } from './app-config';
import { explain } from './explain';
import { hasLost, type Engine, type WebllmLibrary } from './library';
import { toLoadProgress } from './load-progress';
import type { Patience } from './patience';

export interface HeldEngine {
  readonly engine: Engine;
  readonly model: WebllmModel;
  /** False while it works, and for good when it could not be stopped. */
  idle: boolean;
}

/** One step of loading. */
export type Loading = Extract<ChatEvent, { readonly kind: 'loading' }>;

/** The GPU device was lost while the model was loaded, most often for want of memory. */
export class DeviceLost extends Error {
  override readonly name = 'DeviceLost';
}

/** The one place for a loaded model: GPU memory holds no two of them. */
export class EngineSeat {
  readonly #library: () => Promise<WebllmLibrary>;
  readonly #patience: Patience;
  #held: HeldEngine | undefined;
  #leaving: Promise<void> = Promise.resolve();
  #again: string | undefined;

  constructor(library: () => Promise<WebllmLibrary>, patience: Patience) {
    this.#library = library;
    this.#patience = patience;
  }

  /** Why the model must be loaded once more, when it must. */
  get again(): string | undefined {
    return this.#again;
  }

  /** The engine that is ready with this model, if there is one. */
  ready(model: string): HeldEngine | undefined {
    return this.#held?.model.id === model && this.#held.idle ? this.#held : undefined;
  }

  /** Lets the model go, if there is one. With a reason, the next load is told as a reload. */
  discard(reason?: string): void {
    if (this.#held) this.#letGo(this.#held.engine);
    this.#held = undefined;
    this.#again = reason;
  }

  /** Resolves when the memory of what was let go is free, or was waited for long enough. */
  settled(): Promise<void> {
    return this.#leaving;
  }

  /** Returns the engine with this model, loaded if it was not. Throws ModelError, DeviceLost, or the signal's reason. */
  async *load(model: WebllmModel, signal?: AbortSignal): AsyncGenerator<Loading, HeldEngine> {
    const ready = this.ready(model.id);
    if (ready) return ready;
    const again = this.#again;
    if (this.#held) this.discard();
    await this.#leaving;
    yield again
      ? loading({ step: 'reload', fraction: 0, words: again })
      : loading({ step: 'start', fraction: 0, words: `Starting “${model.title}”.` });
    const library = await this.#library();
    signal?.throwIfAborted();
    const engine = yield* this.#reload(library, model, signal);
    this.#held = { engine, model, idle: true };
    this.#again = undefined;
    return this.#held;
  }

  async *#reload(library: WebllmLibrary, model: WebllmModel, signal?: AbortSignal): AsyncGenerator<Loading, Engine> {
    let report: (progress: LoadProgress) => void = () => undefined;
    const engine = library.createEngine({
      appConfig: appConfig(model),
      logLevel: 'WARN',
      initProgressCallback: (raw) => {
        const progress = toLoadProgress(raw);
        if (progress) report(progress);
      },
    });
    let ready = false;
    try {
      const waited = yield* relay<Loading, Waited<void>>((emit) => {
        let heard: () => void = () => undefined;
        report = (progress) => {
          heard();
          emit(loading(progress));
        };
        const listen = (hear: () => void) => void (heard = hear);
        return waitFor(engine.reload(model.id), { silenceMs: this.#patience.loading, signal, listen });
      });
      await checkLoaded(waited, engine, model, signal);
      ready = true;
      return engine;
    } finally {
      if (!ready) this.#letGo(engine);
    }
  }

  /** An engine that does not answer is left to itself; so is one that fails, since its device goes with it. */
  #letGo(engine: Engine): void {
    const gone = waitFor(engine.unload(), { silenceMs: this.#patience.leaving });
    this.#leaving = Promise.all([this.#leaving, gone]).then(() => undefined);
  }
}

const loading = (progress: LoadProgress): Loading => ({ kind: 'loading', progress });

async function checkLoaded(
  waited: Waited<void>,
  engine: Engine,
  model: WebllmModel,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (waited.kind === 'aborted') signal?.throwIfAborted();
  if (waited.kind === 'failed') {
    const { error } = waited;
    throw error instanceof Error && error.name === 'DeviceLostError' ? new DeviceLost() : explain(error, model);
  }
  if (waited.kind === 'silent') {
    throw new ModelError(`“${model.title}” did not finish loading. Reload the page, or choose a smaller model.`);
  }
  // WebLLM's reload resolves, with a warning on the console, also when it was stopped half-way.
  if (await hasLost(engine, model.id)) {
    throw new ModelError(`“${model.title}” was not loaded to the end. Try again.`);
  }
}
