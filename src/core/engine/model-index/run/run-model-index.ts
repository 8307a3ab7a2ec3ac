import { anySignal, delay } from '../../../async';
import { hasTrait, ModelError, reasonOf } from '../../../errors';
import { joinMessages, message, type Message } from '../../../message';
import { readingChoices, readingStep } from '../../../index/model-steps';
import { stepsOfRun } from '../../../index/methods';
import { runDerivation } from '../../derivations/run-derivation';
import { noModel } from '../../../models/model-call';
import type { IndexState, ModelRunState } from '../../../ports/index-state';
import { viewOf } from '../../collections/collection-view';
import { chosenModels, readingOptions } from '../asking/run-models';
import { keptRecords, openRecord } from '../run-record';
import { beginNextRound, endedInvalid, newRun } from '../run-state';
import { earlierSpending, tokensSpent } from '../asking/spending';
import { createRun, type RunStart } from './create-run';
import { deriveInTurn } from './commit-buffer';
import { type RunningContext, nextRunState, uncountedOf, type ModelRun } from './model-run';
import { readUnits } from './read-units';
import { resolveNames } from './resolve-names';
import { isWorthAnotherTry } from '../../../models/queue/chat-queue';

/**
 * Indexes the open collection with the chosen model by the parameters of its steps, and continues where an earlier run
 * was left. What is finished before an abort or a failure is kept. A run that is paused ends without an error. Throws
 * ModelError when no model is chosen, when it fails, or when nothing comes of it.
 */
export async function runModelIndex(given: RunningContext, start: RunStart = {}): Promise<void> {
  const { signal, pauseSignal } = given;
  const context = { ...given, signal: anySignal(signal, pauseSignal.over) };
  try {
    await indexOrLeave(context, start);
  } catch (error) {
    if (signal.aborted || error !== pauseSignal.asked.reason) throw error;
  }
}

