import { ModelError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import {
  TRANSFORMERS_CHAT_MODELS,
  type TransformersChatModel,
} from '../../../core/models/catalogue/transformers-chat-models';
import type { ChatChoice, ChatEvent, LoadProgress } from '../../../core/models/chat-model';
import type { ChatProvider } from '../../../core/models/hosts';
import type { Shape } from '../../../core/shapes/shape';
import { browserClock } from '../../browser-env';
import { streamChat } from '../chat-progress';
import { probeHardware } from '../hardware';
import { backendOf, type Backend, openLibrary } from './library';
import { contextWindow, openChatSession } from './chat-session';
import { generate } from './generate';
import { createSessionCache } from './session-cache';
import { explainLoadFailure, requireFiles, storedConfig } from './stored-files';

interface TransformersChatParts {
  readonly toRegExp: (shape: Shape) => string;
  /** Default: the catalogue. */
  readonly models?: readonly TransformersChatModel[];
  /** Default: a GPU for the models that need one, the processor for the others. */
  readonly backend?: Backend;
}

/** Signs of life are given this long without anything new: a model that is not loaded by then, or has not read a slice, counts as hung. */
const SIGNS = { everyMs: 5_000, forMs: 600_000 };

/** transformers.js' part of a chat host: one small model at a time, in this worker, from files that are already on this device. */
export function createTransformersChat(parts: TransformersChatParts): ChatProvider {
  const { toRegExp, models = TRANSFORMERS_CHAT_MODELS, backend } = parts;
  const { yield: pause } = browserClock();
  const sessions = createSessionCache(async (model: TransformersChatModel) => {
    await requireFiles(model);
    try {
      // The build is chosen once for all models: the one that knows WebGPU, where there is a GPU.
      const library = await openLibrary(backend ?? backendOf(await probeHardware()));
      return await openChatSession(library, model, backend ?? (model.needs.webgpu ? 'webgpu' : 'wasm'), pause);
    } catch (cause) {
      throw await explainLoadFailure(model, cause);
    }
  });

  const find = ({ model: id }: ChatChoice): TransformersChatModel => {
    const model = models.find((known) => known.id === id);
    if (!model)
      throw new ModelError(message`transformers.js has no model “${id}”. Choose another one in Settings → Models.`);
    return model;
  };
  return {
    describe: async (choice) => describe(choice, find(choice)),

    async *load(choice, { signal } = {}) {
      const model = find(choice);
      yield step('start', 0, message`Looking for ${model.title} on this device.`);
      await requireFiles(model);
      yield step('weights', 0, message`Making ${model.title} ready.`);
      await sessions.use(model, signal, () => Promise.resolve());
      yield step('weights', 1, message`${model.title} is ready.`);
    },

    async *generate(choice, request, { signal } = {}) {
      const model = find(choice);
      const run = async (emit: (event: ChatEvent) => void, stop: AbortSignal): Promise<void> => {
        const loading = step('weights', 0, message`Making ${model.title} ready.`);
        if (!sessions.has(model)) emit({ kind: 'loading', progress: loading });
        await sessions.use(model, stop, (session) => generate(session, request, { toRegExp, signal: stop, emit }));
      };
      try {
        yield* streamChat(run, { ...SIGNS, signal });
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof ModelError ? error : stopped(model, error);
      }
    },

    unload: () => sessions.unload(),
  };
}

async function describe(choice: ChatChoice, model: TransformersChatModel) {
  const config = await storedConfig(model);
  const window = typeof config === 'object' && config ? contextWindow(model, config) : model.contextWindow;
  return {
    choice,
    title: model.title,
    capabilities: { contextWindow: window, shapes: 'regexp', prefixReuse: 'none', parallel: 1, seed: true },
  } as const;
}

function stopped({ title }: TransformersChatModel, cause: unknown): ModelError {
  return new ModelError(
    message`“${title}” stopped with an error. It is loaded anew with the next call; if this happens again, choose another model.`,
    { cause },
  );
}

function step(name: LoadProgress['step'], fraction: number, words: Message): LoadProgress {
  return { step: name, fraction, words };
}
