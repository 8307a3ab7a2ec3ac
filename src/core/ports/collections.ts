import type { Message } from '../message';
import type { CallOptions } from '../platform';
import type { Rows } from '../tables/rows';
import type { TablePatches } from '../tables/table-patch';
import type { TableName, TableOf, TableRow } from '../tables/tables';
import type { VectorChange, VectorStore } from '../vectors/vector-store';
import type { IndexState, PendingSource } from './index-state';

/** Facts of a collection that are known without opening it. */
export interface CollectionRecord {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly opened: number;
}

/** Original bytes, by SHA-256 hex. Writing the same hash twice is one blob. */
export interface BlobStore {
  has(hash: string): Promise<boolean>;
  put(hash: string, bytes: Blob): Promise<void>;
  get(hash: string): Promise<Blob | undefined>;
  /** Removes every blob that is not in `keep`. */
  sweep(keep: ReadonlySet<string>): Promise<void>;
}

export interface LoadOptions {
  /** The id that the collection gets; default a new one. */
  readonly id?: string;
  /** The name that the collection gets for the one it was saved with; default the same. */
  readonly rename?: (name: string) => string;
}

/** All collections of this browser profile. */
export interface Collections {
  list(): Promise<readonly CollectionRecord[]>;
  /** Adds a collection, with what a first change brings; no crash leaves one without it. */
  create(name: string, first?: Pick<TableChange, 'append' | 'state'>): Promise<CollectionRecord>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
  touch(id: string): Promise<void>;
  open(id: string): Promise<{ readonly tables: TableStore; readonly blobs: BlobStore }>;
  /** The whole collection as one file: a ZIP of the files on disk, with derived columns filled, and its conversations. */
  save(id: string): Promise<Blob>;
  /**
   * Adds a collection from such a file. Throws ParseError for a file that is not one, StorageError when it does not fit, and the signal's reason
   * when it aborts; nothing is left behind then.
   */
  load(copy: Blob, options: CallOptions & LoadOptions): Promise<CollectionRecord>;
  eraseEverything(): Promise<void>;
  /** Contents of a collection, counted from storage, also where it cannot be opened. */
  contents(id: string): Promise<CollectionContents>;
  /** Calls back whenever a generation of the collection becomes durable, in this tab or another; returns how to stop. */
  onNews(id: string, callback: () => void): () => void;
  usage(): Promise<StorageUsage>;
}

/** Counts of the contents that are removed with a collection. */
export interface CollectionContents {
  readonly documents: number;
  /** Files that documents were read from, and files that wait to be read. */
  readonly originals: number;
  readonly conversations: number;
  /** Notes of the notebook. */
  readonly notes: number;
}

/** Bytes that this origin uses, and may use. */
export interface StorageUsage {
  readonly used: number;
  readonly quota: number;
  readonly persisted: boolean;
  /** True where the browser keeps no files, so that everything is gone with the window; `quota` is 0 then. */
  readonly inMemory: boolean;
}

/** One atomic change of a collection: all of it is durable when the promise resolves, or none. */
export interface TableChange {
  /** Rows added as a new shard. */
  readonly append?: { readonly [N in TableName]?: readonly TableRow<N>[] };
  /** Rows that become the whole table. */
  readonly replace?: { readonly [N in TableName]?: readonly TableRow<N>[] };
  /** Rows that come, change or go, by id. No table is both replaced and patched. */
  readonly patch?: TablePatches;
  /** Removes every row of these documents from documents, text_units and extractions, and the vectors that belong to them. */
  readonly removeDocuments?: readonly string[];
  /** Vectors added, dropped or written together, at most one change per field and model. */
  readonly vectors?: readonly VectorChange[];
  /** Ids of the embedding models whose vectors stay; missing when all do. */
  readonly keepModels?: readonly string[];
  /** Names of damaged files, which are left out from now on. */
  readonly dropFiles?: readonly string[];
  readonly state?: Partial<IndexState>;
}

export interface CommitOptions {
  readonly onWritten?: (rows: number) => void;
}

/** A file of a collection that is gone, or whose bytes have changed since they were written. */
export interface DamagedFile {
  readonly file: string;
  readonly table: TableName | 'vectors';
  readonly rows: number;
  /** Documents that its rows belong to; none where they belong to no document. */
  readonly documents: readonly string[];
  /** Sources of the documents, for a file of documents. */
  readonly sources: readonly PendingSource[];
}

