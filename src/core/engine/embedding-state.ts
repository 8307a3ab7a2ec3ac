import type { IndexState } from '../ports/index-state';
import type { TableChange } from '../ports/collections';
import type { CollectionView } from './api/collections';
import type { OpenCollection } from './open-collection';
import { touchesTables } from './touches-tables';

/** The change, with embeddings marked as lagging behind when it changes what is embedded. */
export function withEmbeddingState(change: TableChange, { embedding }: IndexState): TableChange {
  if (!embedding?.complete || !touchesTables(change) || change.state?.embedding) return change;
  return { ...change, state: { ...change.state, embedding: { ...embedding, complete: false } } };
}

/** What the page shows of embeddings; null where nothing was ever embedded. */
export function embeddingsView({ store }: OpenCollection): CollectionView['embeddings'] {
  const { embedding } = store.state;
  if (!embedding) return null;
  const sets = store.vectors.sets().filter(({ model }) => model === embedding.model);
  const sum = (of: (set: (typeof sets)[number]) => number): number => sets.reduce((total, set) => total + of(set), 0);
  return { ...embedding, rows: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) };
}
