import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import type { LoadProgress } from '../../../core/models/chat-model';
import { abortable, streamFromCallback } from '../../../core/async';
import { waitFor } from '../wait-for';
import { appConfig } from './app-config';
import { checkLoaded } from './check-loaded';
import { startReload, type Reload } from './reload';
import type { Engine, WebllmLibrary } from './library';
import type { Patience } from './patience';

export interface HeldEngine {
  readonly engine: Engine;
  readonly model: WebllmModel;
  /** False while it works, and for good when it could not be stopped. */
  idle: boolean;
}

/** A model on its way to the GPU. It arrives whether or not anyone still waits for it. */
interface Arrival {
  readonly model: WebllmModel;
  readonly reload: Reload;
  /** Throws ModelError or DeviceLost; by then the engine is let go. */
  readonly ready: Promise<HeldEngine>;
}

/** The one place for a loaded model: GPU memory holds no two of them. One caller at a time. */
export class EngineSeat {
  readonly #library: () => Promise<WebllmLibrary>;
  readonly #patience: Patience;
  #held: HeldEngine | undefined;
  #arriving: Arrival | undefined;
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
  ): AsyncGenerator<LoadProgress, HeldEngine> {
    const ready = this.ready(model.id);
    if (ready) return ready;
    yield this.#again
      ? { step: 'reload', fraction: 0, words: this.#again }
      : { step: 'start', fraction: 0, words: `Starting “${model.title}”.` };
    if (this.#held || (this.#arriving && this.#arriving.model.id !== model.id)) this.discard();
    await abortable(this.#leaving, signal);
    const library = await abortable(this.#library(), signal);
    const arrival = (this.#arriving ??= this.#start(library, model, contextWindow));
    return yield* streamFromCallback<LoadProgress, HeldEngine>(
      (emit, stop) => {
        arrival.reload.listen(emit);
        return abortable(arrival.ready, stop);
      },
      { signal, merge: (last, next) => (last.step === next.step ? next : undefined) },
    );
  }

  #start(library: WebllmLibrary, model: WebllmModel, contextWindow: number): Arrival {
    const reload = startReload(library, appConfig(model, contextWindow), model.id, this.#patience.loading);
    const ready = this.#seat(model, reload);
    ready.catch(() => undefined); // told to whoever waits; this keeps it from being reported as unhandled when nobody does
    return { model, reload, ready };
  }

  async #seat(model: WebllmModel, reload: Reload): Promise<HeldEngine> {
    const held: HeldEngine = { engine: reload.engine, model, idle: true };
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
    await waitFor(engine.unload(), { silenceMs: this.#patience.leaving });
  }

  /** WebLLM's `unload` frees only what has arrived: a model on its way is freed when it is there, even one that was given up long ago. */
  async #freeLater({ engine, ended, whole }: Reload): Promise<void> {
    if ((await ended).kind === 'silent') void whole.then(() => this.#free(engine));
    await this.#free(engine);
  }
}
