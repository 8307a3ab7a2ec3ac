import type { CallOptions } from '../ports/call-options';
import type { Vectorise } from '../search/alignment/likeness';
import { embedderWait } from './ask-dense';
import type { EngineEnv } from './env';
import type { OpenCollection } from './open-collection';

const BY_WORDS = 'The answer was held against the documents by words alone';

/**
 * Vectors of an answer's sentences and of what it may rest on, by the embedder of a collection's vectors; undefined where it has none, so
 * that a model is never fetched for it. One that fails or is slow is said in words, and what comes too late is not made any further; an abort
 * ends it.
 */
export function sentenceVectors(
  open: OpenCollection,
  { env, signal }: CallOptions & { readonly env: Pick<EngineEnv, 'models' | 'timer'> },
): Vectorise | undefined {
  if (open.store.vectors.sets().length === 0) return undefined;
  return async (texts) => {
    const wait = embedderWait(env, signal);
    const ending = new AbortController();
    const either = AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]);
    const failed = (error: unknown): { readonly words: string } => {
      const why = error instanceof Error ? error.message : 'the embedding model failed.';
      return { words: `${BY_WORDS}: ${signal?.aborted ? 'it was stopped before.' : why}` };
    };
    const embed = async () => {
      const embedder = await env.models.embedder();
      if (!embedder) return { words: `${BY_WORDS}: no embedding model is chosen.` };
      if (!open.store.vectors.sets().some(({ model }) => model === embedder.info.id)) {
        return { words: `${BY_WORDS}: the embedding model that is chosen has made no embeddings yet.` };
      }
      return { dims: embedder.info.dims, vectors: await embedder.embed(texts, 'passage', { signal: either }) };
    };
    try {
      return await Promise.race([
        embed().catch(failed),
        wait.over.then(() => failed(new Error('the embedding model took too long.'))),
      ]);
    } finally {
      wait.callOff();
      ending.abort();
    }
  };
}
