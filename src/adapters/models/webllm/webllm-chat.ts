import { createMutex } from '../../../core/async';
import { ModelError } from '../../../core/errors';
import { WEBLLM_MODELS, type WebllmModel } from '../../../core/models/catalogue/chat-models';
import { contextWindowOf } from '../../../core/models/catalogue/context-window';
import { nextSmaller } from '../../../core/models/catalogue/fit';
import type { ChatChoice, ChatEvent, ChatModelInfo, LoadProgress } from '../../../core/models/chat-model';
import type { Hardware } from '../../../core/models/hardware';
import type { ChatProvider } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/platform';
import type { Shape } from '../../../core/shapes/shape';
import { AGAIN } from './again';
import { DeviceLost } from './check-loaded';
import { EngineSeat } from './engine-seat';
import { explain, isHarmless } from './explain';
import type { WebllmLibrary } from './library';
import { PATIENCE, type Patience } from './patience';
import { modelFinder } from './model-finder';
import { modelLoader } from './model-loader';
import { storedConfig, type ModelStorage } from './stored-files';
import { trier } from './trier';

interface WebllmParts {
  readonly library: () => Promise<WebllmLibrary>;
  readonly storage: ModelStorage;
  readonly probe: () => Promise<Hardware>;
  readonly toEbnf: (shape: Shape) => string;
  readonly models?: readonly WebllmModel[];
  readonly patience?: Patience;
}

/** WebLLM's part of a chat host. Calls run one at a time; a model that hangs or loses its device is loaded anew, once per call. */
export function createWebllmChat(parts: WebllmParts): ChatProvider {
  const { library, storage, probe, toEbnf, models = WEBLLM_MODELS, patience = PATIENCE } = parts;
  const seat = new EngineSeat(library, patience);
  const mutex = createMutex();
  const find = modelFinder(models, probe);
  const load = modelLoader({ find, storage, seat });
  const tried = trier({ load, seat, toEbnf, patience });
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
          if (ending.kind !== 'failed' || !isHarmless(ending.error)) seat.discard(AGAIN[ending.kind]);
          if (ending.kind === 'failed') throw explain(ending.error, model);
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
