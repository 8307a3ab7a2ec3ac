import type { EncoderHost } from '../../../core/models/hosts';
import { createEmbedHost } from './embed';
import { createEntailmentModels } from './entailment';
import { createRerankers } from './reranker';

/** All that the embed worker runs: one model of each kind at a time. */
export function createEncoderHost(): EncoderHost {
  const embedders = createEmbedHost();
  const checkers = createEntailmentModels();
  const rerankers = createRerankers();
  const kinds = { embedding: embedders, entailment: checkers, reranking: rerankers };
  return {
    ...embedders,
    describeChecker: (id) =>
      Promise.resolve().then(() => {
        const { id: name, title, batchSize } = checkers.model(id);
        return { id: name, title, batchSize };
      }),
    judge: async (id, pairs, options) => checkers.model(id).judge(pairs, options),
    describeReranker: (id) =>
      Promise.resolve().then(() => {
        const { id: name, title } = rerankers.model(id);
        return { id: name, title };
      }),
    rank: async (id, question, passages, options) => rerankers.model(id).rank(question, passages, options),
    unloadKind: (kind) => kinds[kind].unload(),
    unload: async () => {
      await Promise.all(Object.values(kinds).map((kind) => kind.unload()));
    },
  };
}
