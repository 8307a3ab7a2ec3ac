import { ModelError } from '../../../core/errors';
import { EMBEDDING_MODELS, embedderInfo, type EmbeddingModel } from '../../../core/models/catalogue/embedding-models';
import type { LoadProgress } from '../../../core/models/chat-model';
import type { EmbedHost } from '../../../core/models/hosts';
import { browserClock } from '../../browser-env';
import { probeHardware } from '../hardware';
import { backendOf, type Backend } from './backend';
import { embedTexts, newPace, type Pace } from './embed-texts';
import { openEmbeddingSession, type EmbeddingSession } from './embedding-session';
import { createHeld } from './held';
import { openLibrary } from './library';
import { loadFailure } from './load-failure';
import { requireFiles } from './stored-files';
import { threadsFor } from './threads';

interface EmbedHostOptions {
  /** Default: the catalogue. */
  readonly models?: readonly EmbeddingModel[];
  /** Default: WebGPU where there is a real GPU, else WebAssembly. */
  readonly backend?: Backend;
}

/** Runs embedding models in this worker with transformers.js, one at a time, from files that are already on this device. */
export function createEmbedHost({ models = EMBEDDING_MODELS, backend }: EmbedHostOptions = {}): EmbedHost {
  const { yield: pause } = browserClock();
  const probe = once(async () => backend ?? backendOf(await probeHardware()));
  const held = createHeld(async (model: EmbeddingModel) => open(model, await probe()));
  const paces = new Map<EmbeddingModel, Pace>();

  const find = (id: string): EmbeddingModel => {
    const model = models.find((known) => known.id === id);
    if (!model) throw new ModelError(`Burrow knows no embedding model “${id}”. Choose another one: Settings → Models.`);
    return model;
  };
  const paceOf = (model: EmbeddingModel): Pace => {
    const pace = paces.get(model) ?? newPace();
    paces.set(model, pace);
    return pace;
  };
  return {
    describe: (id) => Promise.resolve().then(() => embedderInfo(find(id))),
    async *load(id, { signal } = {}) {
      const model = find(id);
      yield step('start', `Looking for ${model.title} on this device.`);
      await requireFiles(model);
      yield step('weights', `Making ${model.title} ready.`);
      await held.use(model, signal, () => Promise.resolve());
      yield step('warm up', `Trying ${model.title} out.`);
      const threads = await held.use(model, signal, async (session) => {
        await session.run(session.cut(0, 'Ready?', 'question'));
        return session.threads;
      });
      const where = threads > 1 ? `, on ${String(threads)} threads` : '';
      yield { ...step('warm up', `${model.title} is ready${where}.`), fraction: 1 };
    },
    async embed(id, texts, kind, options = {}) {
      const { signal } = options;
      const model = find(id);
      try {
        return await embedTexts((work) => held.use(model, signal, work), texts, kind, model.dims, {
          ...options,
          pace: paceOf(model),
          pause,
        });
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof ModelError ? error : stopped(model, error);
      }
    },
    unload: () => held.letGo(),
  };
}

async function open(model: EmbeddingModel, backend: Backend): Promise<EmbeddingSession> {
  await requireFiles(model);
  try {
    const library = await openLibrary(backend, threadsFor(globalThis));
    // 8-bit arithmetic is the processor's.
    return await openEmbeddingSession(library, model, model.precision === 'q8' ? 'wasm' : backend);
  } catch (cause) {
    throw await loadFailure(model, cause);
  }
}

function stopped({ title }: EmbeddingModel, cause: unknown): ModelError {
  return new ModelError(
    `The model “${title}” stopped with an error. What was embedded before is kept; try again, or choose another model.`,
    { cause },
  );
}

function step(name: LoadProgress['step'], words: string): LoadProgress {
  return { step: name, fraction: 0, words };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
