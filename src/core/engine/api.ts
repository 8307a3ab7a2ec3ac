import type { ParameterDescription } from '../parameters';
import type {
  CallOptions,
  CollectionRecord,
  Conversation,
  EmbeddingState,
  IndexState,
  ModelRunState,
  ModelSpending,
  PendingSource,
  ReadChoice,
  RunExtras,
  SourceFile,
  StorageUsage,
  TablePage,
  TableQuery,
  TabularShape,
  Turn,
} from '../ports';
import type { QueueEvent } from '../models/chat-queue';
import type { DataReference } from '../search/cited-text';
import type { CitationTarget, Passage, SearchEvent, SearchRequest } from '../search/events';
import type { SearchCost } from '../search/cost/search-cost';
import type { FoundThings } from '../search/find/find';
import type { SearchParameters } from '../search/parameters/search-parameters';
import type { CommunityReportRow, CommunityRow } from '../tables/tables';
import type { EmbeddingPlan } from './embedding-plan';
import type { ModelLayer } from './model/layers';
import type { ModelPlan } from './model/model-plan';
import type { PassageToTry } from './model/passages-to-try';
import type { ReportsToWrite, WantedNow } from './model/reports-to-write';
import type { StandingByModel } from './model/standing-by-model';
import type { TrialEvent, TrialRequest } from './model/trials';
import type { Namesake } from './namesakes';
import type { ModelStep } from '../index/model/model-plan';

/** What the engine worker offers the page. Every method returns a promise or an async iterable. */
export interface EngineApi {
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

