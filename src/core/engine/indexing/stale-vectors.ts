import { embeddingField, compareFields } from '../../index/embeddings';
import type { IndexTables } from '../../index/index-tables';
import type { CallOptions, Clock } from '../../platform';
import type { VectorChange, VectorField, VectorStore } from '../../vectors/vector-store';
import { runWork } from '../../work';

/** Fields whose texts are derived; the rows of the others go with their documents. */
const DERIVED: ReadonlySet<VectorField> = new Set([
  'entity_description',
  'entity_title',
  'community_full_content',
  'community_title',
  'community_summary',
]);

/**
 * What becomes of vectors when tables are derived again: those of rows that are gone or say something else now go in the same
 * commit, so that no vector outlives the words it was made from; and those that earlier versions made of what nobody searches.
 */
export async function staleVectors(
  store: VectorStore,
  tables: IndexTables,
  options: CallOptions & { readonly clock: Clock },
): Promise<readonly VectorChange[]> {
  const changes: VectorChange[] = [];
  for (const { field, model, dims } of store.sets()) {
    const known = embeddingField(field);
    if (!known) changes.push({ field, model, dims, keep: [] });
    if (!known || !DERIVED.has(field)) continue;
    const rows = await hashes(store, field, model);
    if (!rows) continue;
    const [stand] = await runWork(
      compareFields([known], tables, (_, id) => rows.get(id)),
      options,
    );
    const keep = stand?.current ?? [];
    if (keep.length < rows.size) changes.push({ field, model, dims, keep });
  }
  return changes;
}

/** Nothing for files that cannot be read: they are given up when they are embedded again. */
async function hashes(store: VectorStore, field: VectorField, model: string): Promise<Map<string, string> | undefined> {
  try {
    const rows = await store.read(field, model);
    return rows && new Map(rows.ids.map((id, at) => [id, rows.hashes[at] ?? '']));
  } catch {
    return undefined;
  }
}
