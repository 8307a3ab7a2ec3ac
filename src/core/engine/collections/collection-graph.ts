import { groupBy } from '../../arrays';
import { createGraphView, type GraphView } from '../../graph/derive/derive-graph';
import { createRecords, type IncomingRecords, type Records } from '../../graph/records/records';
import type { IndexTables, ExtractionRow } from '../../tables/tables';
import type { TableChange, TableStore } from '../../ports/collections';
import type { Work } from '../../work';

/** The kept view of a collection's graph. It reads the records once, when it is first needed, and follows commits from then on. */
export interface CollectionGraph {
  /** The view over all records that are committed. To be called where no commit runs. */
  load(tables: IndexTables): Promise<Work<GraphView>>;
  /**
   * A view for readying ahead of its first use, of the records of all documents but these; undefined where there is one already. Nobody else has
   * it before it is taken. To be called where no commit runs.
   */
  begin(tables: IndexTables, without: ReadonlySet<string>): Promise<Work<BegunView> | undefined>;
  /** Follows a commit; `tables` are those after it. */
  follow(change: TableChange, tables: IndexTables): void;
  /** Reads the records again at the next use. */
  forget(): void;
}

interface BegunView {
  readonly view: GraphView;
  /** Adds the records that were left out, and has the view follow commits from now on. To be called where no commit runs. */
  take(): void;
}

export function collectionGraph(store: Pick<TableStore, 'readParts'>): CollectionGraph {
  let view: GraphView | undefined;
  return {
    async load(tables) {
      const known = view;
      const made = createGraphView();
      const loader = made.records.load();
      if (!known) await store.readParts('extractions', loader.add);
      return (function* () {
        if (known) return known;
        yield* loader.finish(placesIn(tables));
        return (view = made);
      })();
    },
    async begin(tables, without) {
      if (view) return undefined;
      const made = createGraphView();
      const loader = made.records.load();
      const rest: ExtractionRow[] = [];
      await store.readParts('extractions', (rows) => {
        loader.add(rows.filter((row) => !without.has(row.document_id)));
        for (const row of rows) if (without.has(row.document_id)) rest.push(row);
      });
      const take = (): void => {
        if (view) return;
        addRecords(made.records, rest, tables);
        view = made;
      };
      return (function* () {
        yield* loader.finish(placesIn(tables));
        return { view: made, take };
      })();
    },
    follow(change, tables) {
      if (change.replace?.extractions) view = undefined;
      // A collection that was empty needs no reading: all its records come by.
      if (!view && tables.documents.length === (change.append?.documents?.length ?? 0)) view = createGraphView();
      const records = view?.records;
      if (!records) return;
      for (const id of change.removeDocuments ?? []) records.remove(id);
      addRecords(records, change.append?.extractions ?? [], tables);
    },
    forget: () => (view = undefined),
  };
}

function addRecords(records: Records, added: readonly ExtractionRow[], tables: IndexTables): void {
  const come = groupBy(added, (row) => row.document_id);
  const placeOf = come.size > 0 ? placesIn(tables, new Set(come.keys())) : undefined;
  for (const [documentId, rows] of come) records.add({ documentId, rows, units: [], ...placeOf?.(documentId) });
}

/** Reads the committed records that `isIn` takes into records of their own. To be called where no commit runs. */
export async function readRecords(
  store: Pick<TableStore, 'readParts'>,
  tables: IndexTables,
  isIn: (row: ExtractionRow) => boolean,
): Promise<Work<Records>> {
  const records = createRecords();
  const loader = records.load();
  await store.readParts('extractions', (rows) => loader.add(rows.filter(isIn)));
  return (function* () {
    yield* loader.finish(placesIn(tables));
    return records;
  })();
}

/** The text units of each document, and the row that shows whether it is a table. */
function placesIn(
  { documents, text_units }: IndexTables,
  wanted?: ReadonlySet<string>,
): (documentId: string) => Pick<IncomingRecords, 'units' | 'document'> {
  const isWanted = (id: string): boolean => !wanted || wanted.has(id);
  const units = groupBy(
    text_units.filter((row) => isWanted(row.document_id)),
    (row) => row.document_id,
  );
  const rows = new Map(documents.flatMap((row) => (isWanted(row.id) ? [[row.id, row] as const] : [])));
  return (id) => {
    const document = rows.get(id);
    return { units: units.get(id) ?? [], ...(document && { document }) };
  };
}

/** Returns the keys that occur in records of other documents than the removed ones. */
export function standingKeys(
  records: Records,
  keys: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): readonly { readonly key: string; readonly target_key: null }[] {
  const isStanding = (key: string): boolean =>
    records.holding(records.symbols.keys.find(key)).some(({ documentId }) => !removed.has(documentId));
  return [...keys].filter(isStanding).map((key) => ({ key, target_key: null }));
}
