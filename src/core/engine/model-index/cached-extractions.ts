import type { ExtractionRow } from '../../tables/tables';
import type { CollectionStore } from '../collections/collection-store';

interface Kept {
  /** The number of the snapshot's records. */
  readonly records: number;
  readonly rows: WeakRef<readonly ExtractionRow[]>;
}

const kept = new WeakMap<CollectionStore, Kept>();

/**
 * The records of the collection, cached weakly. A plan reads them again with each change of its parameters, and decoding many takes
 * seconds.
 */
export async function cachedExtractions(store: CollectionStore): Promise<readonly ExtractionRow[]> {
  const { records } = store.snapshot;
  const before = kept.get(store);
  const known = before?.records === records ? before.rows.deref() : undefined;
  if (known) return known;
  const rows = await store.read('extractions');
  if (store.snapshot.records === records) kept.set(store, { records, rows: new WeakRef(rows) });
  return rows;
}
