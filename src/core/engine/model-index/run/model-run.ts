import type { ReadingChoices } from '../../../index/model-steps';
import type { Ask } from '../../../models/model-call';
import type { ChatModelInfo, ChatUsage } from '../../../models/chat-model';
import type { ModelRunState } from '../../../ports/index-state';
import type { EditedPrompt } from '../../../prompts/prompt';
import type { RunContext } from '../../session/index-events';
import { addCounts, addSpending, PREEMPTED_CALLS, type Spending } from '../asking/spending';
import type { InvalidReplies } from '../asking/invalid-replies';
import type { ModelProgress } from './model-progress';
import type { ChatQueue } from '../../../models/queue/chat-queue';

/** One run of a language model over the open collection. */
export interface ModelRun extends RunContext {
  readonly model: ChatModelInfo;
  /** Layer of the records that it makes. */
  readonly layer: string;
  readonly choices: ReadingChoices;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly ask: Ask;
  /** Takes what a useful reply of the reading model cost as a measure of its speed. */
  readonly learn: (usage: ChatUsage) => void;
  /** What writes descriptions and reports. */
  readonly reporter: { readonly model: ChatModelInfo; readonly ask: Ask };
  readonly spending: Spending;
  readonly pausing: PauseSignal;
  /** Calls that the model has answered since this run began or went on. */
  readonly answered: () => number;
  /** Useless replies about what is not done yet. */
  readonly useless: InvalidReplies;
  readonly progress: ModelProgress;
  /** Calls of its plan. */
  readonly plannedCalls: number;
  /** Runs a change of the derived tables after those before it. */
  readonly alone: (task: () => Promise<void>) => Promise<void>;
  /** Ends its waits for a model that could not be reached. */
  readonly waker: WakeSignal;
  /** Makes the vectors that are missing, after whoever else makes some. */
  readonly embed: (context: RunContext) => Promise<void>;
}

/** What the run spent that no durable commit has counted. */
export const uncountedOf = ({ open, spending }: Pick<ModelRun, 'open' | 'spending'>) =>
  spending.since(open.store.state.model?.counted);

/** The run's state after more was found, with what was spent that no durable commit has counted. Called once per commit. */
export function nextRunState(
  run: ModelRun,
  before: ModelRunState | undefined,
  ...found: readonly Readonly<Record<string, number>>[]
): ModelRunState {
  const { model, layer, spending, useless } = run;
  const { spent, found: earlier } = before ?? NEW;
  const uncounted = uncountedOf(run);
  void spending.forget(run.open.store.state.model?.counted);
  useless.counted(found.reduce((sum, one) => sum + (one['failed replies'] ?? 0), 0));
  return {
    phase: before?.phase ?? 'running',
    ...(before?.behind && { behind: true }),
    unresolved: before?.unresolved ?? [],
    ...(before?.unasked && { unasked: before.unasked }),
    ...(before?.unwritten && { unwritten: before.unwritten }),
    ...(before?.extras && { extras: before.extras }),
    ...(before?.round !== undefined && { round: before.round }),
    ...(before?.begunAt !== undefined && { begunAt: before.begunAt }),
    ...(before?.spentBefore !== undefined && { spentBefore: before.spentBefore }),
    ...(before?.planned && { planned: before.planned }),
    planDone: run.progress.tokensDone,
    layer,
    title: model.title,
    spent: addSpending(spent, uncounted),
    counted: spending.counted,
    ...(useless.open > 0 && { uselessSoFar: useless.open }),
    found: [...found, { [PREEMPTED_CALLS]: uncounted.preempted }].reduce(addCounts, earlier),
  };
}

/** The state as it is this moment: with what no commit has kept yet. */
export function liveState(
  state: ModelRunState | undefined,
  { spending, useless }: Pick<ModelRun, 'spending' | 'useless'>,
): ModelRunState | undefined {
  if (!state) return undefined;
  const { uselessSoFar: _kept, ...rest } = state;
  return {
    ...rest,
    spent: addSpending(state.spent, spending.since(state.counted)),
    ...(useless.open > 0 && { uselessSoFar: useless.open }),
  };
}

/** The state with what else no reply could be used for in its round. */
export function withFailedItems(state: ModelRunState, failed: readonly string[]): ModelRunState {
  return failed.length === 0 ? state : { ...state, unwritten: [...new Set([...(state.unwritten ?? []), ...failed])] };
}

const NEW = { spent: { calls: 0, promptTokens: 0, completionTokens: 0, seconds: 0 }, found: {} };

/** What a model needs to change the open collection: in a run, or by a single click. */
export interface ModelContext extends RunContext {
  readonly queue: ChatQueue;
  readonly alone: (task: () => Promise<void>) => Promise<void>;
  readonly embed: (context: RunContext) => Promise<void>;
  readonly waker: WakeSignal;
}

/** What a run needs, which a person may pause; its signal aborts, too, once there is nothing to wait for. */
export interface RunningContext extends ModelContext {
  readonly pausing: PauseSignal;
}

/** How a run is paused: the calls under way are answered, and none begins. */
interface PauseSignal {
  /** Aborted once no call may begin. */
  readonly asked: AbortSignal;
  /** Aborted once there is nothing to wait for. */
  readonly over: AbortSignal;
  /** The run begins; it has so many calls under way. */
  begin(callsUnderWay: () => number): void;
  /** No call begins from now on; where none is under way, the run is over. */
  pause(): void;
}

/** A run that has not begun, and is not paused yet. */
export function createPauseSignal(): PauseSignal {
  const asked = new AbortController();
  const over = new AbortController();
  let callsUnderWay = (): number => 0;
  return {
    asked: asked.signal,
    over: over.signal,
    begin: (calls) => void (callsUnderWay = calls),
    pause: () => {
      asked.abort();
      if (callsUnderWay() === 0) over.abort(asked.signal.reason);
    },
  };
}

/** Ends waits before their time. */
interface WakeSignal {
  /** Ends every wait that goes on. */
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
