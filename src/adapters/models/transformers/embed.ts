import { ModelError } from '../../../core/errors';
import { EMBEDDING_MODELS, embedderInfo, type EmbeddingModel } from '../../../core/models/catalogue/embedding-models';
import type { LoadProgress } from '../../../core/models/chat-model';
import type { EmbedHost } from '../../../core/models/hosts';
import { browserClock } from '../../browser-env';
import { probeBackend, type Backend } from './backend';
import { embedTexts, newPace, type Pace } from './embed-texts';
import { openEmbeddingSession, type EmbeddingSession } from './embedding-session';
import { openLibrary } from './library';
import { requireFiles } from './stored-files';

export interface EmbedHostOptions {
  /** Default: the catalogue. */
  readonly models?: readonly EmbeddingModel[];
  /** Default: WebGPU where there is a real GPU, else WebAssembly. */
  readonly backend?: Backend;
}

interface Loaded {
  readonly model: EmbeddingModel;
  readonly session: Promise<EmbeddingSession>;
  readonly pace: Pace;
}

/** Runs embedding models in this worker with transformers.js, one at a time, from files that are already on this device. */
export function createEmbedHost({ models = EMBEDDING_MODELS, backend }: EmbedHostOptions = {}): EmbedHost {
  const { yield: pause } = browserClock();
  let loaded: Loaded | undefined;
  let probed: Promise<Backend> | undefined;

  const find = (id: string): EmbeddingModel => {
    const model = models.find((known) => known.id === id);
    if (!model) throw new ModelError(`Burrow knows no embedding model “${id}”. Choose another one: Settings → Models.`);
    return model;
  };
  const unload = async (): Promise<void> => {
    const old = loaded;
    loaded = undefined;
    const session = await old?.session.catch(() => undefined); // a session that did not open holds nothing
    await session?.dispose();
  };
  const ready = async (id: string): Promise<Loaded> => {
    const model = find(id);
    if (loaded?.model === model) return loaded;
    await requireFiles(model);
    await unload();
    probed ??= backend ? Promise.resolve(backend) : probeBackend();
    const current: Loaded = { model, session: open(model, probed), pace: newPace() };
    loaded = current;
    current.session.catch(() => {
      if (loaded === current) loaded = undefined;
    });
    return current;
  };

  return {
    describe: (id) => Promise.resolve().then(() => embedderInfo(find(id))),
    async *load(id, { signal } = {}) {
      signal?.throwIfAborted();
      yield step('start', `Getting ${find(id).title} from this device.`);
      const { session } = await ready(id);
      yield step('weights', `Making ${find(id).title} ready.`);
      const opened = await session;
      signal?.throwIfAborted();
      yield step('warm up', `Trying ${find(id).title} out.`);
      await opened.run(opened.cut(0, 'Ready?', 'question'));
      yield { ...step('warm up', `${find(id).title} is ready.`), fraction: 1 };
    },
    async embed(id, texts, kind, options = {}) {
      options.signal?.throwIfAborted();
      const current = await ready(id);
      const session = await current.session;
      options.signal?.throwIfAborted();
      try {
        return await embedTexts(session, texts, kind, current.model.dims, { ...options, pace: current.pace, pause });
      } catch (error) {
        options.signal?.throwIfAborted();
        if (loaded === current) await unload();
        throw new ModelError(
          `The model “${current.model.title}” stopped with an error. What was embedded before is kept; try again, or choose another model.`,
          { cause: error },
        );
      }
    },
    unload,
  };
}

async function open(model: EmbeddingModel, probed: Promise<Backend>): Promise<EmbeddingSession> {
  const backend = await probed;
  try {
    const library = await openLibrary(backend);
    // 8-bit arithmetic is the processor's.
    return await openEmbeddingSession(library, model, model.precision === 'q8' ? 'wasm' : backend);
  } catch (error) {
    throw new ModelError(
      `The model “${model.title}” could not be loaded. Its files are kept; close other tabs to free memory and try again, or choose a smaller model.`,
      { cause: error },
    );
  }
}

function step(name: LoadProgress['step'], words: string): LoadProgress {
  return { step: name, fraction: 0, words };
}
