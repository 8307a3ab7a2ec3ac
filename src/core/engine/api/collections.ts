import type { CallOptions } from '../../ports/platform';
import type { CollectionRecord, StorageUsage } from '../../ports/collections';
import type { EmbeddingState, IndexState, ModelRunState, ModelSpending, PendingSource } from '../../ports/index-state';
import type { StandingByModel } from '../model/take-back/standing-by-model';
import type { DocumentItem } from './documents';

/** The collections: listed, opened, followed, copied out and in. */
export interface CollectionCalls {
  collections(): Promise<readonly CollectionRecord[]>;
  createCollection(name: string): Promise<CollectionRecord>;
  renameCollection(id: string, name: string): Promise<void>;
  removeCollection(id: string): Promise<void>;
  /** Opens a collection; the one open before is closed. Derived tables that are out of date are not waited for. */
  open(id: string): Promise<CollectionView>;
  /** Opens the sample, fetched as a saved copy from `url`; keeps the one already there. */
  openSample(url: string): Promise<CollectionView>;
  /** What the page shows of the open collection now. */
  view(): Promise<CollectionView>;
  /** Takes over a newer generation of another tab, or the right to write when it became free. */
  refresh(): Promise<CollectionView>;
  /** Views of the open collection while another tab writes it, one after its commits; ends when aborted or when this tab may write. */
  follow(options?: CallOptions): AsyncIterable<CollectionView>;
  saveCopy(id: string): Promise<Blob>;
  openCopy(copy: Blob): Promise<CollectionRecord>;
  eraseEverything(): Promise<void>;
  usage(): Promise<StorageUsage>;
}

/** What the page shows of the open collection, at one generation. */
export interface CollectionView {
  readonly collection: CollectionRecord;
  readonly writable: boolean;
  readonly generation: number;
  readonly documents: readonly DocumentItem[];
  readonly failed: IndexState['failed'];
  readonly pending: IndexState['pending'];
  /** Other bytes of known paths that wait for a choice: replace, keep both or dismiss. */
  readonly offered: readonly PendingSource[];
  readonly counts: IndexCounts;
  /** `fast` (no model) or `curated` (the sample). */
  readonly method: string;
  /** How embeddings stand; null where nothing was ever embedded. */
  readonly embeddings: EmbeddingsView | null;
  /** How indexing with a language model stands; null where none ever read. */
  readonly model: ModelRunState | null;
  /** What stands in the tables by models; null where none ever read. */
  readonly byModel: StandingByModel | null;
  /** What all runs cost together, of whichever model. */
  readonly spentByRuns: ModelSpending;
  /** What single reports and descriptions cost that a model wrote besides its runs; null where none was asked for. */
  readonly besides: ModelSpending | null;
  /** True when a person paused reading and deriving. */
  readonly paused: boolean;
  /** False while the derived tables lag behind the records. */
  readonly upToDate: boolean;
}

/** How embeddings stand, and how many there are. */
export interface EmbeddingsView extends EmbeddingState {
  /** Vectors there are of this model, and their bytes on disk. */
  readonly rows: number;
  readonly bytes: number;
}

/** Rows of the tables of a collection. */
export interface IndexCounts {
  readonly documents: number;
  readonly text_units: number;
  readonly entities: number;
  readonly relationships: number;
  readonly claims: number;
  readonly communities: number;
  readonly community_reports: number;
  /** Levels of communities; 0 without any. */
  readonly levels: number;
}
