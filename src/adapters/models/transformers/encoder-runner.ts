import { ModelError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import type { CatalogueModel } from '../../../core/models/catalogue/catalogue-model';
import type { HubRepository } from '../../../core/models/catalogue/hub-files';
import { browserClock } from '../../browser-env';
import { probeHardware } from '../hardware';
import { backendOf, type Backend, openLibrary, type Library, threadsFor } from './library';
import { newPace, type Pace } from './token-batch';
import { createSessionCache } from './session-cache';
import { explainLoadFailure, requireFiles } from './stored-files';

type EncoderModel = CatalogueModel & HubRepository & { readonly precision: 'q8' | 'fp32' };

interface Session {
  dispose(): Promise<void>;
}

export interface RunnerOptions<M> {
  /** Default: the catalogue. */
  readonly models?: readonly M[];
  /** Default: WebGPU where there is a real GPU, else WebAssembly. */
  readonly backend?: Backend | undefined;
}

/** Tools of a call for its model. */
export interface RunnerTools<S> {
  /** Lends the loaded model for one piece of work; other calls get their turn in between. */
  withSession<R>(work: (session: S) => Promise<R>): Promise<R>;
  readonly pace: Pace;
  /** Yields to other tasks; throws the signal's reason when aborted. */
  breathe(): Promise<void>;
}

/** Runs one model of a kind in this worker. The first call loads it from files on this device; it stays until another one is asked for. */
interface EncoderRunner<M, S> {
  /** Throws ModelError for what is not in the list. */
  find(id: string): M;
  /** Throws ModelError whatever goes wrong, and the signal's reason when aborted. */
  work<R>(model: M, signal: AbortSignal | undefined, work: (tools: RunnerTools<S>) => Promise<R>): Promise<R>;
  unload(): Promise<void>;
}

/** `kind` names it for people, such as “embedding model”; `lost` names the loss after a failure. */
export function createEncoderRunner<M extends EncoderModel, S extends Session>(
  { models, backend }: { readonly models: readonly M[]; readonly backend?: Backend | undefined },
  {
    kind,
    lost,
    open,
  }: {
    readonly kind: Message;
    readonly lost: Message;
    readonly open: (library: Library, model: M, backend: Backend) => Promise<S>;
  },
): EncoderRunner<M, S> {
  const { yield: pause } = browserClock();
  const probe = once(async () => backend ?? backendOf(await probeHardware()));
  const sessions = createSessionCache(async (model: M) => {
    await requireFiles(model);
    const chosen = await probe();
    try {
      const library = await openLibrary(chosen, threadsFor(globalThis));
      // 8-bit arithmetic is the processor's.
      return await open(library, model, model.precision === 'q8' ? 'wasm' : chosen);
    } catch (cause) {
      throw await explainLoadFailure(model, cause);
    }
  });
  const paces = new Map<M, Pace>();
  const paceOf = (model: M): Pace => {
    const pace = paces.get(model) ?? newPace();
    paces.set(model, pace);
    return pace;
  };
  return {
    find: (id) => {
      const model = models.find((known) => known.id === id);
      if (!model)
        throw new ModelError(message`Burrow knows no ${kind} “${id}”. Choose another one: Settings → Models.`);
      return model;
    },
    work: async (model, signal, work) => {
      try {
        return await work({
          withSession: (part) => sessions.use(model, signal, part),
          pace: paceOf(model),
          breathe: async () => {
            await pause();
            signal?.throwIfAborted();
          },
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ModelError) throw error;
        throw new ModelError(message`The model “${model.title}” stopped with an error. ${lost}`, { cause: error });
      }
    },
    unload: () => sessions.unload(),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
