import type { ExtractionRow } from '../../tables/tables';
import type { OpenCollection } from '../open-collection';

interface Kept {
  readonly generation: number;
  readonly rows: WeakRef<readonly ExtractionRow[]>;
}

const kept = new WeakMap<OpenCollection, Kept>();

/**
 * The records of the collection's generation. While a person turns the dial of a plan they are asked for again and again, and decoding them
 * takes seconds where there are many; so they are held for as long as memory is not needed for something else.
 */
export async function keptExtractions(open: OpenCollection): Promise<readonly ExtractionRow[]> {
  const { generation } = open.store;
  const before = kept.get(open);
  const known = before?.generation === generation ? before.rows.deref() : undefined;
  if (known) return known;
  const rows = await open.store.read('extractions');
  kept.set(open, { generation, rows: new WeakRef(rows) });
  return rows;
}