/** A copy of what search needs in memory, as bytes. It may lag behind the tables, and be missing at any time. */
export interface ImageStore {
  /** Undefined where there is none, or where it is not as it was written. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Writes the image, unless the signal has aborted or the right to write is missing. A commit that removes documents
   * removes the image.
   */
  write(image: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void>;
}

/** An open collection on disk, fixed to one generation until it commits or refreshes. */
export interface TableStore {
  /** False when another tab writes; commit then throws StorageError. */
  readonly writable: boolean;
  readonly generation: number;
  readonly state: IndexState;
  /** Reads a whole table as rows. */
  read<N extends TableName>(table: N): Promise<readonly TableRow<N>[]>;
  /** Reads whole tables in the form in which they are kept, one after the other. Throws the signal's reason between two of them once it aborts. */
  readTables<N extends TableName>(
    tables: readonly N[],
    options?: CallOptions,
  ): Promise<{ readonly [T in N]: TableOf<T> }>;
  /** Reads the rows of a table in parts, so that they need not all be in memory. */
  readParts<N extends TableName>(table: N, take: (rows: Rows<TableRow<N>>) => void): Promise<void>;
  readonly vectors: VectorStore;
  readonly image: ImageStore;
  /** The overview of the collection, as bytes. It is removed with the image. */
  readonly overview: ImageStore;
  /** Positions of everything on the map. They stay when documents are removed, since they are numbers only. */
  readonly positions: ImageStore;
  /** Reads every file and gives those that are damaged. Slow: only for when reading one has failed. */
  findDamage(): Promise<readonly DamagedFile[]>;
  /**
   * Resolves once the new generation is durable. Throws StorageError; the older generation then stays complete. `onWritten` is called with the
   * number of rows of each file that is written.
   */
  commit(change: TableChange, options?: CommitOptions): Promise<void>;
  /** Adopts a newer generation written by another tab, or the write lock when it became free; true if anything changed. */
  refresh(): Promise<boolean>;
  close(): Promise<void>;
}

/** Rows of a table chosen by SQL (DuckDB); follows the store's generation. */
export interface TableQueries {
  /** Loads the tables of the current generation; called after open and after each commit that matters to Explore. */
  load(tables: { readonly [N in TableName]?: Rows<TableRow<N>> }): Promise<void>;
  /** Frees the tables and the database; the next question starts another one. Never throws. */
  forget(): Promise<void>;
  page(query: TableQuery): Promise<TablePage>;
  /** All rows that match, of the state at its start, in parts. Throws the signal's reason between two parts once it aborts. */
  rows(query: RowsQuery, options?: CallOptions): AsyncIterable<RowsPart>;
  /** Starts the database ahead of the first page. Never throws: that page shows the error. */
  start(): Promise<void>;
  /**
   * Runs a query that a person wrote. It can only read, and reaches neither files nor the network. An abort ends the database with it; the next query
   * starts another one. The logs and the notebook are read from `store` where the query names them, and `summaries` is called for the rows of these.
   */
  sql(query: string, options: SqlOptions): Promise<SqlOutcome>;
  /** Rows of the last result as texts; null for NULL. Throws StorageError where there is none any more. */
  sqlRows(offset: number, limit: number): Promise<SqlRows>;
  /** The last result as CSV (RFC 4180), with a line of column names. Text that a spreadsheet would run as a formula begins with an apostrophe. */
  sqlCsv(options: CallOptions): Promise<Blob>;
}

/** Rows of a result, each with a text per column as DuckDB writes it; null for NULL. */
export type SqlRows = readonly (readonly (string | null)[])[];

/** Sources of tables that are not in memory. */
interface SqlOptions extends CallOptions {
  /** Documents whose rows are left out, with all that one of their text units has made. */
  readonly leftOut?: readonly string[];
  readonly store?: Pick<TableStore, 'readTables'>;
  readonly summaries?: () => Promise<readonly TableRow<'summaries'>[]>;
}

/** Result of a person's query. */
export type SqlOutcome =
  | {
      readonly kind: 'result';
      readonly columns: readonly { readonly name: string; readonly type: string }[];
      readonly count: number;
      /** There are more rows, which are left out. */
      readonly isCut: boolean;
    }
  /** Ours or DuckDB's own words, which are English; `line` of the query from 1, where it is known. */
  | { readonly kind: 'refused'; readonly words: Message; readonly line: number | null };

/** The tables that are shown page by page. SQL sees these and all others. */
export const QUERIED_TABLES = [
  'documents',
  'text_units',
  'entities',
  'relationships',
  'covariates',
  'communities',
  'community_reports',
] as const;

/** A page of one table, filtered and sorted. */
export interface TableQuery {
  readonly table: (typeof QUERIED_TABLES)[number];
  readonly columns: readonly string[];
  /** Case-insensitive text that some text column must contain. */
  readonly filter?: string;
  /** Only rows in which this column is one of these values, a number in its digits; a few thousand at most. */
  readonly among?: { readonly column: string; readonly values: readonly string[] };
  readonly sort?: { readonly column: string; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
}

/** All rows of one table, filtered and sorted. */
export type RowsQuery = Omit<TableQuery, 'offset' | 'limit'>;

/** Some of all rows that match. */
export interface RowsPart {
  readonly rows: TablePage['rows'];
  /** All of them. */
  readonly total: number;
}

/** The rows of a page, as plain values. */
export interface TablePage {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows that match the filter, beyond this page too. */
  readonly total: number;
}
