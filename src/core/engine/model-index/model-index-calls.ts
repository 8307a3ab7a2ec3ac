import { createMutex } from '../../async';
import type { CallOptions } from '../../platform';
import type { IndexState, RunExtras, ModelRunState } from '../../ports/index-state';
import { type ExtractionRun, extractionRuns, revertRuns } from './revert';
import { type ModelPlan, planModelIndex } from './plan/model-plan';
import {
  type PassageToTry,
  passagesToTry,
  type TrialEvent,
  type TrialRequest,
  tryPassage,
  tuneReading,
} from './on-demand/trials';
import { type ReportsToWrite, type ReportQuery, reportsToWrite } from './on-demand/reports-to-write';
import type { IndexEvent, RunContext } from '../session/index-events';
import { MODEL_STEPS } from '../../index/pipeline';
import { valuesOf } from '../../parameters';
import { bringUpToDate } from '../indexing/index-run';
import type { OpenCollection } from '../session/open-collection';
import type { Session } from '../session/session';
import { chosenModels } from './asking/run-models';
import { runModelIndex } from './run/run-model-index';
import { describeEntity } from './on-demand/describe-entity';
import { createPauseSignal, createWakeSignal } from './run/model-run';
import { writeOneReport } from './on-demand/write-one-report';

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
  extractionRuns(): Promise<readonly ExtractionRun[]>;
  /**
   * Takes out what models made under these layers and derives the graph again, from an earlier model's reading where there is one. What a person
   * did and the kept replies stay, so that the same index costs nothing a second time. Throws ModelError while a model indexes.
   */
  revertRuns(layers: readonly string[], options?: CallOptions): AsyncIterable<IndexEvent>;
  /**
   * Has the chosen model report on a community, ahead of an index run. A report by a model that still holds stays, unless `again`. Throws
   * ModelError, and ParseError when nothing could be used.
   */
  writeReport(community: number, options?: WriteReportOptions): AsyncIterable<IndexEvent>;
  /**
   * Which of these reports no model has written yet, what each would take of the chosen model, and whether they are to be written by
   * themselves. Null when no model is chosen. Asks no model.
   */
  reportsToWrite(wanted: ReportQuery, options?: CallOptions): Promise<ReportsToWrite | null>;
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
interface ModelPlanOptions extends CallOptions {
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
interface WriteReportOptions extends CallOptions {
  /** True to have a new report also where a model's report holds, from replies that no earlier click has had. */
  readonly again?: boolean;
  /** True where nobody waits for it: behind every question. */
  readonly background?: boolean;
}

/** Indexing the session's open collection with a language model, beside other runs. */
export function modelIndexCalls(session: Session): ModelIndexingCalls {
  const runs = createMutex();
  const { env, queue, alone, embed } = session;
  const wakeSignal = createWakeSignal();
  let pauseSignal = createPauseSignal();
  const shared = { queue, alone, embed };
  return {
    modelPlan: async (parameters = {}, options = {}) => {
      const open = session.current();
      const models = await chosenModels(env.models);
      return models && planModelIndex(open, models, withChosen(open, parameters), { ...options, env, offers: true });
    },
    indexWithModel: (parameters = {}, options = {}) => {
      const own = (pauseSignal = createPauseSignal());
      return session.runBeside(options.signal, (context) =>
        runs.run(async () => {
          await keepChosen(context.open, parameters);
          await runModelIndex({ ...context, ...shared, wakeSignal, pauseSignal: own }, options);
        }),
      );
    },
    writeReport: (community, options = {}) =>
      session.runBeside(options.signal, (context) => writeOneReport({ ...context, ...shared }, community, options)),
    reportsToWrite: (wanted, options) => reportsToWrite(session, wanted, options),
    extractionRuns: () => extractionRuns(session.current()),
    revertRuns: (layers, options = {}) => session.change(options.signal, (context) => revertRuns(context, layers)),
    describeEntity: (id, options = {}) =>
      session.runBeside(options.signal, (context) => describeEntity({ ...context, ...shared }, id)),
    passagesToTry: (count, options) => passagesToTry(session, count, options),
    tryPassage: (request, options) => tryPassage(session, request, options),
    tuneReading: (options) => tuneReading(session, options),
    pauseModelIndex: async () => pauseSignal.pause(),
    wakeModelIndex: async () => wakeSignal.wake(),
    leaveModelIndex: (how, options = {}) => session.change(options.signal, (context) => leave(context, how)),
  };
}

async function leave(context: RunContext, phase: 'paused' | 'stopped'): Promise<void> {
  const { open } = context;
  await open.commit(({ model, derived }) => {
    if (!model) return {};
    const left: ModelRunState = model.phase === 'done' ? model : { ...model, phase };
    return { state: { model: { ...left, needsDerive: false }, derived: derived && !model.needsDerive } };
  });
  await bringUpToDate(context);
}

async function keepChosen(open: OpenCollection, parameters: IndexState['parameters']): Promise<void> {
  const chosen = withChosen(open, parameters);
  if (Object.keys(parameters).length > 0) await open.commit(() => ({ state: { parameters: chosen } }));
}

/** The collection's parameters with those of the model steps that are given here. */
function withChosen({ store }: OpenCollection, given: IndexState['parameters']): IndexState['parameters'] {
  const { parameters } = store.state;
  const chosen = MODEL_STEPS.flatMap((step) => {
    const values = given[step.name];
    return values ? [[step.name, valuesOf(step, { ...parameters[step.name], ...values })] as const] : [];
  });
  return { ...parameters, ...Object.fromEntries(chosen) };
}
