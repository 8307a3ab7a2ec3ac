import type { Ask } from '../../../models/model-call';
import type { ChatUsage } from '../../../models/chat-model';
import type { RunExtras } from '../../../ports/index-state';
import { createPace, type Pace, type RunModels } from '../asking/run-models';
import { measuringAsk, createAsk, type Asking, askInRound } from '../asking/model-ask';
import { roundOf } from '../run-state';
import { createSpending, openJournal } from '../asking/spending';
import { createInvalidReplies, type InvalidReplies } from '../asking/cached-replies';
import { planModelIndex } from '../plan/model-plan';
import { type ModelContext, type RunningContext, liveState, type ModelAsker, type ModelRun } from './model-run';
import { createModelProgress } from './model-progress';
import { StepMeter } from '../../../index/step-meter';

/** Options of starting a run. */
export interface RunStart {
  /**
   * True where a person begins it: failed passages, names and reports are then tried again. False where it continues.
   */
  readonly begins?: boolean;
  /** With `begins`: what is asked of this run alone. A run that continues keeps its own. */
  readonly extras?: RunExtras;
}

/** A run of these models before its first call. */
export async function createRun(
  context: RunningContext,
  models: RunModels,
  own: Pick<ModelRun, 'reading' | 'budget'>,
  start: RunStart,
): Promise<ModelRun> {
  const { open, env, signal, emit } = context;
  const before = open.store.state.model;
  const meter = new StepMeter(env.clock);
  const spending = createSpending(await openJournal(env.settings, open.record.id), before?.counted, () => meter.step);
  context.pauseSignal.begin(() => spending.underWay);
  const pace = await createPace(models, env.settings);
  const { parts } = await planModelIndex(open, models, open.store.state.parameters, { env, signal, ...start });
  const invalidReplies = createInvalidReplies(() => progress.refresh());
  const progress = createModelProgress({
    emit,
    parts,
    earlier: !start.begins && before?.layer === own.reading.layer ? before.planDone : 0,
    pace,
    state: () => liveState(open.store.state.model, { spending, invalidReplies }),
  });
  const hooks = {
    ...{ spending, stopSending: context.pauseSignal.asked, onSign: progress.sign, onSpent: progress.refresh },
    onKept: () => meter.answered(),
  };
  const asks = asksOf(context, models, { pace, hooks, invalidReplies });
  return { ...context, ...own, ...asks, spending, invalidReplies, progress, meter, parts };
}

type CallHooks = Pick<Asking, 'spending' | 'stopSending' | 'onSign' | 'onSpent' | 'onKept'>;

interface AskParts {
  readonly pace: Pace;
  readonly hooks: CallHooks;
  readonly invalidReplies: InvalidReplies;
}

/** Calls to the models of a run. Their speed is measured by each valid reply. */
function asksOf(
  { open, queue, env, signal }: ModelContext,
  models: RunModels,
  { pace, hooks, invalidReplies }: AskParts,
): Pick<ModelRun, 'askers' | 'answered'> {
  /** Usage of replies that are not from the cache, which tell nothing of the speed. */
  const fresh = new WeakSet<ChatUsage>();
  let answered = 0;
  const askFor = (purpose: 'reading' | 'reports'): Ask => {
    const ask = createAsk({
      queue,
      open,
      signal,
      clock: env.clock,
      get since() {
        return open.store.state.model?.begunAt;
      },
      ...hooks,
      purpose,
      choice: models[purpose].choice,
      onUsage: (usage) => {
        fresh.add(usage);
        answered++;
      },
    });
    return askInRound(ask, () => roundOf(open.store.state.model));
  };
  const askerFor = (purpose: 'reading' | 'reports'): ModelAsker => {
    const model = models[purpose];
    const askUnmeasured = askFor(purpose);
    const learn = (usage: ChatUsage): void => (fresh.has(usage) ? pace.measured(model, usage) : undefined);
    const onInvalid = (): void => {
      invalidReplies.add();
      pace.missed(model);
    };
    return { model, ask: measuringAsk(askUnmeasured, learn), askUnmeasured, learn, onInvalid };
  };
  return { answered: () => answered, askers: { reading: askerFor('reading'), reports: askerFor('reports') } };
}
