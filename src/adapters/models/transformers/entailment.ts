import { crossEncoderId, ENTAILMENT_MODELS, type CrossEncoder } from '../../../core/models/catalogue/cross-encoders';
import type { EntailmentModel } from '../../../core/ports/models';
import { openCrossEncoderSession } from './cross-encoder-session';
import { entailmentScores } from './logits';
import { scorePairs } from './score-pairs';
import { createSeat, type SeatOptions, type SeatedModels } from './seat';

const WORDS = {
  kind: 'sentence checker',
  lost: 'What was checked before is kept; try again, or choose another sentence checker.',
};
const BATCH = 32;

/** Cross-encoders trained on natural language inference, with transformers.js. A premise that is too long is cut at its end. */
export function createEntailmentModels({
  models = ENTAILMENT_MODELS,
  backend,
}: SeatOptions<CrossEncoder> = {}): SeatedModels<EntailmentModel> {
  const seat = createSeat({ models, backend }, { ...WORDS, open: openCrossEncoderSession });
  return {
    model: (id) => {
      const model = seat.find(id);
      return {
        id: crossEncoderId(model),
        title: model.title,
        batchSize: BATCH,
        judge: async (pairs, { signal } = {}) => {
          if (pairs.length === 0) return [];
          const texts = pairs.map(({ premise, hypothesis }) => [premise, hypothesis] as const);
          return seat.work(model, signal, (tools) => scorePairs(tools, texts, entailmentScores));
        },
      };
    },
    unload: () => seat.unload(),
  };
}
