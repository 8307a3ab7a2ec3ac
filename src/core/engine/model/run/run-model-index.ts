import { hasTrait } from '../../../errors';
import { readingChoices } from '../../../index/model/reading-step';
import type { Ask } from '../../../models/ask';
import type { ChatUsage } from '../../../models/chat-model';
import { noModel } from '../../../models/no-model';
import type { ModelRunState, RunExtras } from '../../../ports/index-state';
import { viewOf } from '../../view';
import { chosenModels, paceOf, type RunModels } from '../asking/chosen-models';
import { learningAsk } from '../asking/learning-ask';
import { createAsk } from '../asking/model-ask';
import { planModelIndex } from '../plan/model-plan';
import { readingOptions } from '../asking/reading-options';
import { askInRound, inNextRound, roundOf } from '../asking/rounds';
import { createSpending, spentBeside, tokensSpent, uncountedBy } from '../asking/spending';
import { createUselessReplies } from '../asking/useless-replies';
import { deriveAlone } from './derive-alone';
import { throughSilences } from './through-silences';
import type { ModelContext } from './model-context';
import { modelProgress } from './model-progress';
import { bookSpending, liveState, type ModelRun } from './model-run';
import { readUnits } from './read-units';
import { describe } from './describe';
import { resolveNames } from './resolve-names';
import { writeReports } from './write-reports';

/** How a person begins a run, or has it go on. */
export interface Begin {
  readonly begins?: boolean;
  readonly extras?: RunExtras;
}

/**
 * Indexes the open collection with the chosen model, as its steps' parameters say, and goes on where an earlier run was left. What it
 * finished before an abort or a failure is kept. `begins` begins another round for what came to nothing in the one before, with the `extras`
 * that hold for it alone. Throws ModelError when no model is chosen, when it fails, or when nothing comes of it.
 */
export async function runModelIndex(context: ModelContext, { begins = false, extras }: Begin = {}): Promise<void> {
  const { open, env, emit, signal } = context;
  const models = await chosenModels(env.models);
  if (!models) throw noModel();
  const { parameters } = open.store.state;
  const choices = readingChoices(parameters);
  const options = await readingOptions(choices, models.reading, env.settings);
  const own = { choices, layer: options.layer, prompts: options.prompts };
  const how = { begins, ...(begins && { extras: extras ?? {} }) };
  const { run, calls } = await createRun(context, models, own, how);
  await open.commit((state) => {
    const isOther = state.model?.layer !== run.layer;
    return { state: { ...(isOther && spentBeside(state)), model: begun(run, state.model, { ...how, calls }) } };
  });
  emit({ kind: 'committed', view: viewOf(open) });
  try {
    await throughSilences(run, async (waits) => {
      if (!open.store.state.derived) await deriveAlone(run);
      if (!open.store.state.model?.extras?.onlyReports) {
        await readUnits(run, options, waits);
        await resolveNames(run);
        await describe(run);
      }
      await writeReports(run);
    });
    await open.commit((state) => ({ state: { model: { ...bookSpending(run, state.model), phase: 'done' } } }));
  } catch (error) {
    if (signal.aborted) {
      await countSpending(run).catch(() => undefined); // the collection may be closed; only the count is lost
      throw error;
    }
    await endEarly(run, error).catch((later: unknown) => {
      if (later instanceof Error) later.cause ??= error; // neither of them is lost
      throw later;
    });
    throw error;
  }
  emit({ kind: 'committed', view: viewOf(open) });
}

async function createRun(
  context: ModelContext,
  models: RunModels,
  own: Pick<ModelRun, 'choices' | 'layer' | 'prompts'>,
  how: How,
): Promise<{ readonly run: ModelRun; readonly calls: number }> {
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
  const telling = { onSign: progress.sign, onSpent: progress.refresh };
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
  const run = { ...context, ...own, ...reader, reporter, spending, useless, progress };
  return { run, calls: parts.reduce((sum, part) => sum + part.calls, 0) };
}

/** How a run is begun: by a person, with what is asked of it alone, or going on as it was. */
interface How {
  readonly begins: boolean;
  readonly extras?: RunExtras;
}

interface Planned extends How {
  /** Of its plan. */
  readonly calls: number;
}

/** A run with the same layer goes on counting. Where it ended since nothing could be used, what it turned away is tried in another round. */
function begun(run: ModelRun, before: ModelRunState | undefined, { begins, extras, calls }: Planned): ModelRunState {
  const same = before?.layer === run.layer ? before : undefined;
  const { behind = false, unresolved = [], unasked = [] } = before ?? {};
  const asked = extras ?? before?.extras ?? {};
  const goesOnBarren = !begins && (before?.barren ?? false);
  const barren = goesOnBarren ? { barren: true } : {};
  const kept = { behind, unresolved, unasked, extras: asked, ...barren };
  const state = { ...bookSpending(run, same), phase: 'running', ...kept } as const;
  const documentIds = run.open.tables.documents.map(({ id }) => id);
  const planned = { calls, callsBefore: state.spent.calls };
  const begunAt = run.env.clock.now();
  if (begins) return inNextRound({ ...state, spentBefore: tokensSpent(state), planned, begunAt }, documentIds, asked);
  const goesOn = goesOnBarren ? inNextRound(state, documentIds, asked) : state;
  return same && roundOf(goesOn) === roundOf(same) ? goesOn : { ...goesOn, begunAt };
}

/** Keeps what was spent, and what of it was of no use, since the last commit. */
async function countSpending(run: ModelRun): Promise<void> {
  if (!run.spending.isAny && run.useless.open === 0) return;
  await run.open.commit((state) => ({ state: { model: { ...state.model, ...bookSpending(run, state.model) } } }));
}

/** Keeps why it ended, and brings the tables up to what was read. */
async function endEarly(run: ModelRun, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const barren = hasTrait(error, 'nothing usable');
  const keep = (): Promise<void> =>
    run.open.commit((state) => ({
      state: {
        model: { ...bookSpending(run, state.model), phase: 'paused', reason, ...(barren && { barren }) },
        derived: false,
      },
    }));
  await deriveAlone(run, keep);
}
