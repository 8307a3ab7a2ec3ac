import { WITHOUT_EMBEDDINGS, type EmbedderInfo } from '../models/embedder';
import type { CallOptions } from '../ports/platform';
import { denseSearch } from '../retrieval/dense';
import type { SearchIndex } from '../retrieval/index';
import type { Scope } from '../search/context/scope';
import type { DenseOutcome } from '../retrieval/dense';
import type { EngineEnv } from './env';
import { patience } from './patience';
import type { OpenCollection } from './open-collection';

/** Milliseconds that an answer waits for the embedder at most. */
const EMBEDDER_WAIT = 3000;

/** Why no vectors of this embedder are here; another model may have taken the name of the one that made those which are. */
function noneOf({ title, dims }: EmbedderInfo, { store }: OpenCollection): string {
  const before = store.state.embedding;
  if (before?.title !== title) return `${WITHOUT_EMBEDDINGS}none have been made with ${title} yet.`;
  const length =
    before.dims === dims ? '' : ` Its vectors have ${String(dims)} numbers now, and had ${String(before.dims)}.`;
  return `${WITHOUT_EMBEDDINGS}they were made with another version of ${title}.${length} Embed this collection again in Settings, under Models.`;
}

/**
 * Rankings by meaning for a question, or why there are none in one sentence; null where nothing is embedded or no embedder is chosen.
 * An embedder that is still loading goes on loading for the next question.
 */
export async function askDense(
  open: OpenCollection,
  index: SearchIndex,
  scope: Scope,
  question: string,
  { env, ...options }: CallOptions & { readonly env: Pick<EngineEnv, 'models' | 'clock' | 'timer'> },
): Promise<DenseOutcome | null> {
  if (open.store.vectors.sets().length === 0) return null;
  const rank = async (): Promise<DenseOutcome | null> => {
    const embedder = await env.models.embedder();
    if (!embedder) return null;
    const { id, title } = embedder.info;
    if (!open.store.vectors.sets().some(({ model }) => model === id)) return { words: noneOf(embedder.info, open) };
    const [vectors, vector] = await Promise.all([
      open.vectors.load(id, { clock: env.clock }),
      embedder.embed([question], 'question', options),
    ]);
    return {
      words: `Compared by meaning with ${title}.`,
      search: denseSearch(index, vectors.fields, vector, scope.everything ? undefined : scope.unit),
    };
  };
  const refused = (error: unknown): DenseOutcome => ({
    words: `${WITHOUT_EMBEDDINGS}${error instanceof Error ? error.message : 'the embedding model failed.'}`,
  });
  const wait = patience(env.timer, EMBEDDER_WAIT, options.signal);
  try {
    return await Promise.race([
      rank().catch(refused),
      wait.over.then(() => refused(new Error('the embedding model took too long.'))),
    ]);
  } finally {
    wait.callOff();
  }
}