async function indexOrLeave(context: RunningContext, { begins = false, extras }: RunStart): Promise<void> {
  const { open, env, emit, signal, pauseSignal } = context;
  const models = await chosenModels(env.models);
  if (!models) throw noModel();
  const { parameters } = open.store.state;
  const choices = readingChoices(parameters);
  const own = { reading: await readingOptions(choices, models.reading, env.settings), budget: choices.budget };
  const start = { begins, ...(begins && { extras: extras ?? {} }) };
  const run = await createRun(context, models, own, start);
  await open.store.commit((state) => {
    const isOther = state.model?.layer !== run.reading.layer;
    return { state: { ...(isOther && earlierSpending(state)), ...startState(run, state, start) } };
  });
  emit({ kind: 'committed', view: viewOf(open) });
  try {
    await retryWithBackoff(run, async (waits) => {
      if (!open.store.state.derived) await deriveInTurn(run);
      await runSteps(run, waits);
    });
    await open.store.commit((state) => ({ state: { model: { ...nextRunState(run, state.model), phase: 'done' } } }));
    await forgetCounted(run);
  } catch (error) {
    const isPaused = error === pauseSignal.asked.reason;
    if (signal.aborted || isPaused) {
      await countSpending(run, isPaused).catch(() => undefined); // the collection may be closed: the journal has the count
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

/** Runs the steps that are not left out. One of which nothing could be used keeps none of the others from being made, and fails the run at its end. */
async function runSteps(run: ModelRun, waits: number): Promise<void> {
  let useless: ModelError | undefined;
  for (const step of stepsOfRun(run.open.store.state.model?.extras.skipSteps)) {
    try {
      await runStep(run, step, waits);
    } catch (error) {
      if (step.scope !== 'items' || !(error instanceof ModelError) || !hasTrait(error, 'nothing usable')) {
        if (useless && error instanceof Error) error.cause ??= useless; // neither of them is lost
        throw error;
      }
      useless ??= error;
    }
  }
  run.meter.rest();
  // Without the trait: passages that were read are no matter of this, so that a run which goes on begins no other round.
  if (useless) throw new ModelError(useless.wording, { traits: ['says what was kept'], cause: useless });
}

function runStep(run: ModelRun, step: ReturnType<typeof stepsOfRun>[number], waits: number): Promise<void> {
  run.meter.begin(step.name);
  if (step.scope === 'items') return runDerivation(run, step, waits);
  return step.name === readingStep.name ? readUnits(run, waits) : resolveNames(run);
}

/** The state in which a run begins or continues. Where it begins, the record of the one before is kept with those of earlier runs. */
function startState(run: ModelRun, before: IndexState, start: RunStart): Pick<IndexState, 'model' | 'runRecords'> {
  const { model: last } = before;
  const model = startRun(run, last, start);
  const models = [...new Set([run.askers.reading.model.title, run.askers.reports.model.title])];
  const { record } = model;
  if (record && !start.begins) {
    return { model: { ...model, record: { ...record, models: [...new Set([...record.models, ...models])] } } };
  }
  // The run before ended when it did, whatever it left to be counted.
  const ended = record && last?.record && { ...record, endedAt: last.record.endedAt, documents: last.record.documents };
  const kept = ended && last ? keptRecords({ ...before, model: { ...last, record: ended } }) : {};
  const documents = run.open.tables.documents.length;
  const begin = { now: run.env.clock.now(), models, documents, parts: run.parts };
  return { ...kept, model: { ...model, record: openRecord({ ...before, ...kept }, begin) } };
}

/**
 * The run that begins or continues. With the same layer it continues counting. After invalid replies another round
 * begins.
 */
function startRun(
  run: ModelRun,
  before: ModelRunState | undefined,
  { begins, extras: given }: RunStart,
): ModelRunState {
  const { layer } = run.reading;
  const same = before?.layer === layer ? before : undefined;
  const extras = given ?? before?.extras ?? {};
  // Calls that no commit has counted are those of the run before.
  const other = before?.record && { ...newRun(layer, run.askers.reading.model.title), record: before.record };
  const booked = nextRunState(run, same ?? other);
  const { needsDerive, unresolved, skippedPairs } = before ?? booked;
  const left = { needsDerive, unresolved, skippedPairs, extras };
  const state: ModelRunState = { ...booked, ...left, phase: 'running', failure: null };
  const documentIds = run.open.tables.documents.map(({ id }) => id);
  const calls = run.parts.reduce((sum, part) => sum + part.calls, 0);
  const planned = { calls, callsBefore: state.spent.calls };
  const begunAt = run.env.clock.now();
  if (begins)
    return beginNextRound({ ...state, spentBefore: tokensSpent(state), planned, begunAt }, documentIds, extras);
  const goesOn: ModelRunState = endedInvalid(before)
    ? { ...beginNextRound(state, documentIds, extras), phase: 'running', failure: INVALID }
    : state;
  return same && goesOn.round === same.round ? goesOn : { ...goesOn, begunAt };
}

/** Failure of an earlier run without usable replies, kept until the next commit. */
const INVALID = { kind: 'no usable replies', reason: '' } as const;

const forgetCounted = ({ open, spending }: ModelRun): Promise<void> => spending.forget(open.store.state.model?.counted);

/** Keeps what was spent since the last commit, and whether the run is paused. */
async function countSpending(run: ModelRun, isPaused: boolean): Promise<void> {
  if (uncountedOf(run).calls === 0 && run.invalidReplies.pending === 0 && !isPaused) return;
  await run.open.store.commit(({ model: before }) => {
    const state = nextRunState(run, before);
    if (state.phase === 'done') return { state: { model: state } };
    const phase = isPaused ? 'paused' : state.phase;
    return { state: { model: { ...state, phase, failure: endedInvalid(before) ? INVALID : null } } };
  });
  await forgetCounted(run);
}

/** Keeps why it ended, and brings the tables up to what was read. */
async function endEarly(run: ModelRun, error: unknown): Promise<void> {
  const kind = hasTrait(error, 'nothing usable') ? 'no usable replies' : 'failed';
  const failure = { kind, reason: reasonOf(error) } as const;
  const keep = async (): Promise<void> => {
    await run.open.store.commit((state) => ({
      state: { model: { ...nextRunState(run, state.model), phase: 'paused', failure }, derived: false },
    }));
    await forgetCounted(run);
  };
  await deriveInTurn(run, keep);
}

/** Seconds before each next try after the model could not be reached: some forty minutes in all. */
const WAITS: readonly number[] = [10, 30, 60, 120, 300, 600, 1_200];

/**
 * Runs the steps. Where the model cannot be reached, or its process died, it waits, longer each time, and runs them again; they skip what
 * is done. `waits` counts the waits since a call went well. Throws other failures at once, and this one after the last wait.
 */
async function retryWithBackoff(run: ModelRun, steps: (waits: number) => Promise<void>): Promise<void> {
  for (let waits = 0; ; waits++) {
    const before = run.answered();
    try {
      return await steps(waits);
    } catch (error) {
      run.signal.throwIfAborted();
      run.pauseSignal.asked.throwIfAborted();
      if (run.answered() > before) waits = 0;
      const seconds = WAITS[waits];
      if (seconds === undefined || !isWorthAnotherTry(error)) throw error;
      const next = message`This goes on by itself: next try in ${inWords(seconds)}.`;
      run.progress.wait(joinMessages(reasonOf(error), next));
      run.meter.rest();
      await waitOrWake(run, seconds);
    }
  }
}

/** Waits until the time is over or a person wakes the run. */
async function waitOrWake({ env, signal, wakeSignal }: ModelRun, seconds: number): Promise<void> {
  try {
    await delay(env.timer, seconds * 1_000, anySignal(signal, wakeSignal.next()));
  } catch {
    signal.throwIfAborted(); // else it was woken
  }
}

function inWords(seconds: number): Message {
  if (seconds < 60) return message`${seconds} seconds`;
  return seconds === 60 ? message`a minute` : message`${seconds / 60} minutes`;
}
