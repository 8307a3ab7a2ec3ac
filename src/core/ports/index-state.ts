import type { Message } from '../message';
import type { VectorField } from '../vectors/vector-store';
import type { KeptAnswer, ReadChoice, SourceNeed } from './documents';
import type { ModelSpending, OpenRunRecord, RunRecord, StepTime } from './run-record';

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
  readonly reason: Message;
  /** True when reading it once more can end another way; missing means no. */
  readonly again?: boolean;
  /** Something that only a person can tell; missing for one that cannot be read. */
  readonly need?: SourceNeed;
  /** Document ids that it replaces once it is read; missing means none. */
  readonly replaces?: readonly string[];
  /** True for a note on a damaged file of the collection, not on a source; missing means no. */
  readonly repaired?: true;
}

/** Facts of a generation besides its tables. */
export interface IndexState {
  readonly pending: readonly PendingSource[];
  /** Sources that could not be read, or that wait for an answer; kept until dismissed or removed. */
  readonly failed: readonly FailedSource[];
  /** Answers of a person to what sources needed, by the hash of their bytes; missing means none. */
  readonly answers?: Readonly<Record<string, KeptAnswer>>;
  /** Other bytes of known paths, kept until a person decides on them; missing means none. */
  readonly offered?: readonly PendingSource[];
  /** Documents whose text units and records are to be made: long ones that were added, and all once a parameter of those steps changed. */
  readonly reindex?: readonly string[];
  /**
   * Number of text units that are made and kept of long ones among these, with their records, by document id. Others
   * are made from scratch.
   */
  readonly made?: Readonly<Record<string, number>> | undefined;
  /** True when the derived tables stand for all records. */
  readonly derived: boolean;
  /** Documents added since the tables were derived, if nothing else has changed; only where `derived` is false. */
  readonly underived?: readonly string[] | undefined;
  /** `GRAPH_VERSION` by which the derived tables were made; missing in those of earlier versions. */
  readonly graphVersion?: number;
  /**
   * The highest number of a community that came with a graph of another program: these stay as they are. Missing where none came, and once a
   * person has changed how communities are found.
   */
  readonly keptCommunities?: number | undefined;
  /**
   * Host of the collection, from which it is fetched part by part; missing in those of this browser. It is not changed
   * here.
   */
  readonly hosted?: HostedState | undefined;
  /** True while a person wants nothing to be read or derived; missing means no. */
  readonly paused?: boolean;
  /** Highest human_readable_id given per table, 0 or more; missing where none was given. */
  readonly counters: Readonly<Record<string, number>>;
  /** Parameters of the steps as chosen by the person, by step name. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, number | string | boolean>>>>;
  /** `fast` without a model, `curated` for the sample. */
  readonly method: string;
  /** State of embeddings; missing where nothing was ever embedded. */
  readonly embedding?: EmbeddingState;
  /** State of indexing with a language model; missing where none ever read. */
  readonly model?: ModelRunState | undefined;
  /** Cost of single reports and descriptions by a model and of evaluations, besides its runs; missing where none was asked for. */
  readonly besides?: ModelSpending;
  /** Calls of evaluations that `besides` counts; missing before the first one. */
  readonly evaluationsCounted?: ModelRunFacts['counted'];
  /**
   * Cost of earlier runs that `model` does not count: those of other models, of other choices, and reverted ones;
   * missing where there were none.
   */
  readonly spentEarlier?: ModelSpending;
  /** Records of earlier runs with a model, the last ones, oldest first; missing where there were none. */
  readonly runRecords?: readonly RunRecord[];
  /** Latest work of reading documents and of the steps without a chat model, by step; missing where it was not measured. */
  readonly stepTimes?: Readonly<Record<string, StepTime>>;
}

