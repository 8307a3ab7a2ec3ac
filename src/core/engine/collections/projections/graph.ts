import { groupBy } from '../../../arrays';
import { createGraphView, GRAPH_VERSION, type GraphView } from '../../../graph/derive/derive-graph';
import { namesInEdits, pruneEdits } from '../../../graph/edits/edit-log';
import { Records, type IncomingRecords } from '../../../graph/records/records';
import { graphParameters, graphStep } from '../../../index/collection-steps';
import { valuesOf } from '../../../parameters';
import type { CallOptions, Clock } from '../../../platform';
import type { TableChange } from '../../../ports/collections';
import type { DocumentRow, ExtractionRow, IndexTables } from '../../../tables/tables';
import { runWork, type Work, type WorkOptions } from '../../../work';
import type { CollectionStore } from '../collection-store';
import type { Consequence } from '../consequences';
import type { Snapshot } from '../snapshot';
import { standsForRecords } from '../underived';
import type { Projection } from './projection';

/** The view of a collection's graph. It reads the records once, when it is first needed, and follows commits from then on. */
export class GraphProjection implements Projection {
  readonly #store: CollectionStore;
  readonly #clock: Clock;
  #view: GraphView | undefined;

  constructor(store: CollectionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The view over all records that are committed. Reads them at first use. */
  view(options: CallOptions = {}): Promise<GraphView> {
    return this.#store.mended(() => this.#load(options));
  }

  /** The committed records that `isIn` takes, read again and shared with nobody. */
  records(isIn: (row: ExtractionRow) => boolean, options: CallOptions = {}): Promise<Records> {
    return this.#store.mended(async () => {
      const records = new Records();
      const loader = records.load();
      await this.#store.files.readParts('extractions', (rows) => loader.add(rows.filter(isIn)));
      await runWork(loader.finish(placesIn(this.#store.tables)), this.#running(options));
      return records;
    });
  }

  /**
   * Prepares the view for changes ahead of the first one. The tables must be derived from all records but those of
   * documents that were added since. The preparation is dropped where records change meanwhile.
   */
  async prepare(options: CallOptions): Promise<void> {
    const running = this.#running(options);
    const begun = await this.#store.between(() => this.#beginPreparing(running));
    if (!begun) return;
    await runWork(begun.priming, running);
    await this.#store.between(async () => {
      if (this.#store.snapshot.records === begun.records) begun.take();
    });
  }

  /** Has a change also remove edits on names that stand in no document any more. A document that is made again keeps its edits. */
  readonly prunesEdits: Consequence = async (change, { tables }) => {
    const removed = new Set(change.removeDocuments);
    const made = new Set(change.append?.documents?.map(({ id }) => id));
    if ([...removed].every((id) => made.has(id))) return change;
    const edits = change.replace?.edits ?? (await this.#store.files.read('edits'));
    if (edits.length === 0) return change;
    const { records } = await this.#load({});
    const left = standingKeys(records, namesInEdits(edits), removed);
    const documents = [...tables.documents.filter(({ id }) => !removed.has(id)), ...(change.append?.documents ?? [])];
    const kept = pruneEdits(edits, [...left, ...(change.append?.extractions ?? [])], textsOf(documents));
    return kept === edits ? change : { ...change, replace: { ...change.replace, edits: kept } };
  };

  follow(change: TableChange, { tables }: Snapshot): void {
    if (change.replace?.extractions) this.forget();
    // A collection that was empty needs no reading: all its records come by.
    const comes = change.append?.documents?.length ?? 0;
    if (!this.#view && tables.documents.length === comes) this.#view = createGraphView();
    const records = this.#view?.records;
    if (!records) return;
    for (const id of change.removeDocuments ?? []) records.remove(id);
    addRecords(records, change.append?.extractions ?? [], tables);
  }

  forget(): void {
    this.#view = undefined;
  }

  #running(options: CallOptions): WorkOptions {
    return { ...options, clock: this.#clock };
  }

  /** To be called where no commit runs. */
  async #load(options: CallOptions): Promise<GraphView> {
    if (this.#view) return this.#view;
    const made = createGraphView();
    const loader = made.records.load();
    await this.#store.files.readParts('extractions', loader.add);
    await runWork(loader.finish(placesIn(this.#store.tables)), this.#running(options));
    return (this.#view = made);
  }

  /** A view for which nobody has asked yet; undefined where there is one, and where the tables are not derived from the records. */
  async #beginPreparing(running: WorkOptions) {
    const { tables, state, records } = this.#store.snapshot;
    const { derived, underived, model, graphVersion, parameters } = state;
    if (model?.needsDerive || graphVersion !== GRAPH_VERSION || !standsForRecords(state)) return undefined;
    const without = new Set(derived ? [] : underived);
    if (this.#view || tables.documents.length === without.size) return undefined;
    const edits = await this.#store.files.read('edits');
    const { view, take } = await this.#begin(tables, without, running);
    const text_units = tables.text_units.filter(({ document_id }) => !without.has(document_id));
    const values = graphParameters(valuesOf(graphStep, parameters[graphStep.name]));
    return { priming: view.prime({ ...tables, text_units, edits }, values) as Work<unknown>, take, records };
  }

  /** A view of the records of all documents but these. `take` adds those left out, and has it follow commits. */
  async #begin(tables: IndexTables, without: ReadonlySet<string>, running: WorkOptions) {
    const view = createGraphView();
    const loader = view.records.load();
    const rest: ExtractionRow[] = [];
    await this.#store.files.readParts('extractions', (rows) => {
      loader.add(rows.filter((row) => !without.has(row.document_id)));
      for (const row of rows) if (without.has(row.document_id)) rest.push(row);
    });
    await runWork(loader.finish(placesIn(tables)), running);
    const take = (): void => {
      if (this.#view) return;
      addRecords(view.records, rest, tables);
      this.#view = view;
    };
    return { view, take };
  }
}

/** The texts of documents one by one, since a text is read when it is asked for. */
function* textsOf(documents: readonly DocumentRow[]): Generator<string> {
  for (const { text } of documents) yield text;
}
function addRecords(records: Records, added: readonly ExtractionRow[], tables: IndexTables): void {
  const come = groupBy(added, (row) => row.document_id);
  const placeOf = come.size > 0 ? placesIn(tables, new Set(come.keys())) : undefined;
  for (const [documentId, rows] of come) records.add({ documentId, rows, units: [], ...placeOf?.(documentId) });
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
