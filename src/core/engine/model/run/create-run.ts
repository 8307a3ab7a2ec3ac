import type { Ask } from '../../../models/ask';
import type { ChatUsage } from '../../../models/chat-model';
import type { QueueEvent } from '../../../models/chat-queue';
import type { RunExtras } from '../../../ports/index-state';
import { createBegunAgain } from '../asking/begun-again';
import { paceOf, type RunModels } from '../asking/chosen-models';
import { learningAsk } from '../asking/learning-ask';
import { createAsk } from '../asking/model-ask';
import { askInRound, roundOf } from '../asking/rounds';
import { createSpending, uncountedBy } from '../asking/spending';
import { createUselessReplies } from '../asking/useless-replies';
import { planModelIndex } from '../plan/model-plan';
import type { ModelContext } from './model-context';
import { modelProgress } from './model-progress';
import { liveState, type ModelRun } from './model-run';

/** How a run is begun: by a person, with what is asked of it alone, or going on as it was. */
export interface How {
  readonly begins: boolean;
  readonly extras?: RunExtras;
}

/** A run of these models; nothing is asked yet. */
export async function createRun(
  context: ModelContext,
  models: RunModels,
  own: Pick<ModelRun, 'choices' | 'layer' | 'prompts'>,
  how: How,
): Promise<ModelRun> {
  const { open, env, queue, signal, emit } = context;
  const { settings } = env;
  const pace = await paceOf(models, settings);
  const { parts } = await planModelIndex(open, models, open.store.state.parameters, { env, signal, ...how });
  const before = open.store.state.model;
  const spending = createSpending();
  const useless = createUselessReplies(() => progress.refresh());
  const progress = modelProgress({
    emit,
    parts,
    earlier: !how.begins && before?.layer === own.layer ? (before.planDone ?? 0) : 0,
    pace,
    state: () => liveState(open.store.state.model, { spending, useless }),
  });
  const isUncounted = uncountedBy(how.begins ? undefined : before?.spentUntil, env.clock.now());
  const asking = { queue, collection: open.record.id, signal, spending, isUncounted };
  const begunAgain = createBegunAgain();
  const onSign = (event: QueueEvent): void => {
    begunAgain.hear(event);
    progress.sign(event);
  };
  const telling = { onSign, onSpent: progress.refresh };
  /** Replies that were known already tell nothing of the speed. */
  const fresh = new WeakSet<ChatUsage>();
  const learning =
    (purpose: 'reading' | 'reports') =>
    (usage: ChatUsage): void =>
      fresh.has(usage) ? pace.measured(models[purpose], usage) : undefined;
  const askFor = (purpose: 'reading' | 'reports'): Ask => {
    const model = models[purpose];
    const ask = createAsk({
      ...asking,
      get since() {
        return open.store.state.model?.begunAt;
      },
      ...telling,
      purpose,
      choice: model.choice,
      onUsage: (usage) => void fresh.add(usage),
    });
    return askInRound(ask, () => roundOf(open.store.state.model));
  };
  const reporter = { model: models.reports, ask: learningAsk(askFor('reports'), learning('reports')) };
  const reader = { model: models.reading, ask: askFor('reading'), learn: learning('reading') };
  const plannedCalls = parts.reduce((sum, part) => sum + part.calls, 0);
  return { ...context, ...own, ...reader, reporter, spending, useless, begunAgain, progress, plannedCalls };
}
