import {
  type IndexTables,
  type CommunityRow,
  DERIVED_TABLES,
  type DocumentRow,
  type ExtractionRow,
  type TableRow,
  type TABLES_ON_DISK,
} from '../../tables/tables';
import { EMPTY_TABLES, INDEX_TABLE_NAMES, fillTables, searchTables, withTexts } from '../../index/index-tables';
import type { CallOptions } from '../../platform';
import type { BlobStore, CollectionRecord, CommitOptions, TableChange, TableStore } from '../../ports/collections';
import type { IndexState } from '../../ports/index-state';
import { buildSearchIndex, readyIndex, updateSearchIndex, type SearchIndex, type SearchTables } from '../../retrieval';
import { reportsStep, communitiesStep, graphParameters, graphStep } from '../../index/collection-steps';
import { valuesOf } from '../../parameters';
import { REPORT_PARAMETERS } from '../../reports/extractive/report-context';
import { runWork, type WorkOptions } from '../../work';
import { collectionNotes, type CollectionNotes } from './collection-notes';
import { collectionVectors, type CollectionVectors } from './collection-vectors';
import { repairDamage, withMending } from './repair';
import { underivedAfter } from './underived';
import { applyChange } from './apply-change';
import { createMutex } from '../../async';
import type { IndexImage } from '../../retrieval/indexes/index-image';
import { keptImage, type KeptImage } from './stored-image';
import type { EngineEnv } from '../env';
import type { ReplyCache } from '../../models/queue/reply-cache';
import { namesInEdits, pruneEdits } from '../../graph/edits/edit-log';
import { documentUnits } from '../../tables/document-units';
import { GRAPH_VERSION, type GraphView } from '../../graph/derive/derive-graph';
import { COMMUNITY_PARAMETERS, standFor } from '../../graph/communities/communities';
import { collectionGraph, readRecords, standingKeys, type CollectionGraph } from './collection-graph';
import { storedCommunity } from '../../graph/communities/community-links';
import type { Records } from '../../graph/records/records';
import type { CorpusStatistics } from '../../retrieval/lexical/corpus-statistics';
import { patchBetween, type TablePatches } from '../../tables/table-patch';

/** A collection while it is open: its store, its tables in memory and what search needs of them. */
export class OpenCollection {
  readonly store: TableStore;
  readonly blobs: BlobStore;
  readonly vectors: CollectionVectors;
  readonly notes: CollectionNotes;
  readonly #env: EngineEnv;
  readonly #graph: CollectionGraph;
  #record: CollectionRecord;
  #tables: IndexTables = EMPTY_TABLES;
  /** True while the tables in memory are of an earlier generation than the store, since they could not be read. */
  #isStale = false;
  #index: SearchIndex | undefined;
  #isWhole = false;
  /** While a commit is on its way, the state before it. */
  #stateBefore: IndexState | undefined;
  #isBroken = false;
  #whole: Promise<void> = Promise.resolve();
  /** Parts of the image on disk that are not in the index yet. */
  #image: Partial<IndexImage> = {};
  readonly #kept: KeptImage;
  #statistics: CorpusStatistics | undefined;
  readonly #commits = createMutex();
  readonly #refreshes = createMutex();
  /** Locked while bytes are kept before anything names them, and while bytes that nothing names are removed. */
  readonly keeping = createMutex();
  #onCommit = signal();
  /** Grows whenever the tables in memory change; an older number marks DuckDB's copy as outdated. */
  version = 0;
  /** Grows whenever the records may have changed. */
  recordsVersion = 0;

  constructor(record: CollectionRecord, opened: { tables: TableStore; blobs: BlobStore }, env: EngineEnv) {
    this.#record = record;
    this.store = opened.tables;
    this.blobs = opened.blobs;
    this.vectors = collectionVectors(opened.tables);
    this.notes = collectionNotes(opened.tables);
    this.#graph = collectionGraph(opened.tables);
    this.#kept = keptImage(opened.tables.image, env.clock);
    this.#env = env;
  }

  get record(): CollectionRecord {
    return this.#record;
  }

  get tables(): IndexTables {
    return this.#tables;
  }

  get index(): SearchIndex {
    if (!this.#index) throw new Error('The collection has not been loaded');
    return this.#index;
  }

  rename(name: string): void {
    this.#record = { ...this.#record, name };
  }

  /**
   * Reads the texts of the store's generation and prepares their search. The rest comes by `readRest`, which everything but questions waits for.
   */
  load(options: CallOptions = {}): Promise<void> {
    return this.#commits.run(() =>
      withMending(
        () => this.#loadTexts(options),
        () => repairDamage(this.store, this.blobs),
      ),
    );
  }

