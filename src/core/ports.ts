import type { TableName, TableRow } from './tables/tables';
import type { VectorChange, VectorStore } from './vectors/vector-store';

/** The outside world as the core sees it. Adapters implement these; tests use short objects. */

/** What every long call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Time handed to the core, which has no clock of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves in a later task, so that other work gets its turn. */
  yield(): Promise<void>;
}

/** One file a person gave, before it is read. */
export interface SourceFile {
  /** Path as given, with `/`; a folder drop keeps its folders. */
  readonly path: string;
  readonly bytes: Blob;
  readonly choice?: ReadChoice;
}

/** How tabular sources (CSV, JSON arrays) become documents. */
export type ReadChoice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'rows'; readonly textColumns: readonly string[]; readonly titleColumn?: string };

/** A document as read from its bytes. `text` is what all offsets refer to. */
export interface ReadDocument {
  readonly title: string;
  readonly text: string;
  readonly media_type: string;
  readonly page_starts: readonly number[];
  readonly headings: readonly Heading[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Zero-based row for one document per row. */
  readonly source_row?: number;
  readonly raw_data?: string;
}

export interface Heading {
  readonly start: number;
  readonly level: number;
  readonly text: string;
}

/** Columns of a tabular source, for choosing how to read it. */
export interface TabularShape {
  readonly columns: readonly { readonly name: string; readonly sample: string; readonly averageLength: number }[];
  readonly rows: number;
  readonly suggestion: { readonly textColumns: readonly string[]; readonly titleColumn?: string };
}

export type ReadResult =
  | { readonly kind: 'documents'; readonly documents: readonly ReadDocument[]; readonly tabular?: TabularShape }
  | {
      readonly kind: 'archive';
      readonly members: readonly { readonly path: string; readonly bytes: Uint8Array }[];
      /** Members that could not be taken out, with the reason in words. */
      readonly refused: readonly { readonly path: string; readonly reason: string }[];
    };

/** Reads one source in a place that is thrown away afterwards. Throws ParseError with words for a person. */
export interface DocumentReader {
  read(source: SourceFile, options: CallOptions): Promise<ReadResult>;
}

/** Finds mentions in text units off the engine's thread. See core/extract for what a mention is. */
export interface MentionFinder {
  find(batch: MentionBatch, options: CallOptions): Promise<MentionResult>;
}

export interface MentionBatch {
  readonly language: string;
  /** The sentences' texts, in document order. */
  readonly sentences: readonly string[];
}

/** Parallel arrays, one entry per mention, ordered by sentence and start. */
export interface MentionResult {
  /** Index into the batch's sentences. */
  readonly sentence: Int32Array;
  /** Offsets within that sentence's text. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Index into `titles`. */
  readonly title: Int32Array;
  /** Distinct surface forms with the key on which they merge and the kind of phrase. */
  readonly titles: readonly {
    readonly title: string;
    readonly key: string;
    readonly phrase: PhraseKind;
    readonly type: string;
  }[];
}

/** `proper` is a name, `compound` a phrase of several words, `common` a single common noun. */
export type PhraseKind = 'proper' | 'compound' | 'common';

/** What is known of a collection without opening it. */
export interface CollectionRecord {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly opened: number;
}

/** A source whose bytes are kept and that still has to be read. */
export interface PendingSource {
  readonly path: string;
  readonly byte_hash: string;
  readonly byte_size: number;
  readonly choice?: ReadChoice;
  /** Document ids that this source replaces once it is read. */
  readonly replaces?: readonly string[];
}

/** Facts of a generation besides its tables. */
export interface FailedSource {
  readonly path: string;
  readonly byte_hash: string;
  readonly reason: string;
  /** True when reading it once more can end another way; missing means no. */
  readonly again?: boolean;
}

export interface IndexState {
  readonly pending: readonly PendingSource[];
  /** Sources that could not be read; kept until dismissed or removed. */
  readonly failed: readonly FailedSource[];
  /** Other bytes of known paths, kept until a person says what to do with them; missing means none. */
  readonly offered?: readonly PendingSource[];
  /** Documents whose text units and records are to be made again, since a parameter of those steps changed. */
  readonly reindex?: readonly string[];
  /** True when the derived tables stand for all records. */
  readonly derived: boolean;
  /** True while a person wants nothing to be read or derived; missing means no. */
  readonly paused?: boolean;
  /** Highest human_readable_id given per table, 0 or more; missing where none was given. */
  readonly counters: Readonly<Record<string, number>>;
  /** Parameters of the steps as chosen by the person, by step name. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, number | string | boolean>>>>;
  /** `fast` without a model, `curated` for the sample. */
  readonly method: string;
  /** How embeddings stand; missing where nothing was ever embedded. */
  readonly embedding?: EmbeddingState;
  /** How indexing with a language model stands; missing where none ever read. */
  readonly model?: ModelRunState | undefined;
  /** What single reports and descriptions cost that a model wrote besides its runs; missing where none was asked for. */
  readonly besides?: ModelSpending;
  /** What runs cost that `model` does not count: those of other models, of other choices, and those taken back; missing where there were none. */
  readonly spentEarlier?: ModelSpending;
}

/** Indexing with a language model, as last worked on. */
export interface ModelRunState {
  /** `running` goes on by itself when the collection is opened again; `paused` and `stopped` wait for a person. */
  readonly phase: 'running' | 'paused' | 'stopped' | 'done';
  /** Layer of the records that it makes. */
  readonly layer: string;
  /** The model's name for people. */
  readonly title: string;
  /** True while records are kept that the derived tables do not know yet. */
  readonly behind?: boolean;
  /** Counts up each time that a person has passages tried again that could not be read; missing means 1. */
  readonly round?: number;
  /** Tokens that were spent when a person began this run; missing means that it never counted them. */
  readonly spentBefore?: number;
  /** What a person asked of it beyond its plan. */
  readonly extras?: RunExtras;
  /** Documents that were read since names were last joined. */
  readonly unresolved?: readonly string[];
  /** Documents some of whose names were left for a later run, since there were more pairs than are asked about in one. */
  readonly unasked?: readonly string[];
  /** What no reply could be used for in this round: hashes of descriptions and keys of what reports are made of. */
  readonly unwritten?: readonly string[];
  /** True where it ended since nothing could be used of many passages. */
  readonly barren?: boolean;
  /** Why it ended early by itself, in words; missing when a person ended it or when it is done. */
  readonly reason?: string;
  /** Calls that a model really answered; remembered replies cost nothing. */
  readonly spent: ModelSpending;
  /** When `spent` was last kept, in milliseconds since 1970: replies that came later, until a tab was closed, are not in it yet. */
  readonly spentUntil?: number;
  /** What it gave, and what was mended or turned away, by name. */
  readonly found: Readonly<Record<string, number>>;
}

/** What a person asks of one run beyond its plan; a run that goes on keeps it, the next one does not. */
export interface RunExtras {
  /** Passages that another model has read, or the same with other choices, are read again. */
  readonly readAgain?: boolean;
  /** Reports that another model has written, or the same with other words, are written again. */
  readonly writeAgain?: boolean;
  /** Reports on all communities are written, whatever the parameters say. */
  readonly allReports?: boolean;
  /** Nothing but reports: no passage is read, no name joined, nothing described. */
  readonly onlyReports?: boolean;
}

export interface ModelSpending {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Seconds inside calls, added up over calls that ran at the same time. */
  readonly seconds: number;
}

/** The embeddings of a collection, as last worked on. */
export interface EmbeddingState {
  /** The embedder's id. */
  readonly model: string;
  readonly title: string;
  readonly dims: number;
  /** True when every text of the chosen fields has its vector; false as soon as a table changes. */
  readonly complete: boolean;
}

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

/** Original bytes, by SHA-256 hex. Writing the same hash twice is one blob. */
export interface BlobStore {
  has(hash: string): Promise<boolean>;
  put(hash: string, bytes: Blob): Promise<void>;
  get(hash: string): Promise<Blob | undefined>;
  /** Removes every blob that is not in `keep`. */
  sweep(keep: ReadonlySet<string>): Promise<void>;
}

/** Rows of a table chosen by SQL (DuckDB); follows the store's generation. */
export interface TableQueries {
  /** Loads the tables of the current generation; called after open and after each commit that matters to Explore. */
  load(tables: { readonly [N in TableName]?: readonly TableRow<N>[] }): Promise<void>;
  page(query: TableQuery): Promise<TablePage>;
  /** Starts the database ahead of the first page. Never throws: that page says what is wrong. */
  start(): Promise<void>;
}

export interface TableQuery {
  readonly table:
    'documents' | 'text_units' | 'entities' | 'relationships' | 'covariates' | 'communities' | 'community_reports';
  readonly columns: readonly string[];
  /** Case-insensitive text that some text column must contain. */
  readonly filter?: string;
  readonly sort?: { readonly column: string; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
}

export interface TablePage {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows that match the filter, beyond this page too. */
  readonly total: number;
}

/** All collections of this browser profile. */
export interface Collections {
  list(): Promise<readonly CollectionRecord[]>;
  create(name: string): Promise<CollectionRecord>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
  touch(id: string): Promise<void>;
  open(id: string): Promise<{ readonly tables: TableStore; readonly blobs: BlobStore }>;
  /** The whole collection as one file (a ZIP of the files on disk plus its conversations). */
  save(id: string): Promise<Blob>;
  /** Adds a collection from such a file. Throws ParseError for a file that is not one, StorageError when it does not fit. */
  load(copy: Blob, options: { readonly name?: string; readonly id?: string }): Promise<CollectionRecord>;
  eraseEverything(): Promise<void>;
  /** Calls back whenever a generation of the collection becomes durable, in this tab or another; returns how to stop. */
  onNews(id: string, callback: () => void): () => void;
  usage(): Promise<StorageUsage>;
}

export interface StorageUsage {
  readonly used: number;
  readonly quota: number;
  readonly persisted: boolean;
}

/** Conversations, kept per collection in IndexedDB. */
export interface ConversationStore {
  list(collection: string): Promise<readonly Conversation[]>;
  get(id: string): Promise<Conversation | undefined>;
  put(conversation: Conversation): Promise<void>;
  /**
   * Puts what `change` makes of the kept one, in one step over all tabs, and resolves with it. Null leaves all as it is, and so does a
   * conversation that is not there.
   */
  change(id: string, change: (kept: Conversation) => Conversation | null): Promise<Conversation | null>;
  remove(id: string): Promise<void>;
  removeAll(collection: string): Promise<void>;
}

export interface Conversation {
  readonly id: string;
  readonly collection: string;
  readonly title: string;
  readonly created: number;
  readonly updated: number;
  /** Questions with their answers, oldest first. */
  readonly turns: readonly Turn[];
}

export interface Turn {
  readonly id: string;
  readonly question: string;
  readonly asked: number;
  /** Ids of the documents that alone were asked; missing when all of them were. */
  readonly scope?: readonly string[];
  /** How it was asked; missing in turns of earlier versions. */
  readonly request?: import('./search/events').AskedFor;
  /** The turn beside which it is shown: the same question, asked another way. */
  readonly comparedWith?: string;
  readonly answer: import('./search/events').Answer;
  /** True while the answer arrives, and for good where the page or the engine ended before it did. */
  readonly unfinished?: true;
  /** What one might ask next; missing where nothing was proposed. */
  readonly followUps?: import('./search/events').FollowUps;
}

/** Choices of the person that hold for all collections, by name. Values are plain data. */
export interface SettingStore {
  get(name: string): Promise<unknown>;
  /** Changes parts of a value and leaves the others, in one step over all tabs; resolves with the whole. */
  change(name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown>;
}
