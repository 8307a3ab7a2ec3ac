import { crossEncoderId, RERANKERS, type CrossEncoder } from '../../../core/models/catalogue/cross-encoders';
import type { Reranker } from '../../../core/ports/models';
import { openCrossEncoderSession } from './cross-encoder-session';
import { relevance } from './logits';
import { scorePairs } from './score-pairs';
import { createSeat, type SeatOptions, type SeatedModels } from './seat';

const WORDS = {
  kind: 'reranker',
  lost: 'The order of the passages stays as it was; try again, or choose another reranker.',
};

/** Cross-encoders trained on questions and passages, with transformers.js. A passage that is too long is cut at its end. */
export function createRerankers({
  models = RERANKERS,
  backend,
}: SeatOptions<CrossEncoder> = {}): SeatedModels<Reranker> {
  const seat = createSeat({ models, backend }, { ...WORDS, open: openCrossEncoderSession });
  return {
    model: (id) => {
      const model = seat.find(id);
      return {
        id: crossEncoderId(model),
        title: model.title,
        rank: async (question, passages, { signal } = {}) => {
          if (passages.length === 0) return new Float32Array(0);
          const texts = passages.map((passage) => [question, passage] as const);
          return Float32Array.from(await seat.work(model, signal, (tools) => scorePairs(tools, texts, relevance)));
        },
      };
    },
    unload: () => seat.unload(),
  };
}
