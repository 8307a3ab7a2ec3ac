import type { CallOptions } from '../../ports/platform';
import type { IndexState, RunExtras } from '../../ports/index-state';
import type { ModelLayer } from '../model/take-back/layers';
import type { ModelPlan } from '../model/plan/model-plan';
import type { PassageToTry } from '../model/click/passages-to-try';
import type { ReportsToWrite, WantedNow } from '../model/click/reports-to-write';
import type { TrialEvent, TrialRequest } from '../model/click/trials';
import type { IndexEvent } from './indexing';

/** What the chosen chat model reads and writes for the index. */
export interface ModelIndexingCalls {
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
  /** Lets the calls of the run that are under way be answered, and begins none: the run then ends by itself. Aborting it ends it at once. */
  pauseModelIndex(): Promise<void>;
  /** After the run was aborted or paused: keeps in mind whether a person means to go on, and brings the tables up to what was read. */
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
}

/** What is planned for. */
export interface ModelPlanOptions extends CallOptions {
  /** What the run would be asked besides; missing: what one that is paused was asked. */
  readonly extras?: RunExtras;
}

/** How a run begins or goes on. */
export interface ModelIndexOptions extends CallOptions {
  /** True where a person begins a run: passages, names and reports of which no reply could be used are then tried once more. */
  readonly begins?: boolean;
  /** With `begins`: what is asked of this one run besides. A run that goes on keeps its own. */
  readonly extras?: RunExtras;
}

/** How a single report is written. */
export interface WriteReportOptions extends CallOptions {
  /** True to have a new report also where a model's report holds, from replies that no earlier click has had. */
  readonly again?: boolean;
  /** True where nobody waits for it: behind every question. */
  readonly background?: boolean;
}
