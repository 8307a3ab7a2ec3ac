import type { Near } from '../../../resolve/match-signal';
import type { CallOptions, Clock } from '../../../ports/platform';
import type { FieldVectors } from '../../../vectors/field-vectors';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../open-collection';

/**
 * Entities with the nearest descriptions, where the collection is embedded with the model that is chosen: all of them, so that what is found
 * does not depend on how far embedding came. Without such a model, or when it fails, names are told by everything else.
 */
export async function nearEntities(
  open: OpenCollection,
  env: Pick<EngineEnv, 'clock' | 'models'>,
  { signal, embed }: CallOptions & { readonly embed: () => Promise<void> },
): Promise<Near | undefined> {
  if (!open.store.state.embedding) return undefined;
  const embedder = await env.models
    .embedder()
    .then(async (chosen) => {
      if (chosen) await embed();
      return chosen;
    })
    .catch(() => null);
  signal?.throwIfAborted();
  if (!embedder || !open.store.state.embedding.complete) return undefined;
  const options = { clock: env.clock, ...(signal && { signal }) };
  const { fields } = await open.vectors.load(embedder.info.id, options);
  const vectors = fields.get('entity_description');
  return vectors && inSlices(env.clock, signal, (id, k) => nearest(vectors, id, k));
}

/** Milliseconds of searching before others get their turn. */
const SLICE = 12;

function inSlices(clock: Clock, signal: AbortSignal | undefined, near: Near): Near {
  let end = clock.now() + SLICE;
  return async (id, k) => {
    if (clock.now() >= end) {
      await clock.yield();
      signal?.throwIfAborted();
      end = clock.now() + SLICE;
    }
    return near(id, k);
  };
}

function nearest(vectors: FieldVectors, id: string, k: number): Awaited<ReturnType<Near>> {
  const vector = vectors.vectorOf(id);
  if (!vector) return [];
  return vectors.table
    .search(vector, { k: k + 1 })
    .map((hit) => ({ id: vectors.ids[hit.id] ?? '', score: hit.score }))
    .filter((one) => one.id !== id);
}
