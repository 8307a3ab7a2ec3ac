import { createMutex } from '../../async';
import type { BlobStore, CollectionRecord } from '../../ports/collections';
import type { SearchIndex } from '../../retrieval';
import type { IndexTables } from '../../tables/tables';
import type { EngineEnv } from '../env';
import { CollectionStore, type OpenedFiles } from './collection-store';
import { forgetsDerived, forgetsUnresolved, marksUnderived, outdatesEmbeddings } from './consequences';
import { GraphProjection } from './projections/graph';
import { NotesProjection } from './projections/notes';
import { OverviewProjection } from './projections/overview';
import { QueriesProjection } from './projections/queries';
import { SearchProjection } from './projections/search';
import { UsedTable } from './projections/used-table';
import { VectorsProjection } from './projections/vectors';
import { DocumentHold } from '../documents/document-hold';
import { forgetsEvaluation } from './projections/forget-evaluation';

/** A collection while it is open: its store, and what follows from the tables in memory. */
export class OpenCollection {
  readonly store: CollectionStore;
  readonly blobs: BlobStore;
  readonly search: SearchProjection;
  readonly overview: OverviewProjection;
  readonly graph: GraphProjection;
  readonly vectors: VectorsProjection;
  readonly notes: NotesProjection;
  readonly evaluationQuestions: UsedTable<'evaluation_questions'>;
  readonly evaluationResults: UsedTable<'evaluation_results'>;
  readonly queries: QueriesProjection;
  readonly hold = new DocumentHold(this);
  /** Passwords of files that are to be read, by the hash of their bytes: never written anywhere. */
  readonly passwords = new Map<string, string>();
  /** Locked while bytes are kept before anything names them, and while bytes that nothing names are removed. */
  readonly blobLock = createMutex();
  #record: CollectionRecord;

  constructor(record: CollectionRecord, opened: OpenedFiles, env: Pick<EngineEnv, 'clock' | 'replies' | 'queries'>) {
    const store = new CollectionStore(record.id, opened, env);
    this.#record = record;
    this.store = store;
    this.blobs = opened.blobs;
    this.search = store.register(new SearchProjection(store, env.clock));
    this.overview = store.register(new OverviewProjection(store, this.search, env.clock));
    this.graph = store.register(new GraphProjection(store, env.clock));
    this.vectors = store.register(new VectorsProjection(store.files));
    this.notes = store.register(new NotesProjection(store.files));
    this.evaluationQuestions = store.register(new UsedTable(store.files, 'evaluation_questions'));
    this.evaluationResults = store.register(new UsedTable(store.files, 'evaluation_results'));
    this.queries = store.register(new QueriesProjection(this, env.queries));
    store.completeBy(
      outdatesEmbeddings,
      marksUnderived,
      this.graph.prunesEdits,
      forgetsDerived,
      forgetsUnresolved,
      forgetsEvaluation(this),
    );
  }

  get record(): CollectionRecord {
    return this.#record;
  }

  get tables(): IndexTables {
    return this.store.tables;
  }

  get index(): SearchIndex {
    return this.search.index;
  }

  rename(name: string): void {
    this.#record = { ...this.#record, name };
  }

  /** Removes original bytes that no document, queued, offered or failed source needs. */
  async sweepBlobs(): Promise<void> {
    await this.blobLock.run(async () => {
      // Tables of an earlier generation do not know what another tab has added.
      const current = await this.store.between(async () => (this.store.isSettled ? this.store.snapshot : undefined));
      if (!current) return;
      const { pending, failed, offered = [] } = current.state;
      const needed = [...current.tables.documents, ...pending, ...offered, ...failed].map((row) => row.byte_hash);
      await this.blobs.sweep(new Set(needed));
    });
  }
}
