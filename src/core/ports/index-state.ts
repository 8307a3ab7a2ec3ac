import type { ReadChoice } from './documents';

/** A source whose bytes are kept and that still has to be read. */
export interface PendingSource {
  readonly path: string;
  readonly byte_hash: string;
  readonly byte_size: number;
  readonly choice?: ReadChoice;
  /** Document ids that this source replaces once it is read. */
  readonly replaces?: readonly string[];
}

/** A source that could not be read. */
export interface FailedSource {
  readonly path: string;
  readonly byte_hash: string;
  readonly reason: string;
  /** True when reading it once more can end another way; missing means no. */
  readonly again?: boolean;
}

/** Facts of a generation besides its tables. */
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
  /** When a person began it, or its round, in milliseconds since 1970: older replies of which nothing can be used are asked for anew. Missing: none is. */
  readonly begunAt?: number;
  /** Tokens that were spent when a person began this run; missing means that it never counted them. */
  readonly spentBefore?: number;
  /** Tokens of its plan that were done, since a person began it; what was spent in vain is none of them. Missing means that nobody kept it. */
  readonly planDone?: number;
  /** Calls that its plan named when a person began it, and how many had been made before; missing means that nobody kept them. */
  readonly planned?: { readonly calls: number; readonly callsBefore: number };
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
  /** Calls that were sent, also those broken off before their reply; remembered replies cost nothing. */
  readonly spent: ModelSpending;
  /** Calls that `spent` counts, by their numbers in the journal of calls: all up to `last` but those that were under way. Missing means none. */
  readonly counted?: { readonly last: number; readonly underWay: readonly number[] };
  /** Useless replies about passages, descriptions and reports that are not done yet: `found` counts them once these are. Missing means none. */
  readonly uselessSoFar?: number;
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

/** What calls of a language model cost. */
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
