import { withTimeout } from '../../async';
import type { EmbedderInfo } from '../../models/embedder';
import type { CallOptions } from '../../platform';
import { denseSearch, type DenseOutcome } from '../../retrieval/dense';
import type { SearchIndex } from '../../retrieval';
import type { Scope } from '../../search/context/scope';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../collections/open-collection';
import { ModelError } from '../../errors';
import type { EntailmentModel, Reranker } from '../../ports/models';

const WITHOUT_EMBEDDINGS = 'Without embeddings: ';
/** Milliseconds that an answer waits for the embedder at most. */
const EMBEDDER_WAIT = 3000;

/** Why there are no vectors of this embedder. Another model may have taken the name of the one that made those there are. */
function noneOf({ title, dims }: EmbedderInfo, { store }: OpenCollection): string {
  const before = store.state.embedding;
  if (before?.title !== title) return `${WITHOUT_EMBEDDINGS}none have been made with ${title} yet.`;
  const length =
    before.dims === dims ? '' : ` Its vectors have ${String(dims)} numbers now, and had ${String(before.dims)}.`;
  return `${WITHOUT_EMBEDDINGS}they were made with another version of ${title}.${length} Embed this collection again in Settings, under Models.`;
}

/**
 * Ranks by meaning, or says in a sentence why it cannot. Null where nothing is embedded or no embedder is chosen. An embedder that is
 * still loading goes on loading for the next question.
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
  const { timer } = env;
  const error = new Error('the embedding model took too long.');
  return withTimeout(rank(), EMBEDDER_WAIT, { timer, signal: options.signal, error }).catch(refused);
}

/** Milliseconds that an answer waits for a reranker to load, and again for it to read. */
const RERANKER_WAIT = 10_000;
/** Milliseconds that verdicts wait for a checker to load, and again for each of its calls. The answer is shown meanwhile. */
const CHECKER_WAIT = 60_000;

type Waiting = Pick<EngineEnv, 'models' | 'timer'>;

/** The chosen reranker, null without one. Throws ModelError where it takes too long; it goes on loading for the next question. */
export async function rerankerInTime({ models, timer }: Waiting, signal: AbortSignal): Promise<Reranker | null> {
  const inTime = waitsFor(timer, RERANKER_WAIT, signal);
  const model = await inTime(models.reranker());
  return model && { ...model, rank: (...asked) => inTime(model.rank(...asked)) };
}

/** The chosen or stored checker of sentences, null without one. Throws ModelError where it takes too long. */
export async function checkerInTime({ models, timer }: Waiting, signal: AbortSignal): Promise<EntailmentModel | null> {
  const inTime = waitsFor(timer, CHECKER_WAIT, signal);
  const model = await inTime(models.checker());
  return model && { ...model, judge: (...asked) => inTime(model.judge(...asked)) };
}

/** Waits for a result for so many milliseconds, or until the signal aborts. */
function waitsFor(timer: EngineEnv['timer'], milliseconds: number, signal: AbortSignal) {
  const error = new ModelError('It took too long.');
  return <T>(result: Promise<T>): Promise<T> => withTimeout(result, milliseconds, { timer, signal, error });
}
