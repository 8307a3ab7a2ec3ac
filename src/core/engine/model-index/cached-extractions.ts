import type { ExtractionRow } from '../../tables/tables';
import type { OpenCollection } from '../collections/open-collection';

interface Kept {
  readonly version: number;
  readonly rows: WeakRef<readonly ExtractionRow[]>;
}

const kept = new WeakMap<OpenCollection, Kept>();

/**
 * The records of the collection, cached weakly. A plan reads them again with each change of its parameters, and decoding many takes
 * seconds.
 */
export async function cachedExtractions(open: OpenCollection): Promise<readonly ExtractionRow[]> {
  const { recordsVersion: version } = open;
  const before = kept.get(open);
  const known = before?.version === version ? before.rows.deref() : undefined;
  if (known) return known;
  const rows = await open.read('extractions');
  if (open.recordsVersion === version) kept.set(open, { version, rows: new WeakRef(rows) });
  return rows;
}