  /** Reads the other tables. Called once, after `load`. */
  readRest(options: CallOptions = {}): Promise<void> {
    this.#whole = this.#commits.run(async () => {
      await withMending(
        () => this.#loadRest(options),
        async () => (await repairDamage(this.store, this.blobs)) && (await this.#loadTexts(options), true),
      );
      await this.#allowReplies();
      // Read ahead, so that what asks for them need not wait for a commit; what fails is told by those who ask.
      this.notes.list().catch(() => undefined);
    });
    this.#whole.catch(() => (this.#isBroken = true)); // told by those who wait for it
    return this.#whole;
  }

  /** Replies of documents that are here may be kept: a deletion that was cut off before its commit has forbidden it. */
  async #allowReplies(): Promise<void> {
    if (!this.store.writable) return;
    const ids = this.#tables.documents.map(({ id }) => id);
    await this.#env.replies.allowDocuments(this.#record.id, ids).catch(() => undefined); // at worst they are asked for again
  }

  /** True if the tables could not be read, so that the collection must be opened again. */
  get isBroken(): boolean {
    return this.#isBroken && !this.#isWhole;
  }

  /** Resolves once all tables are in memory. */
  get whole(): Promise<void> {
    return this.#whole;
  }

  /** True if all tables are in memory; else only documents and their text units are. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  async #loadTexts(options: CallOptions): Promise<void> {
    const image = this.#kept.read();
    this.#setTables(withTexts({ ...EMPTY_TABLES, ...(await this.store.readTables(TEXT_TABLES, options)) }));
    this.#image = await image;
    const { textUnits } = this.#image;
    const work = buildSearchIndex(this.#searched(), textUnits && { textUnits });
    this.#index = await runWork(work, { ...options, clock: this.#env.clock });
  }

  async #loadRest(options: CallOptions): Promise<void> {
    this.#setFilled({ ...this.#tables, ...(await this.store.readTables(OTHER_TABLES, options)) });
    const { entities, reports } = this.#image;
    this.#image = {};
    const image = { ...(entities && { entities }), ...(reports && { reports }) };
    const work = updateSearchIndex(this.index, this.#searched(), image);
    this.#index = await runWork(work, { ...options, clock: this.#env.clock });
    this.#isWhole = true;
  }

  /** Reads everything; what is in memory stays until all of it is read. */
  async #loadAnew(): Promise<void> {
    this.vectors.forget();
    this.notes.forget();
    this.#graph.forget();
    this.recordsVersion++;
    const [read, image] = await Promise.all([this.store.readTables(INDEX_TABLE_NAMES), this.#kept.read()]);
    this.#setFilled(withTexts({ ...EMPTY_TABLES, ...read }));
    this.#index = await runWork(buildSearchIndex(this.#searched(), image), { clock: this.#env.clock });
    this.#isStale = false;
    this.#isWhole = true;
    this.#whole = Promise.resolve();
  }

  #setFilled(read: IndexTables): void {
    const tables = fillTables(read);
    this.#setTables(tables);
    const { parameters } = this.store.state;
    const values = valuesOf({ parameters: COMMUNITY_PARAMETERS }, parameters[communitiesStep.name]);
    if (this.#standsForGraph) standFor(tables.communities, tables, values);
  }

  /** Loads what another tab wrote, and takes the right to write when it is free. True if anything changed. Commits wait meanwhile. */
  refresh(): Promise<boolean> {
    const refresh = async (): Promise<boolean> => {
      const changed = await this.store.refresh();
      this.#isStale ||= changed;
      if (this.#isStale) await this.#loadAnew();
      return changed;
    };
    return this.#commits.run(() => this.#kept.during(refresh));
  }

  /** Leaves out what is damaged on disk, and loads the rest; it is to be brought up to date then. False where nothing is damaged. */
  mend(): Promise<boolean> {
    return this.#commits.run(() => this.#mend());
  }

  #mend(): Promise<boolean> {
    return this.#kept.during(() => this.#mendNow());
  }

  async #mendNow(): Promise<boolean> {
    const isMended = await repairDamage(this.store, this.blobs);
    this.#isStale ||= isMended;
    if (this.#isStale) await this.#loadAnew();
    return isMended;
  }

  /**
   * The state after the last finished commit. The store has that of the next one before its consequences are derived,
   * so that a sum of both would count twice.
   */
  get lastState(): IndexState {
    return this.#stateBefore ?? this.store.state;
  }

  /** Resolves after the next commit. */
  get nextCommit(): Promise<void> {
    return this.#onCommit.given;
  }

  /** Ids of documents of which some text units are not made yet. */
  get incomplete(): ReadonlySet<string> {
    const { reindex = [], made = {} } = this.store.state;
    const units = documentUnits(this.#tables.text_units);
    return new Set(reindex.filter((id) => Object.hasOwn(made, id) || !units.has(id)));
  }

  /**
   * Sources that a question cannot reach yet, or not to their end: documents that are not indexed for search, and pending sources unless documents
   * are chosen.
   */
  unreadOf(chosen: readonly string[] = []): number {
    const isAsked = chosen.length === 0 ? () => true : (id: string) => chosen.includes(id);
    const { incomplete } = this;
    const isUnknown = (id: string): boolean => incomplete.has(id) || !this.index.documents.has(id);
    const unknown = this.#tables.documents.filter(({ id }) => isAsked(id) && isUnknown(id));
    return unknown.length + (chosen.length === 0 ? this.store.state.pending.length : 0);
  }

  /** All sources of a question, with those that it cannot reach yet. A document and its pending replacement count as one. */
  askedOf(chosen: readonly string[] = []): number {
    const { documents } = this.#tables;
    if (chosen.length > 0) return documents.filter(({ id }) => chosen.includes(id)).length;
    const coming = this.store.state.pending.filter(
      ({ replaces = [] }) => !documents.some(({ id }) => replaces.includes(id)),
    );
    return documents.length + coming.length;
  }

  /** Commits a change built from the current state, one at a time. The tables in memory follow it. */
  commit(build: (state: IndexState) => TableChange, options: CommitOptions = {}): Promise<void> {
    return this.#mended(() => this.#commit((state) => ({ change: build(state), ...options })));
  }

  /**
   * Commits derived tables, of which only differences are written; `build` adds other changes. `onProgress` gets the
   * number of written rows.
   */
  commitDerived(
    tables: Partial<IndexTables>,
    build: (state: IndexState) => TableChange,
    onProgress: (done: number, total: number) => void = () => undefined,
  ): Promise<void> {
    return this.#commits.run(() =>
      this.#commit((state) => {
        const patches = DERIVED_TABLES.flatMap((name) => {
          const after = tables[name];
          return after ? [[name, patchBetween<typeof name>(name, this.#tables[name], after)] as const] : [];
        });
        const patch: TablePatches = Object.fromEntries(patches);
        // The members of one that came with a graph need not be those of its parts.
        const stored = (row: CommunityRow): CommunityRow =>
          row.community <= (state.keptCommunities ?? -1) ? row : storedCommunity(row);
        const communities = patch.communities && {
          communities: { ...patch.communities, rows: patch.communities.rows.map(stored) },
        };
        const total = Object.values(patch).reduce((sum, { rows, removed }) => sum + rows.length + removed.length, 0);
        let done = 0;
        const onWritten = (rows: number): void => onProgress((done += rows), total);
        return { change: { ...build(state), patch: { ...patch, ...communities } }, tables, onWritten };
      }),
    );
  }

  /** The rows of a table that stays on disk. Damaged ones are left out, and reported. */
  read<N extends (typeof TABLES_ON_DISK)[number]>(table: N): Promise<readonly TableRow<N>[]> {
    return this.#mended(() => this.store.read(table));
  }

  /** The view of the graph over all records that are committed. Reads them at first use. */
  graph(options: CallOptions = {}): Promise<GraphView> {
    return this.#mended(async () =>
      runWork(await this.#graph.load(this.#tables), { ...options, clock: this.#env.clock }),
    );
  }

  /** The committed records that `isIn` takes, read again and shared with nobody. */
  records(isIn: (row: ExtractionRow) => boolean, options: CallOptions = {}): Promise<Records> {
    return this.#mended(async () =>
      runWork(await readRecords(this.store, this.#tables, isIn), { ...options, clock: this.#env.clock }),
    );
  }

  #mended<T>(work: () => Promise<T>): Promise<T> {
    return this.#commits.run(() => withMending(work, () => this.#mend()));
  }

  /**
   * Prepares the graph for changes ahead of the first one. The tables must be derived from all records but those of
   * documents that were added since. The preparation is dropped where records change meanwhile.
   */
  async prepare(options: CallOptions): Promise<void> {
    const running = { ...options, clock: this.#env.clock };
    const begun = await this.#commits.run(() => this.#beginPreparing(running));
    if (!begun) return;
    await runWork(begun.priming, running);
    await this.#commits.run(async () => {
      if (this.recordsVersion === begun.recordsVersion) begun.take();
    });
  }

  async #beginPreparing(running: WorkOptions) {
    const { derived, underived, model, graphVersion, parameters } = this.store.state;
    if (model?.needsDerive || graphVersion !== GRAPH_VERSION || !this.#standsForGraph) return undefined;
    const { recordsVersion } = this;
    const tables = this.#tables;
    const without = new Set(derived ? [] : underived);
    if (tables.documents.length === without.size) return undefined;
    const edits = await this.store.read('edits');
    const begun = await this.#graph.begin(tables, without);
    if (!begun) return undefined;
    const { view, take } = await runWork(begun, running);
    const text_units = tables.text_units.filter(({ document_id }) => !without.has(document_id));
    const values = graphParameters(valuesOf(graphStep, parameters[graphStep.name]));
    return { priming: view.prime({ ...tables, text_units, edits }, values), take, recordsVersion };
  }

  /**
   * True if the tables are derived here, from all records or from those of all documents but some that were added
   * since.
   */
  get #standsForGraph(): boolean {
    const { derived, underived, hosted } = this.store.state;
    return !hosted && (derived || underived !== undefined);
  }

  #commit(build: (state: IndexState) => Built): Promise<void> {
    return this.#kept.during(() => this.#commitNow(build));
  }

  async #commitNow(build: (state: IndexState) => Built): Promise<void> {
    if (this.#isStale) await this.#loadAnew();
    const { change: asked, tables, ...options } = build(this.store.state);
    const built = this.#withUnderived(withEmbeddingState(asked, this.store.state));
    const change = await this.#withPrunedEdits(built);
    const stores = { store: this.store, replies: this.#env.replies, collection: this.#record.id };
    if (change.removeDocuments?.length) this.#kept.forget();
    try {
      this.#stateBefore = this.store.state;
      await commitWithReplies(stores, change, options);
    } finally {
      this.#stateBefore = undefined;
    }
    this.vectors.follow(change);
    this.notes.follow(change);
    if (touchesRecords(change)) this.recordsVersion++;
    if (tables ?? touchesTables(change)) this.#setTables(applyChange(this.#tables, change, tables));
    this.#graph.follow(change, this.#tables);
    this.#onCommit.give();
    this.#onCommit = signal();
  }

  /** The change, with what it means for the derived tables. */
  #withUnderived(change: TableChange): TableChange {
    const { state } = this.store;
    const ids = new Set(this.#tables.documents.map(({ id }) => id));
    const underived = underivedAfter(change, state, (id) => ids.has(id));
    if (underived === undefined && state.underived === undefined) return change;
    return { ...change, state: { ...change.state, underived } };
  }

  /** Brings search up to the tables in memory; questions are answered from the earlier state until then. */
  async refreshIndex(
    options: CallOptions & { onProgress?: (done: number, total: number) => void } = {},
  ): Promise<void> {
    const { onProgress, ...rest } = options;
    this.#kept.giveUp();
    await this.#refreshes.run(async () => {
      this.#index = await runWork(updateSearchIndex(this.index, this.#searched()), {
        ...rest,
        clock: this.#env.clock,
        ...(onProgress ? { onProgress: ({ done, total }) => onProgress(done, total) } : {}),
      });
    });
  }

  /** Makes what the next question needs of the index, ahead of it. */
  readySearch(options: CallOptions): Promise<void> {
    return runWork(readyIndex(this.index), { ...options, clock: this.#env.clock });
  }

  /**
   * The change, which also removes edits on names that stand in no document any more. A document that is made again keeps its edits.
   */
  async #withPrunedEdits(change: TableChange): Promise<TableChange> {
    const removed = new Set(change.removeDocuments);
    const made = new Set(change.append?.documents?.map(({ id }) => id));
    if ([...removed].every((id) => made.has(id))) return change;
    const edits = change.replace?.edits ?? (await this.store.read('edits'));
    if (edits.length === 0) return change;
    const { records } = await runWork(await this.#graph.load(this.#tables), { clock: this.#env.clock });
    const left = standingKeys(records, namesInEdits(edits), removed);
    const documents = [
      ...this.#tables.documents.filter(({ id }) => !removed.has(id)),
      ...(change.append?.documents ?? []),
    ];
    const kept = pruneEdits(edits, [...left, ...(change.append?.extractions ?? [])], textsOf(documents));
    return kept === edits ? change : { ...change, replace: { ...change.replace, edits: kept } };
  }

  /** Writes down the words of the index, where much has changed since that was last done, so that opening need not read all texts. */
  async keepImage(options: CallOptions): Promise<void> {
    const { writable, state } = this.store;
    const isCurrent = this.#isWhole && !this.#isStale && isOf(this.index, this.#searched());
    if (isCurrent && writable && state.derived) await this.#kept.write(this.index, options);
  }

  #searched(): SearchTables {
    const parameters = valuesOf({ parameters: REPORT_PARAMETERS }, this.store.state.parameters[reportsStep.name]);
    return { ...searchTables(this.#tables, parameters), ...(this.#statistics && { whole: this.#statistics }) };
  }

  /**
   * Sets the statistics of the whole index of which this collection is a part; search uses them from its next refresh
   * on.
   */
  setStatistics(statistics: CorpusStatistics): void {
    this.#statistics = statistics;
  }

  #setTables(tables: IndexTables): void {
    this.#tables = tables;
    this.version++;
  }
}

/** A change to commit, with the tables in memory that it leads to where these are known. */
interface Built extends CommitOptions {
  readonly change: TableChange;
  readonly tables?: Partial<IndexTables>;
}

/** Tables needed to search the text of passages. */
const TEXT_TABLES = ['documents', 'text_units'] as const;
const OTHER_TABLES = INDEX_TABLE_NAMES.filter((name) => name !== 'documents' && name !== 'text_units');

/** Checks that an index was made of these tables. */
const isOf = ({ tables }: SearchIndex, now: SearchTables): boolean =>
  (['documents', 'textUnits', 'entities', 'communityReports'] as const).every((name) => tables[name] === now[name]);

/** The texts of documents one by one, since a text is read when it is asked for. */
function* textsOf(documents: readonly DocumentRow[]): Generator<string> {
  for (const { text } of documents) yield text;
}

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** Removes original bytes that no document, queued, offered or failed source needs. */
export async function sweepBlobs(open: OpenCollection): Promise<void> {
  await open.keeping.run(async () => {
    const { pending, failed, offered = [] } = open.store.state;
    const needed = [...open.tables.documents, ...pending, ...offered, ...failed].map((row) => row.byte_hash);
    await open.blobs.sweep(new Set(needed));
  });
}

/**
 * Commits a change, with the cached replies of its documents. Replies of deleted documents are removed first, so that no crash leaves them
 * behind. Replies of new documents are cached from then on.
 */
export async function commitWithReplies(
  {
    store,
    replies,
    collection,
  }: { readonly store: TableStore; readonly replies: ReplyCache; readonly collection: string },
  change: TableChange,
  options: CommitOptions = {},
): Promise<void> {
  const come = (change.append?.documents ?? []).map(({ id }) => id);
  const stay = new Set(come);
  const go = (change.removeDocuments ?? []).filter((id) => !stay.has(id));
  if (go.length > 0) await replies.removeDocuments(collection, go);
  try {
    await store.commit(change, options);
  } catch (error) {
    if (go.length > 0) await replies.allowDocuments(collection, go).catch(() => undefined); // the first error is told
    throw error;
  }
  if (come.length > 0) await replies.allowDocuments(collection, come).catch(() => undefined); // at worst they are asked for again
}

/** Checks if a change touches the records. */
function touchesRecords({ append, replace, removeDocuments = [] }: TableChange): boolean {
  return removeDocuments.length > 0 || (append?.extractions?.length ?? 0) > 0 || replace?.extractions !== undefined;
}

/** Checks if a change touches the tables in memory. */
export function touchesTables({ append, replace, patch = {}, removeDocuments = [] }: TableChange): boolean {
  const isTouched = removeDocuments.length > 0 || INDEX_TABLE_NAMES.some((name) => append?.[name] ?? replace?.[name]);
  const { notes: _, ...patches } = patch;
  return isTouched || Object.values(patches).some(({ rows, removed }) => rows.length + removed.length > 0);
}

/** The change, with embeddings marked incomplete where it changes embedded tables. */
function withEmbeddingState(change: TableChange, { embedding }: IndexState): TableChange {
  if (!embedding?.complete || !touchesTables(change) || change.state?.embedding) return change;
  return { ...change, state: { ...change.state, embedding: { ...embedding, complete: false } } };
}
