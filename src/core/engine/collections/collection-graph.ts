import { groupBy } from '../../arrays';
import { createGraphView, type GraphView } from '../../graph/derive/derive-graph';
import type { Records } from '../../graph/records/records';
import type { IndexTables } from '../../index/index-tables';
import type { TableChange, TableStore } from '../../ports/collections';
import type { ExtractionRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';

/** The kept view of a collection's graph. It reads the records once, when it is first needed, and follows commits from then on. */
export interface CollectionGraph {
  /** The view over all records that are committed. To be called where no commit runs. */
  load(tables: IndexTables): Promise<Work<GraphView>>;
  /** Follows a commit; `tables` are those after it. */
  follow(change: TableChange, tables: IndexTables): void;
  /** Reads the records again at the next use. */
  forget(): void;
}

export function collectionGraph(store: Pick<TableStore, 'read'>): CollectionGraph {
  let view: GraphView | undefined;
  return {
    async load(tables) {
      const known = view;
      const rows = known ? [] : await store.read('extractions');
      return (function* () {
        if (known) return known;
        const made = createGraphView();
        yield* addRecords(made, rows, tables);
        view = made;
        return made;
      })();
    },
    follow(change, tables) {
      if (change.replace?.extractions) view = undefined;
      const gone = change.removeDocuments ?? [];
      const rows = change.append?.extractions ?? [];
      // A collection that was empty needs no reading: all its records come by.
      if (!view && tables.documents.length === (change.append?.documents?.length ?? 0)) view = createGraphView();
      if (!view) return;
      for (const id of gone) view.records.remove(id);
      for (const _ of addRecords(view, rows, tables));
    },
    forget: () => (view = undefined),
  };
}

/** Adds records, one document after another. */
function* addRecords(view: GraphView, rows: readonly ExtractionRow[], tables: IndexTables): Work<void> {
  const groups = [...groupBy(rows, (row) => row.document_id)];
  const wanted = new Set(groups.map(([id]) => id));
  const units = groupBy(
    tables.text_units.filter((row) => wanted.has(row.document_id)),
    (row) => row.document_id,
  );
  const documents = new Map(tables.documents.flatMap((row) => (wanted.has(row.id) ? [[row.id, row] as const] : [])));
  yield* inSteps(
    groups,
    ([documentId, own]) => {
      const document = documents.get(documentId);
      view.records.add({ documentId, rows: own, units: units.get(documentId) ?? [], ...(document && { document }) });
    },
    1,
  );
}

/** Those of some keys that records outside of the removed documents name. */
export function standingKeys(
  records: Records,
  keys: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): readonly { readonly key: string; readonly target_key: null }[] {
  const isStanding = (key: string): boolean =>
    records.holding(records.symbols.keys.find(key)).some(({ documentId }) => !removed.has(documentId));
  return [...keys].filter(isStanding).map((key) => ({ key, target_key: null }));
}
