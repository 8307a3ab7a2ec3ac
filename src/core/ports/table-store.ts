import type { TableName, TableRow } from '../tables/tables';
import type { VectorChange, VectorStore } from '../vectors/vector-store';
import type { IndexState } from './index-state';

/** One atomic change of a collection: all of it is durable when the promise resolves, or none. */
export interface TableChange {
  /** Rows added as a new shard. */
  readonly append?: { readonly [N in TableName]?: readonly TableRow<N>[] };
  /** Rows that become the whole table. */
  readonly replace?: { readonly [N in TableName]?: readonly TableRow<N>[] };
  /** Removes every row of these documents from documents, text_units and extractions, and the vectors that belong to them. */
  readonly removeDocuments?: readonly string[];
  /** Vectors added, dropped or written together, at most one change per field and model. */
  readonly vectors?: readonly VectorChange[];
  /** Ids of the embedding models whose vectors stay; missing when all do. */
  readonly keepModels?: readonly string[];
  readonly state?: Partial<IndexState>;
}

/** An open collection on disk, fixed to one generation until it commits or refreshes. */
export interface TableStore {
  /** False when another tab writes; commit then throws StorageError. */
  readonly writable: boolean;
  readonly generation: number;
  readonly state: IndexState;
  read<N extends TableName>(table: N): Promise<readonly TableRow<N>[]>;
  readonly vectors: VectorStore;
  /** Resolves once the new generation is durable. Throws StorageError; the older generation then stays complete. */
  commit(change: TableChange): Promise<void>;
  /** Adopts a newer generation written by another tab, or the write lock when it became free; true if anything changed. */
  refresh(): Promise<boolean>;
  close(): Promise<void>;
}
