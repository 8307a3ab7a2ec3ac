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
 * Changes that remove stale vectors when tables are derived again, in the same commit: those of rows that are gone or have other words,
 * and those of fields that only earlier versions embedded.
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

/** Undefined for files that cannot be read. They are replaced by the next embedding. */
async function hashes(store: VectorStore, field: VectorField, model: string): Promise<Map<string, string> | undefined> {
  try {
    const rows = await store.read(field, model);
    return rows && new Map(rows.ids.map((id, at) => [id, rows.hashes[at] ?? '']));
  } catch {
    return undefined;
  }
}
