import type { Ask } from '../../../models/model-call';
import type { ChatModelInfo, ChatUsage } from '../../../models/chat-model';
import type { ReadingChoices } from '../../../index/model-steps';
import type { ModelRunState } from '../../../ports/index-state';
import type { EditedPrompt } from '../../../prompts/prompt';
import type { RunContext } from '../../session/index-events';
import type { Session } from '../../session/session';
import type { InvalidReplies } from '../asking/cached-replies';
import { addCounts, addSpending, PREEMPTED_CALLS, type Spending } from '../asking/spending';
import { newRun } from '../run-state';
import type { ModelProgress } from './model-progress';

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
  readonly model: ChatModelInfo;
  /** Layer of the records that it makes. */
  readonly layer: string;
  readonly choices: ReadingChoices;
  /** Edited prompts by name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly ask: Ask;
  /** Measures the speed of the reading model by a valid reply. */
  readonly learn: (usage: ChatUsage) => void;
  /** Model that writes descriptions and reports. */
  readonly reporter: { readonly model: ChatModelInfo; readonly ask: Ask };
  readonly spending: Spending;
  /** Calls that the model has answered since this run began or continued. */
  readonly answered: () => number;
  /** Invalid replies about items that are not done yet. */
  readonly invalidReplies: InvalidReplies;
  /** Called for each reply of no use, by the purpose of its model. */
  readonly onInvalid: Readonly<Record<'reading' | 'reports', () => void>>;
  readonly progress: ModelProgress;
  /** Calls of its plan. */
  readonly plannedCalls: number;
}

/** Returns the spending that no durable commit has counted. */
export const uncountedOf = ({ open, spending }: Pick<ModelRun, 'open' | 'spending'>) =>
  spending.since(open.store.state.model?.counted);

/** The run's state after more was found, with what was spent since the last commit. Call it once per commit. */
export function nextRunState(
  run: ModelRun,
  before: ModelRunState | undefined,
  ...found: readonly Readonly<Record<string, number>>[]
): ModelRunState {
  const { layer, model, spending, invalidReplies } = run;
  const state = before ?? newRun(layer, model.title);
  const uncounted = uncountedOf(run);
  void spending.forget(run.open.store.state.model?.counted);
  invalidReplies.settle(found.reduce((sum, one) => sum + (one['failed replies'] ?? 0), 0));
  const facts = {
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
