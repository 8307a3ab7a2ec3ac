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
import type { CollectionStore } from '../collections/collection-store';
import type { Session } from '../session/session';
import { chosenModels } from './asking/run-models';
import { runModelIndex } from './run/run-model-index';
import { describeEntity } from './on-demand/describe-entity';
import { createPauseSignal, createWakeSignal } from './run/model-run';
import { keywordDerivation } from '../../keywords/keyword-derivation';
import { summaryDerivation } from '../../raptor/summary-derivation';
import { writeContext } from './on-demand/write-context';
import { writeAnew } from './on-demand/write-one';
import { writeOneReport, type ReportWriting } from './on-demand/write-one-report';
import type { RunStart } from './run/create-run';

/** Calls that read and write the index with the chosen chat model. */
export interface ModelIndexingCalls {
  /**
   * Plans indexing with the chosen chat model, by the kept parameters of its steps or the given ones. Null without a
   * model.
   */
  modelPlan(parameters?: IndexState['parameters'], options?: ModelPlanOptions): Promise<ModelPlan | null>;
  /**
   * Keeps the parameters, then indexes with the chosen chat model beside other runs, until everything planned is done.
   * Aborting it loses no finished call. Call it again to continue, after a reload too. Throws ModelError.
   */
  indexWithModel(parameters?: IndexState['parameters'], options?: ModelIndexOptions): AsyncIterable<IndexEvent>;
  /** Begins no further call. The run ends once the calls in flight are answered. Aborting it ends it at once. */
  pauseModelIndex(): Promise<void>;
  /** Call it after a run was aborted or paused. Records how it was left, and derives the graph from what was read. */
  leaveModelIndex(how: 'paused' | 'stopped', options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Ends the wait of a run for a model that could not be reached: it tries again at once. */
  wakeModelIndex(): Promise<void>;
  /** Lists the output of models in the collection, in the order of time. */
  extractionRuns(): Promise<readonly ExtractionRun[]>;
  /**
   * Removes what models made under these layers and derives the graph again, from an earlier model's reading where there is one. Edits by a
   * person stay, and so do cached replies: the same index costs nothing a second time. Throws ModelError while a model indexes.
   */
  revertRuns(layers: readonly string[], options?: CallOptions): AsyncIterable<IndexEvent>;
  /**
   * Writes a report on a community with the chosen model, ahead of an index run. A valid report by a model stays, unless `again`. Throws
   * ModelError, and ParseError without a valid reply.
   */
  writeReport(community: number, options?: CallOptions & ReportWriting): AsyncIterable<IndexEvent>;
  /**
   * Lists the reports among these that no model has written yet, with prices for the chosen model. Null when none is
   * chosen. Calls no model.
   */
  reportsToWrite(wanted: ReportQuery, options?: CallOptions): Promise<ReportsToWrite | null>;
  /** Describes an entity from its sentences with the chosen model, ahead of an index run. Throws ModelError, and ParseError without a valid reply. */
  describeEntity(id: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /**
   * Writes the context of the passage at an offset of a document, and of those that one call shows beside it. Throws ModelError, and ParseError
   * without a valid reply.
   */
  writeContext(documentId: string, offset: number, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Writes the summary of a cluster of RAPTOR's tree, anew where a model wrote one. Throws ModelError, and ParseError without a valid reply. */
  writeSummary(id: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Names the themes of a relationship, anew where a model named some. Throws ModelError, and ParseError without a valid reply. */
  nameThemes(id: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** The most central passage of each document, at most `count`, the most central first. */
  passagesToTry(count: number, options?: CallOptions): Promise<readonly PassageToTry[]>;
  /** Reads one passage as a run would, with the given parameters and prompts, and keeps nothing. Throws ModelError and ParseError. */
  tryPassage(request: TrialRequest, options?: CallOptions): AsyncIterable<TrialEvent>;
  /** Proposes kinds of entities and claims for this collection by the chosen model. Throws ModelError and ParseError. */
  tuneReading(options?: CallOptions): AsyncIterable<TrialEvent>;
}

interface ModelPlanOptions extends CallOptions {
  /** Work of the run beyond its plan. Missing: the extras of a paused run. */
  readonly extras?: RunExtras;
}

/** Options of starting or resuming a run. */
export type ModelIndexOptions = CallOptions & RunStart;

/** Indexing the session's open collection with a language model, beside other runs. */
export function modelIndexCalls(session: Session): ModelIndexingCalls {
  const runs = createMutex();
  const { env, queue, alone, embed } = session;
  const wakeSignal = createWakeSignal();
  let pauseSignal = createPauseSignal();
  const shared = { queue, alone, embed };
  return {
    modelPlan: async (parameters = {}, options = {}) => {
      const open = await session.whole();
      const models = await chosenModels(env.models);
      return (
        models &&
        planModelIndex(open, models, withChosen(open.store.state, parameters), { ...options, env, offers: true })
      );
    },
    indexWithModel: (parameters = {}, options = {}) => {
      const own = (pauseSignal = createPauseSignal());
      return session.runBeside(options.signal, (context) =>
        runs.run(async () => {
          await keepChosen(context.open.store, parameters);
          await runModelIndex({ ...context, ...shared, wakeSignal, pauseSignal: own }, options);
        }),
      );
    },
    writeReport: (community, options = {}) =>
      session.runBeside(options.signal, (context) => writeOneReport({ ...context, ...shared }, community, options)),
    reportsToWrite: (wanted, options) => reportsToWrite(session, wanted, options),
    extractionRuns: async () => extractionRuns((await session.whole()).store),
    revertRuns: (layers, options = {}) => session.change(options.signal, (context) => revertRuns(context, layers)),
    describeEntity: (id, options = {}) =>
      session.runBeside(options.signal, (context) => describeEntity({ ...context, ...shared }, id)),
    writeContext: (documentId, offset, options = {}) =>
      session.runBeside(options.signal, (context) => writeContext({ ...context, ...shared }, documentId, offset)),
    writeSummary: (id, options = {}) =>
      session.runBeside(options.signal, (context) => writeAnew({ ...context, ...shared }, summaryDerivation, id)),
    nameThemes: (id, options = {}) =>
      session.runBeside(options.signal, (context) => writeAnew({ ...context, ...shared }, keywordDerivation, id)),
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
  await open.store.commit(({ model, derived }) => {
    if (!model) return {};
    const left: ModelRunState = model.phase === 'done' ? model : { ...model, phase };
    return { state: { model: { ...left, needsDerive: false }, derived: derived && !model.needsDerive } };
  });
  await bringUpToDate(context);
}

async function keepChosen(store: CollectionStore, parameters: IndexState['parameters']): Promise<void> {
  const chosen = withChosen(store.state, parameters);
  if (Object.keys(parameters).length > 0) await store.commit(() => ({ state: { parameters: chosen } }));
}

/** The collection's parameters with those of the model steps that are given here. */
function withChosen({ parameters }: IndexState, given: IndexState['parameters']): IndexState['parameters'] {
  const chosen = MODEL_STEPS.flatMap((step) => {
    const values = given[step.name];
    return values ? [[step.name, valuesOf(step, { ...parameters[step.name], ...values })] as const] : [];
  });
  return { ...parameters, ...Object.fromEntries(chosen) };
}
