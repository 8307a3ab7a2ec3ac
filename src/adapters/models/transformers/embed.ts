import { EMBEDDING_MODELS, embedderInfo, type EmbeddingModel } from '../../../core/models/catalogue/embedding-models';
import type { LoadProgress } from '../../../core/models/chat-model';
import type { EmbedHost } from '../../../core/models/hosts';
import { embedTexts } from './embed-texts';
import { openEmbeddingSession } from './embedding-session';
import { createSeat, type SeatOptions } from './seat';
import { requireFiles } from './stored-files';

const WORDS = {
  kind: 'embedding model',
  lost: 'What was embedded before is kept; try again, or choose another model.',
};

/** Runs embedding models in this worker with transformers.js, one at a time, from files that are already on this device. */
export function createEmbedHost({ models = EMBEDDING_MODELS, backend }: SeatOptions<EmbeddingModel> = {}): EmbedHost {
  const seat = createSeat({ models, backend }, { ...WORDS, open: openEmbeddingSession });
  return {
    describeEmbedder: (id) => Promise.resolve().then(() => embedderInfo(seat.find(id))),
    async *load(id, { signal } = {}) {
      const model = seat.find(id);
      yield step('start', `Looking for ${model.title} on this device.`);
      await requireFiles(model);
      yield step('weights', `Making ${model.title} ready.`);
      await seat.work(model, signal, ({ withSession }) => withSession(() => Promise.resolve()));
      yield step('warm up', `Trying ${model.title} out.`);
      const threads = await seat.work(model, signal, ({ withSession }) =>
        withSession(async (session) => {
          await session.run(session.cut(0, 'Ready?', 'question'));
          return session.threads;
        }),
      );
      const where = threads > 1 ? `, on ${String(threads)} threads` : '';
      yield { ...step('warm up', `${model.title} is ready${where}.`), fraction: 1 };
    },
    embed: async (id, texts, kind, options = {}) => {
      const model = seat.find(id);
      return seat.work(model, options.signal, (tools) => embedTexts(texts, kind, model.dims, { ...tools, ...options }));
    },
    unload: () => seat.unload(),
  };
}

function step(name: LoadProgress['step'], words: string): LoadProgress {
  return { step: name, fraction: 0, words };
}
