import { columnRows } from '../../tables/column-rows';
import type { Rows } from '../../tables/rows';
import type { IndexTables, TableRow } from '../../tables/tables';
import type { TableChange } from '../../ports/collections';
import { applyPatch, type DerivedTable } from '../../tables/table-patch';

/** The tables in memory after a change, by the same rules as the store's. `known` are those that are known already. */
export function applyChange(tables: IndexTables, change: TableChange, known: Partial<IndexTables> = {}): IndexTables {
  const removed = new Set(change.removeDocuments);
  const kept: IndexTables =
    removed.size === 0
      ? tables
      : {
          ...tables,
          documents: tables.documents.filter((row) => !removed.has(row.id)),
          text_units: tables.text_units.filter((row) => !removed.has(row.document_id)),
        };
  const changed = <N extends keyof IndexTables>(name: N): IndexTables[N] => {
    const after = known[name];
    if (after) return after;
    const before: Rows<unknown> = change.replace?.[name] ?? kept[name];
    const added = change.append?.[name] ?? [];
    // A table that nothing touches stays the same array, by which search sees that it need not look again.
    return (added.length === 0 ? before : [...before, ...added]) as unknown as IndexTables[N];
  };
  const patched = <N extends DerivedTable>(name: N): IndexTables[N] => {
    const patch = known[name] ? undefined : change.patch?.[name];
    const rows = changed(name) as unknown as Rows<TableRow<N>>;
    const isPatched = patch && patch.rows.length + patch.removed.length > 0;
    return (isPatched ? applyPatch([...rows], patch) : rows) as unknown as IndexTables[N];
  };
  return {
    documents: changed('documents'),
    text_units: changed('text_units'),
    entities: patched('entities'),
    relationships: columnRows('relationships', patched('relationships')),
    covariates: patched('covariates'),
    communities: patched('communities'),
    community_reports: patched('community_reports'),
    summaries: changed('summaries'),
  };
}
