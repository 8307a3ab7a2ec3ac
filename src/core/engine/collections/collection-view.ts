import { remembered } from '../../memo';
import type { Rows } from '../../tables/rows';
import type { IndexTables, RelationshipRow, TextUnitRow } from '../../tables/tables';
import { listRunRecords } from '../model-index/run-record';
import { totalSpending } from '../model-index/asking/spending';
import type { CollectionStore } from './collection-store';
import type { OpenCollection } from './open-collection';
import type { ModelSpending, RunRecord } from '../../ports/run-record';
import { incompleteDocuments } from './reach';
import { isByNoModel } from '../../provenance';
import { documentItems, type DocumentItem } from '../documents/document-view';
import type { CollectionRecord } from '../../ports/collections';
import type { EmbeddingState, HostedState, IndexState, ModelRunState, PendingSource } from '../../ports/index-state';

/** Collects the data of an open collection that the page shows. */
export function viewOf(open: OpenCollection): CollectionView {
  const { store } = open;
  const { tables } = store;
  return {
    collection: open.record,
    writable: store.writable && !store.state.hosted,
    hosted: store.state.hosted ?? null,
    generation: store.generation,
    notes: open.notes.version,
    documents: tables.documents.map(documentItems(tables.text_units)),
    failed: store.state.failed,
    pending: store.state.pending,
    incomplete: [...incompleteDocuments(store.snapshot)],
    offered: store.state.offered ?? [],
    counts: countsOf(tables),
    method: store.state.method,
    embeddings: embeddingsView(store),
    model: store.state.model ?? null,
    byModel: store.state.model ? countRowsByModel(tables) : null,
    spentByRuns: totalSpending(store.state),
    runRecords: listRunRecords(store.state),
    stepTimes: store.state.stepTimes ?? {},
    besides: store.state.besides ?? null,
    paused: store.state.paused ?? false,
    whole: open.store.isWhole,
    upToDate: open.store.isWhole && store.state.derived && store.state.pending.length === 0,
  };
}

function countsOf(tables: IndexTables): CollectionView['counts'] {
  return {
    documents: tables.documents.length,
    text_units: tables.text_units.length,
    entities: tables.entities.length,
    relationships: tables.relationships.length,
    claims: tables.covariates.length,
    communities: tables.communities.length,
    levels: tables.communities.reduce((most, row) => Math.max(most, row.level + 1), 0),
  };
}

/** Rows of the tables in which a model had a part. */
export interface RowsByModel {
  readonly entities: number;
  readonly relationships: number;
  readonly claims: number;
  readonly reports: number;
  readonly summaries: number;
  /** Relationships with themes. */
  readonly themes: number;
  /** Text units with a context. */
  readonly contexts: number;
}

/** Counts rows by models, of whichever run. */
const countRowsByModel = (tables: IndexTables): RowsByModel => ({
  entities: byModels(tables.entities),
  relationships: byModels(tables.relationships),
  claims: byModels(tables.covariates),
  reports: byModels(tables.community_reports),
  summaries: byModels(tables.summaries),
  themes: withThemes(tables.relationships),
  contexts: withContexts(tables.text_units),
});

/** Counts rows, once for each array; a table that changes is another one. */
const counting = <Row>(isCounted: (row: Row) => boolean) =>
  remembered((rows: Rows<Row>) => {
    let count = 0;
    for (const row of rows) if (isCounted(row)) count++;
    return count;
  });

const byModels = counting(({ method }: { readonly method: string }) => !isByNoModel(method));
const withThemes = counting((row: RelationshipRow) => row.theme_keywords_key !== null);
const withContexts = counting((row: TextUnitRow) => row.written_context !== '');

/** State of a hosted collection, without its edition. */
export type HostedView = Omit<HostedState, 'edition'>;

/** Data of the open collection that the page shows, at one generation. */
export interface CollectionView {
  readonly collection: CollectionRecord;
  /** False while another tab writes it, and always for a hosted one. */
  readonly writable: boolean;
  /** Source and state of a hosted collection; null for one of this browser. */
  readonly hosted: HostedView | null;
  readonly generation: number;
  /** Grows whenever the notebook may have changed. */
  readonly notes: number;
  readonly documents: readonly DocumentItem[];
  readonly failed: IndexState['failed'];
  readonly pending: IndexState['pending'];
  /** Ids of documents that are still read: their text is kept, and the first parts of it can be asked. */
  readonly incomplete: readonly string[];
  /** Other bytes of known paths that wait for a choice: replace, keep both or dismiss. */
  readonly offered: readonly PendingSource[];
  readonly counts: IndexCounts;
  /** `fast` (no model) or `curated` (the sample). */
  readonly method: string;
  /** Null where nothing was ever embedded. */
  readonly embeddings: EmbeddingsView | null;
  /** State of indexing with a language model; null where none ever read. */
  readonly model: ModelRunState | null;
  /** Counts of rows written by models; null where none ever read. */
  readonly byModel: RowsByModel | null;
  /** Total spending of all runs, with all models. */
  readonly spentByRuns: ModelSpending;
  /** Records of the last runs with a model, oldest first. */
  readonly runRecords: readonly RunRecord[];
  /** Latest work of the steps without a chat model, by step. */
  readonly stepTimes: NonNullable<IndexState['stepTimes']>;
  /** Cost of reports and descriptions written outside of runs. Null where there are none. */
  readonly besides: ModelSpending | null;
  /** True when a person paused reading and deriving. */
  readonly paused: boolean;
  /** False while only texts are in memory: names and connections are still being read. */
  readonly whole: boolean;
  /** False while the derived tables lag behind the records, or are not in memory yet. */
  readonly upToDate: boolean;
}

/** State of embeddings, with their number. */
interface EmbeddingsView extends EmbeddingState {
  /** Vectors there are of this model, and their bytes on disk. */
  readonly rows: number;
  readonly bytes: number;
}

/** Rows of the tables of a collection. */
interface IndexCounts {
  readonly documents: number;
  readonly text_units: number;
  readonly entities: number;
  readonly relationships: number;
  readonly claims: number;
  readonly communities: number;
  /** Levels of communities; 0 without any. */
  readonly levels: number;
}

/** Summarises embeddings for the page; null where nothing was ever embedded. */
function embeddingsView({ state, files }: CollectionStore): CollectionView['embeddings'] {
  const { embedding } = state;
  if (!embedding) return null;
  const sets = files.vectors.sets().filter(({ model }) => model === embedding.model);
  const sum = (of: (set: (typeof sets)[number]) => number): number => sets.reduce((total, set) => total + of(set), 0);
  return { ...embedding, rows: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) };
}
