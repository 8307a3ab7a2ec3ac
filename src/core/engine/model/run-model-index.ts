import { ModelError } from '../../errors';
import { readingChoices } from '../../index/model/reading-step';
import type { ChatQueue } from '../../models/chat-queue';
import type { ChatModelInfo } from '../../models/chat-model';
import { keepSpeed, knownSpeed, speedAfter } from '../../models/speed';
import type { ModelRunState } from '../../ports';
import type { RunContext } from '../index-run';
import { viewOf } from '../view';
import { deriveAlone } from './derive-alone';
import { createAsk } from './model-ask';
import { planModelIndex } from './model-plan';
import { modelProgress } from './model-progress';
import { further, type ModelRun } from './model-run';
import { readUnits } from './read-units';
import { describe } from './describe';
import { resolveNames } from './resolve-names';
import { writeReports } from './write-reports';
import { readingOptions } from './reading-options';
import { createSpending } from './spending';

export interface ModelContext extends RunContext {
  readonly queue: ChatQueue;
  readonly alone: (task: () => Promise<void>) => Promise<void>;
}

/**
 * Indexes the open collection with the chosen model, as its steps' parameters say, and goes on where an earlier run was left. What it
 * finished before an abort or a failure is kept. Throws ModelError when no model is chosen, when it fails, or when nothing comes of it.
 */
export async function runModelIndex(context: ModelContext): Promise<void> {
  const { open, env, emit, signal } = context;
  const model = await env.models.chat();
  if (!model) throw new ModelError('No chat model is chosen. Choose one in Settings, under Models.');
  const { info } = model;
  const { parameters } = open.store.state;
  const choices = readingChoices(parameters);
  const options = await readingOptions(choices, info, env.settings);
  const run = await createRun(context, info, { choices, layer: options.layer, prompts: options.prompts });
  await open.commit((state) => ({ state: { model: begun(run, state.model) } }));
  emit({ kind: 'committed', view: viewOf(open) });
  try {
    if (!open.store.state.derived) await deriveAlone(run);
    await readUnits(run, options);
    await resolveNames(run);
    await describe(run);
    await writeReports(run);
    await open.commit((state) => ({ state: { model: { ...further(run, state.model), phase: 'done' } } }));
  } catch (error) {
    if (signal.aborted) throw error;
    await endEarly(run, error);
    throw error;
  }
  emit({ kind: 'committed', view: viewOf(open) });
}

async function createRun(
  context: ModelContext,
  info: ChatModelInfo,
  own: Pick<ModelRun, 'choices' | 'layer' | 'prompts'>,
): Promise<ModelRun> {
  const { open, env, queue, signal, emit } = context;
  const { settings } = env;
  let speed = await knownSpeed(settings, info.choice);
  const { parts } = await planModelIndex(open, info, open.store.state.parameters, { env, signal });
  const progress = modelProgress({
    emit,
    parts,
    parallel: info.capabilities.parallel,
    speed: () => speed,
    state: () => open.store.state.model,
  });
  const spending = createSpending((usage) => {
    speed = speedAfter(speed, usage);
    if (speed) void keepSpeed(settings, info.choice, speed).catch(() => undefined); // only an estimate rests on it
  });
  const asking = { queue, models: env.models, choice: info.choice, collection: open.record.id, signal, spending };
  const ask = createAsk({ ...asking, onSign: progress.sign });
  return { ...context, ...own, model: info, ask, spending, progress };
}

/** A run with the same layer goes on counting. */
function begun(run: ModelRun, before: ModelRunState | undefined): ModelRunState {
  const same = before?.layer === run.layer ? before : undefined;
  return { ...further(run, same), behind: before?.behind ?? false };
}

/** Keeps why it ended, and brings the tables up to what was read. */
async function endEarly(run: ModelRun, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await run.open.commit((state) => ({
    state: { model: { ...further(run, state.model), phase: 'paused', reason }, derived: false },
  }));
  await deriveAlone(run);
}
