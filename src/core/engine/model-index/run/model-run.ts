import type { Ask } from '../../../models/model-call';
import type { ChatModelInfo, ChatUsage } from '../../../models/chat-model';
import type { Counts, Derivation } from '../../../derivation/derivation';
import type { PlanPart } from '../../../index/planning';
import { readingStep } from '../../../index/model-steps';
import type { ReadingOptions } from '../../../extract/model/reading';
import type { ModelRunState } from '../../../ports/index-state';
import type { RunContext } from '../../session/index-events';
import type { Session } from '../../session/session';
import type { InvalidReplies } from '../asking/cached-replies';
import { addCounts, addSpending, PREEMPTED_CALLS, type Spending } from '../asking/spending';
import { newRun } from '../run-state';
import { addWork, type StepWork } from '../run-record';
import type { ModelProgress } from './model-progress';
import type { StepMeter } from '../../../index/step-meter';

/** Environment for changing the open collection with a model: in a run, or on demand. */
export interface ModelContext extends RunContext, Pick<Session, 'queue' | 'alone' | 'embed'> {}

/** Environment of a run. Its signal also aborts when a pause has nothing left to wait for. */
export interface RunningContext extends ModelContext {
  readonly pauseSignal: PauseSignal;
  /** Ends waits for a model that could not be reached. */
  readonly wakeSignal: WakeSignal;
}

/** One run of a language model over the open collection. */
export interface ModelRun extends RunningContext {
  readonly reading: ReadingOptions;
  /** Share of the passages that is read, above 0 up to 1. */
  readonly budget: number;
  /** The chosen models by what they do. */
  readonly askers: Readonly<Record<Derivation['purpose'], ModelAsker>>;
  readonly spending: Spending;
  /** Calls that the model has answered since this run began or continued. */
  readonly answered: () => number;
  /** Invalid replies about items that are not done yet. */
  readonly invalidReplies: InvalidReplies;
  readonly progress: ModelProgress;
  readonly meter: StepMeter;
  /** Parts of its plan. */
  readonly parts: readonly PlanPart[];
}

/** A model of a run, and how it is asked. */
export interface ModelAsker {
  readonly model: ChatModelInfo;
  /** Asks, and measures the model's speed by valid replies. */
  readonly ask: Ask;
  /** Asks without measuring: whoever reads the reply says by `learn` whether it is valid. */
  readonly askUnmeasured: Ask;
  readonly learn: (usage: ChatUsage) => void;
  /** Called for each reply in which nothing could be read. */
  readonly onInvalid: () => void;
}

/** Spending of the run that no durable commit has counted. */
export const uncountedOf = ({ open, spending }: Pick<ModelRun, 'open' | 'spending'>) =>
  spending.since(open.store.state.model?.counted);

/** Results of items that a commit keeps. */
export interface DoneItems {
  /** Items that were made, and those without a usable reply. */
  readonly made: number;
  readonly failed: number;
  readonly found: readonly Counts[];
}

/** The run's state after more was found, with what was spent since the last commit. Call it once per commit. */
export function nextRunState(
  run: ModelRun,
  before: ModelRunState | undefined,
  done: DoneItems = { made: 0, failed: 0, found: [] },
): ModelRunState {
  const { found } = done;
  const { spending, invalidReplies } = run;
  const { layer } = run.reading;
  const { model } = run.askers.reading;
  const state = before ?? newRun(layer, model.title);
  const uncounted = uncountedOf(run);
  void spending.forget(run.open.store.state.model?.counted);
  invalidReplies.settle(found.reduce((sum, one) => sum + (one['failed replies'] ?? 0), 0));
  const record = state.record && addWork(state.record, workOf(run, done, uncounted.steps), factsOf(run));
  const facts = {
    ...(record && { record }),
    layer,
    title: model.title,
    planDone: run.progress.tokensDone,
    spent: addSpending(state.spent, uncounted),
    counted: spending.counted,
    invalidReplies: invalidReplies.pending,
    found: [...found, { [PREEMPTED_CALLS]: uncounted.preempted }].reduce(addCounts, state.found),
  };
  return state.phase === 'done' ? { ...state, ...facts } : { ...state, ...facts, failure: null };
}

const factsOf = ({ open, env }: ModelRun) => ({ endedAt: env.clock.now(), documents: open.tables.documents.length });

/** Work since the last commit by step: what was spent and measured, and the results of the present step. */
function* workOf(
  { meter }: ModelRun,
  { made, failed, found }: DoneItems,
  spent: ReadonlyMap<string, NonNullable<StepWork['spent']>>,
): Generator<readonly [step: string, StepWork]> {
  // Calls of a version that noted no step were most likely those of reading.
  for (const [step, cost] of spent) yield [step || readingStep.name, { spent: cost }];
  for (const [step, measured] of meter.take()) yield [step, measured];
  if (made + failed + found.length > 0) yield [meter.step, { made, failed, found: found.reduce(addCounts, {}) }];
}

/** The state at this moment, with what no commit has kept yet. */
export function liveState(
  state: ModelRunState | undefined,
  { spending, invalidReplies }: Pick<ModelRun, 'spending' | 'invalidReplies'>,
): ModelRunState | undefined {
  return (
    state && {
      ...state,
      spent: addSpending(state.spent, spending.since(state.counted)),
      invalidReplies: invalidReplies.pending,
    }
  );
}

/** The state with more items that failed in its round. */
export function withFailedItems(state: ModelRunState, failed: readonly string[]): ModelRunState {
  return failed.length === 0 ? state : { ...state, failedItems: [...new Set([...state.failedItems, ...failed])] };
}

/** Pauses a run: calls in flight are answered, and none begins. */
interface PauseSignal {
  /** Aborted once no call may begin. */
  readonly asked: AbortSignal;
  /** Aborted once no call is in flight. */
  readonly over: AbortSignal;
  /** Starts a run, with a counter of its calls in flight. */
  begin(callsInFlight: () => number): void;
  pause(): void;
}

export function createPauseSignal(): PauseSignal {
  const asked = new AbortController();
  const over = new AbortController();
  let callsInFlight = (): number => 0;
  return {
    asked: asked.signal,
    over: over.signal,
    begin: (calls) => void (callsInFlight = calls),
    pause: () => {
      asked.abort();
      if (callsInFlight() === 0) over.abort(asked.signal.reason);
    },
  };
}

/** Ends waits early. */
interface WakeSignal {
  wake(): void;
  /** A signal that aborts at the next `wake`. */
  next(): AbortSignal;
}

export function createWakeSignal(): WakeSignal {
  let current = new AbortController();
  return {
    wake: () => {
      current.abort();
      current = new AbortController();
    },
    next: () => current.signal,
  };
}
