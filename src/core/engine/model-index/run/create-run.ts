import type { Ask } from '../../../models/model-call';
import type { ChatUsage } from '../../../models/chat-model';
import type { RunExtras } from '../../../ports/index-state';
import { createPace, type Pace, type RunModels } from '../asking/run-models';
import { measuringAsk, createAsk, type Asking, askInRound } from '../asking/model-ask';
import { roundOf } from '../run-state';
import { createSpending, openJournal } from '../asking/spending';
import { createInvalidReplies } from '../asking/invalid-replies';
import { planModelIndex } from '../plan/model-plan';
import { type ModelContext, type RunningContext, liveState, type ModelRun } from './model-run';
import { createModelProgress } from './model-progress';

/** How a run is begun: by a person, with what is asked of it alone, or going on as it was. */
export interface How {
  readonly begins: boolean;
  readonly extras?: RunExtras;
}

/** A run of these models; nothing is asked yet. */
export async function createRun(
  context: RunningContext,
  models: RunModels,
  own: Pick<ModelRun, 'choices' | 'layer' | 'prompts'>,
  how: How,
): Promise<ModelRun> {
  const { open, env, signal, emit } = context;
  const before = open.store.state.model;
  const spending = createSpending(await openJournal(env.settings, open.record.id), before?.counted);
  context.pauseSignal.begin(() => spending.underWay);
  const pace = await createPace(models, env.settings);
  const { parts } = await planModelIndex(open, models, open.store.state.parameters, { env, signal, ...how });
  const invalidReplies = createInvalidReplies(() => progress.refresh());
  const progress = createModelProgress({
    emit,
    parts,
    earlier: !how.begins && before?.layer === own.layer ? (before.planDone ?? 0) : 0,
    pace,
    state: () => liveState(open.store.state.model, { spending, invalidReplies }),
  });
  const telling = { spending, noMore: context.pauseSignal.asked, onSign: progress.sign, onSpent: progress.refresh };
  const asks = asksOf(context, models, pace, telling);
  const plannedCalls = parts.reduce((sum, part) => sum + part.calls, 0);
  const counts = { spending, invalidReplies, progress, plannedCalls };
  return { ...context, ...own, ...asks, ...counts };
}

type Telling = Pick<Asking, 'spending' | 'noMore' | 'onSign' | 'onSpent'>;

/** How the models are asked, and their speed is learned: that of reports by each reply, that of reading by those that are of use. */
function asksOf(
  { open, queue, env, signal }: ModelContext,
  models: RunModels,
  pace: Pace,
  telling: Telling,
): Pick<ModelRun, 'model' | 'ask' | 'learn' | 'reporter' | 'answered'> {
  /** Replies that were known already tell nothing of the speed. */
  const fresh = new WeakSet<ChatUsage>();
  let answered = 0;
  const learning =
    (purpose: 'reading' | 'reports') =>
    (usage: ChatUsage): void =>
      fresh.has(usage) ? pace.measured(models[purpose], usage) : undefined;
  const askFor = (purpose: 'reading' | 'reports'): Ask => {
    const ask = createAsk({
      queue,
      collection: open.record.id,
      signal,
      clock: env.clock,
      get since() {
        return open.store.state.model?.begunAt;
      },
      ...telling,
      purpose,
      choice: models[purpose].choice,
      onUsage: (usage) => {
        fresh.add(usage);
        answered++;
      },
    });
    return askInRound(ask, () => roundOf(open.store.state.model));
  };
  return {
    model: models.reading,
    ask: askFor('reading'),
    learn: learning('reading'),
    answered: () => answered,
    reporter: { model: models.reports, ask: measuringAsk(askFor('reports'), learning('reports')) },
  };
}
