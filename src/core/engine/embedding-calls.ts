import type { EngineApi } from './api';
import { planEmbedding } from './embedding-plan';
import type { Session } from './session';

type EmbeddingCalls = Pick<EngineApi, 'embeddingPlan' | 'embed'>;

/** Vectors for the open collection, made beside whatever else goes on. */
export function embeddingCalls(session: Session): EmbeddingCalls {
  return {
    embeddingPlan: async (options = {}) => {
      const open = session.current();
      const embedder = await session.env.models.embedder();
      return embedder && planEmbedding(open, embedder, { ...options, env: session.env });
    },
    embed: (options) =>
      session.change(
        options?.signal,
        async () => undefined,
        (context) => session.embed(context),
      ),
  };
}