/** An index at an address, of which a part is here. */
export interface HostedState {
  /** Address of its folder, with a slash at its end. */
  readonly address: string;
  /** Edition of the content that the part belongs to. */
  readonly edition: string;
  /** Documents of the whole index. */
  readonly documents: number;
  readonly bytes: number;
  /** Bytes that were fetched so far. */
  readonly fetched: number;
}

/**
 * Indexing with a language model, as last worked on. A run that is `running` continues by itself when the collection is
 * opened again.
 */
export type ModelRunState = ModelRunFacts &
  (
    | { readonly phase: 'done' }
    /** `failure`: why it ended early by itself, until it books its next calls. Null when a person ended it. */
    | { readonly phase: 'running' | 'paused' | 'stopped'; readonly failure: RunFailure | null }
  );

/** Reason why a run ended early by itself. `no usable replies` where too many passages gave none. */
export interface RunFailure {
  readonly kind: 'failed' | 'no usable replies';
  /** The reason in words. Empty while the run continues. */
  readonly reason: Message;
}

/** Facts of a run in every phase. */
export interface ModelRunFacts {
  /** Layer of the records that it makes. */
  readonly layer: string;
  /** The model's name for people. */
  readonly title: string;
  /** Work that a person added to its plan. */
  readonly extras: RunExtras;
  /** True while records are kept that the derived tables do not know yet. */
  readonly needsDerive: boolean;
  /** From 1. Grows each time a person has failed items tried again. */
  readonly round: number;
  /** Start of the round, in milliseconds since 1970. Older invalid replies are asked for again. Missing: none is. */
  readonly begunAt?: number;
  /** Calls of the plan when a person began the run, and calls made before. Missing in runs of early versions. */
  readonly planned?: { readonly calls: number; readonly callsBefore: number };
  /** Tokens spent when a person began the run. Missing in runs of early versions. */
  readonly spentBefore?: number;
  /** Tokens of the plan that are done. Tokens of failed items do not count. */
  readonly planDone: number;
  /** Documents read since names were last resolved. */
  readonly unresolved: readonly string[];
  /** Documents with pairs of names that are left for a later run. */
  readonly skippedPairs: readonly string[];
  /** Descriptions (by hash) and reports (by context key) without a usable reply in this round. */
  readonly failedItems: readonly string[];
  /** Calls that were sent, also those aborted before their reply. Remembered replies cost nothing. */
  readonly spent: ModelSpending;
  /** Calls that `spent` counts, by their numbers in the call journal: all up to `last` but those then in flight. */
  readonly counted: { readonly last: number; readonly underWay: readonly number[] };
  /** Invalid replies about items that are not done yet. `found` counts them once these are. */
  readonly invalidReplies: number;
  /** Counts of found, repaired and rejected records, by name. */
  readonly found: Readonly<Record<string, number>>;
  /** Work of this run since a person began it. Missing in runs of earlier versions. */
  readonly record?: OpenRunRecord;
}

/** Work of one run beyond its plan, as a person chose; a resumed run keeps it, the next one does not. */
export interface RunExtras {
  /** Passages that another model has read, or the same with other choices, are read again. */
  readonly readAgain?: boolean;
  /** Reports that another model has written, or the same with other words, are written again. */
  readonly writeAgain?: boolean;
  /** Reports on all communities are written, whatever the parameters. */
  readonly allReports?: boolean;
  /** Names of steps that are left out of the run. What they made before stays. */
  readonly skipSteps?: readonly string[];
}

/** The embeddings of a collection, as last worked on. */
export interface EmbeddingState {
  /** The embedder's id. */
  readonly model: string;
  readonly title: string;
  readonly dims: number;
  /** True when every text of the chosen fields has its vector; false as soon as a table changes. */
  readonly complete: boolean;
  /**
   * Time at which vectors of a field were last kept, in milliseconds since 1970; missing in those of earlier versions.
   */
  readonly made?: { readonly [F in VectorField]?: number };
}

/** Counted calls before the first commit of a run. */
export const NONE_COUNTED: ModelRunFacts['counted'] = { last: 0, underWay: [] };