  /** Keeps the sources' bytes, then reads and indexes them. Ends when everything given is indexed, refused or waiting for a choice. */
  add(sources: readonly SourceFile[], options?: AddOptions): AsyncIterable<IndexEvent>;
  /** Keeps in mind, durably, that reading and deriving wait for a person's word. Whoever runs `add` or `resume` stops it itself. */
  pause(): Promise<void>;
  /** Goes on with whatever is pending or not yet derived; that it goes on is durable before its first event. */
  resume(options?: CallOptions): AsyncIterable<IndexEvent>;
  removeDocuments(ids: readonly string[], options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Reads a source that could not be read once more. */
  retry(path: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Takes in an offered change of a known path, in place of the earlier document or beside it. */
  settle(path: string, how: 'replace' | 'keep both', options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Forgets a source that could not be read, was only offered, or waits to be read and is not being read. */
  dismiss(path: string): Promise<void>;
  /** Reads a tabular source of a document again, another way. */
  reread(documentId: string, choice: ReadChoice, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Columns of a document's source when it is tabular, else null. */
  tabular(documentId: string): Promise<TabularShape | null>;
  /** Parameters of the index steps and their values. */
  steps(): Promise<readonly StepDescription[]>;
  /** Sets parameters and derives what depends on them again. */
  configure(
    step: string,
    values: Readonly<Record<string, number | string | boolean>>,
    options?: CallOptions,
  ): AsyncIterable<IndexEvent>;

  /** What embedding with the chosen model would do now; null when none is chosen. */
  embeddingPlan(options?: CallOptions): Promise<EmbeddingPlan | null>;
  /**
   * Makes the vectors that are missing, beside whatever else runs; ends when all of them stand. Pausing is aborting; calling it again goes
   * on, after a reload too. Throws ModelError without an embedding model.
   */
  embed(options?: CallOptions): AsyncIterable<IndexEvent>;

  /**
   * What indexing with the chosen chat model would do now, by the parameters of the steps `model …` or by those given instead; null when no
   * model is chosen.
   */
  modelPlan(parameters?: IndexState['parameters'], options?: ModelPlanOptions): Promise<ModelPlan | null>;
  /**
   * Keeps the parameters, then indexes with the chosen chat model beside whatever else runs; ends when everything planned is done. Aborting
   * loses no finished call; calling it again goes on, after a reload too. Throws ModelError.
   */
  indexWithModel(parameters?: IndexState['parameters'], options?: ModelIndexOptions): AsyncIterable<IndexEvent>;
  /** After the run was aborted: keeps in mind whether a person means to go on, and brings the tables up to what was read. */
  leaveModelIndex(how: 'paused' | 'stopped', options?: CallOptions): AsyncIterable<IndexEvent>;

  /** Has a run that waits for a model which could not be reached try again at once. */
  wakeModelIndex(): Promise<void>;

  /** What models have made of the collection, in the order in which it came. */
  modelLayers(): Promise<readonly ModelLayer[]>;
  /**
   * Takes out what models made under these layers and derives the graph again, from an earlier model's reading where there is one. What a person
   * did and the kept replies stay, so that the same index costs nothing a second time. Throws ModelError while a model indexes.
   */
  takeBack(layers: readonly string[], options?: CallOptions): AsyncIterable<IndexEvent>;

  /**
   * Has the chosen model report on a community, ahead of an index run. A report by a model that still holds stays, unless `again`. Throws
   * ModelError, and ParseError when nothing could be used.
   */
  writeReport(community: number, options?: WriteReportOptions): AsyncIterable<IndexEvent>;
  /**
   * Which of these reports no model has written yet, what each would take of the chosen model, and whether they are to be written by
   * themselves. Null when no model is chosen. Asks no model.
   */
  reportsToWrite(wanted: WantedNow, options?: CallOptions): Promise<ReportsToWrite | null>;
  /** Has the chosen model describe an entity from its sentences, ahead of an index run. Throws ModelError, and ParseError when nothing could be used. */
  describeEntity(id: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** The most central passage of each document, the most central of all first; at most `count`. */
  passagesToTry(count: number, options?: CallOptions): Promise<readonly PassageToTry[]>;
  /** Reads one passage as a run would, with other choices or words if given, and keeps nothing. Throws ModelError and ParseError. */
  tryPassage(request: TrialRequest, options?: CallOptions): AsyncIterable<TrialEvent>;
  /** Lets the chosen model propose kinds of entities and claims for this collection. Throws ModelError and ParseError. */
  tuneReading(options?: CallOptions): AsyncIterable<TrialEvent>;

  /** Answers with the chosen chat model, or without one from the documents' own sentences; ends with the answer. */
  search(request: SearchRequest, options?: CallOptions): AsyncIterable<SearchEvent>;
  /** Stops a question of the running DRIFT search of this id, or has it asked whatever its rank. */
  steer(searchId: string, question: string, how: 'stop' | 'pursue'): Promise<void>;
  /**
   * Looks for questions that lead on from a kept answer and keeps them with its turn; resolves with the conversation, or with null where
   * nothing was to be proposed. A model is asked only where one wrote the answer.
   */
  followUps(conversationId: string, turnId: string, options?: CallOptions): Promise<Conversation | null>;
  /** What a question would take of the chosen model here, about; quick enough to be asked while a person types. */
  searchCost(request: SearchRequest): Promise<SearchCost>;
  /** What may be set about each mode. */
  searchParameters(): Promise<readonly SearchParameters[]>;
  /** Documents, entities and reports by name, the best first, at most `limit` of each; what is not indexed yet is not found. */
  find(text: string, limit: number, options?: CallOptions): Promise<FoundThings>;
  /** Example questions made from the index, most central first. */
  suggestions(count: number): Promise<readonly string[]>;

  document(id: string): Promise<DocumentView | null>;
  /** The original bytes of a document, to open or save. */
  original(documentId: string): Promise<Blob | null>;
  /** Everything known about a cited thing, with passages to follow. */
  evidence(target: CitationTarget): Promise<EvidenceView | null>;
  /** Communities of two members or more. */
  communities(): Promise<readonly CommunityNode[]>;
  table(query: TableQuery): Promise<TablePage>;
  /** Pairs of entities that may be the same, never merged without a person. */
  aliasSuggestions(): Promise<readonly AliasSuggestion[]>;
  /** Entities that are called so, those of just that name first. */
  namesakes(words: string, count: number): Promise<readonly Namesake[]>;
  /** Types of the entities, the commonest first. */
  entityTypes(): Promise<readonly string[]>;
  /** Notes that two entities are not the same, so that they are not suggested again; undone by `undo`. */
  keepApart(intoId: string, fromId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Merges by the person's word; undone by `undo`. */
  merge(intoId: string, fromId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Makes one of an entity's names an entity of its own; undone by `undo`. */
  splitEntity(id: string, alias: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  renameEntity(id: string, title: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Gives an entity another type, whatever the passages say; undone by `undo`. */
  changeType(id: string, type: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  deleteEntity(id: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  undo(editId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  edits(): Promise<readonly EditView[]>;

  conversations(): Promise<readonly Conversation[]>;
  /**
   * Adds a turn, to a new conversation when `conversationId` is null, or puts it in the place of the turn of its id; durable when it resolves.
   * Null where the conversation has been removed. Throws StorageError where another collection than that of `options` is open.
   */
  keepTurn(conversationId: string | null, turn: Turn, options?: KeepOptions): Promise<Conversation | null>;
  renameConversation(id: string, title: string): Promise<void>;
  removeConversation(id: string): Promise<void>;

  /** A choice that holds for all collections; null when it was never made. */
  setting(name: string): Promise<unknown>;
  /** Changes parts of it and leaves what other tabs chose; durable when it resolves, with the whole. */
  changeSetting(name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Asks the chosen chat model, ahead of background work. Throws ModelError when none is chosen. */
  tryModel(prompt: string, options?: CallOptions): AsyncIterable<QueueEvent>;

  saveCopy(id: string): Promise<Blob>;
  openCopy(copy: Blob): Promise<CollectionRecord>;
  eraseEverything(): Promise<void>;
  usage(): Promise<StorageUsage>;
}

export interface AddOptions extends CallOptions {
  /** What to do when a path is known but its bytes differ; default `ask`, which yields a `changed` event, keeps the old and offers the new. */
  readonly onChange?: 'ask' | 'replace' | 'keep both';
}

export interface KeepOptions {
  /** The collection that was asked; missing: the one that is open. */
  readonly collection?: string;
}

export interface ModelIndexOptions extends CallOptions {
  /** True where a person begins a run: passages, names and reports of which no reply could be used are then tried once more. */
  readonly tryAgain?: boolean;
  /** With `tryAgain`: what is asked of this one run besides. A run that goes on keeps its own. */
  readonly extras?: RunExtras;
}

export interface WriteReportOptions extends CallOptions {
  /** True to have a new report also where a model's report holds, from replies that no earlier click has had. */
  readonly again?: boolean;
  /** True where nobody waits for it: behind every question. */
  readonly background?: boolean;
}

export interface ModelPlanOptions extends CallOptions {
  /** What the run would be asked besides; missing: what one that is paused was asked. */
  readonly extras?: RunExtras;
}

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
  /** What stands in the tables by that model; null where none ever read. */
  readonly byModel: StandingByModel | null;
  /** What single reports and descriptions cost that a model wrote besides its runs; null where none was asked for. */
  readonly besides: ModelSpending | null;
  /** True when a person paused reading and deriving. */
  readonly paused: boolean;
  /** False while the derived tables lag behind the records. */
  readonly upToDate: boolean;
}

export interface EmbeddingsView extends EmbeddingState {
  /** Vectors there are of this model, and their bytes on disk. */
  readonly rows: number;
  readonly bytes: number;
}

export interface DocumentItem {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly media_type: string;
  readonly byte_size: number;
  readonly language: string;
  readonly pages: number;
  readonly textUnits: number;
  readonly characters: number;
  readonly added: string;
  /** True when the source could be read one document per row. */
  readonly tabular: boolean;
}

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

export type SourceState = 'queued' | 'reading' | 'read' | 'duplicate' | 'changed' | 'failed' | 'removed';

export type IndexEvent =
  /** A source's own line. `reason` is there for `duplicate`, `changed` and `failed`; `documentIds` for `read`, `duplicate` and `changed`; `again` where a failed one is worth another try. */
  | {
      readonly kind: 'source';
      readonly path: string;
      readonly state: SourceState;
      readonly reason?: string;
      readonly again?: boolean;
      readonly documentIds?: readonly string[];
    }
  /** Progress of a named stage; `done` and `total` count `unit`. `fraction` is of the whole run, 0 to 1. */
  | {
      readonly kind: 'stage';
      readonly stage: string;
      readonly done: number;
      readonly total: number;
      readonly unit: string;
      readonly fraction: number;
    }
  /** How far indexing with a model is: things done of a step, and tokens of the whole plan. */
  | {
      readonly kind: 'model';
      readonly step: ModelStep;
      readonly done: number;
      readonly total: number;
      readonly tokensDone: number;
      readonly tokens: number;
      /** By the measured speed; null until there is one. */
      readonly secondsLeft: number | null;
      /** What it waits for, in words; empty while replies come. */
      readonly words: string;
      /** True while it waits to try again, which `wakeModelIndex` ends. */
      readonly waiting: boolean;
      readonly run: ModelRunState | null;
    }
  /** A generation is durable: everything in the view survives a crash. */
  | { readonly kind: 'committed'; readonly view: CollectionView };

export interface StepDescription {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly ParameterDescription[];
}

export interface DocumentView extends DocumentItem {
  readonly text: string;
  readonly page_starts: readonly number[];
  readonly headings: readonly { readonly start: number; readonly level: number; readonly text: string }[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Entities mentioned most, best first. */
  readonly entities: readonly { readonly id: string; readonly title: string; readonly type: string }[];
}

/** A report, entity, relationship or passage opened in Evidence. Passages are ranked best first. */
export interface EvidenceView {
  readonly target: CitationTarget;
  readonly title: string;
  readonly subtitle: string;
  /** Other names of an entity; missing for everything else. */
  readonly aliases?: readonly string[];
  readonly method: string;
  readonly text: string;
  /** Who wrote the text, where a model was asked for it; missing for everything else. */
  readonly textBy?: string;
  /** Of the lines that a model wrote a report from, how many have changed since; missing where none has. */
  readonly outdated?: { readonly changed: number; readonly lines: number };
  readonly findings: readonly {
    readonly summary: string;
    readonly explanation: string;
    readonly passages: readonly Passage[];
  }[];
  readonly passages: readonly Passage[];
  /** Things one can go on to from here: members, neighbours, the entities of a passage, its reports. */
  readonly links: readonly { readonly target: CitationTarget; readonly title: string; readonly note: string }[];
  /** What the `[Data: …]` of a report's texts refer to, where it is still there; see `citedRuns`. */
  readonly references?: readonly ReferenceView[];
  /** Claims about an entity; missing for everything else. */
  readonly claims?: readonly ClaimView[];
}

/** A thing that a report refers to: it opens as a target, a claim as the passage that makes it. */
export interface ReferenceView extends DataReference {
  readonly title: string;
  readonly target?: CitationTarget;
  readonly passage?: Passage;
}

export interface ClaimView {
  readonly id: string;
  /** Titles of the entities it is about. */
  readonly subject: string;
  readonly object: string | null;
  readonly type: string;
  readonly description: string;
  /** `TRUE`, `FALSE` or `SUSPECTED`. */
  readonly status: string;
  /** ISO 8601. */
  readonly start: string | null;
  readonly end: string | null;
  readonly method: string;
  /** The words that make it; null when they cannot be shown. */
  readonly passage: Passage | null;
}

export interface CommunityNode {
  readonly row: CommunityRow;
  readonly report: CommunityReportRow | null;
  /** Titles of its most connected members. */
  readonly members: readonly { readonly id: string; readonly title: string; readonly type: string }[];
}

export interface AliasSuggestion {
  readonly into: { readonly id: string; readonly title: string };
  readonly from: { readonly id: string; readonly title: string };
  readonly reason: string;
}

export interface EditView {
  readonly id: string;
  readonly time: string;
  /** The edit in words, such as "Merged A into B". */
  readonly words: string;
  /** Whose it is: a person's, or a model's that joined two names or kept them apart. */
  readonly kind: 'person' | 'joined' | 'apart';
  readonly undone: boolean;
}
