import { anySignal } from '../../async';
import type { Ask } from '../../models/model-call';
import type { ChatModelInfo, ChatUsage } from '../../models/chat-model';
import { noModel } from '../../models/model-call';
import { keepMeasured } from '../../models/speed';
import { message } from '../../message';
import { hasTrait, ModelError, reasonOf } from '../../errors';
import type { TableChange } from '../../ports/collections';
import type { IndexState } from '../../ports/index-state';
import type { EvaluationResultRow } from '../../tables/tables';
import type { Evaluation, ResultItem } from './result-items';
import { isUseful, type Outcome } from '../derivations/failure-limit';
import { outcomeOf, type ItemResult } from '../derivations/run-derivation';
import { type ItemsRun, runItems } from '../derivations/run-items';
import { listed } from '../collections/projections/used-table';
import { createAsk } from '../model-index/asking/model-ask';
import {
  addSpending,
  createSpending,
  evaluationJournal,
  NO_SPENDING,
  openJournal,
  type Spending,
} from '../model-index/asking/spending';
import type { RunningContext } from '../model-index/run/model-run';
import type { Session } from '../session/session';
import type { EvaluationEvent } from './evaluation-calls';
import { partsOf, type PartOfEvaluation } from './items/parts';
import { keptResults } from './result-items';

/** Environment of a run. */
export interface EvaluationRun
  extends Evaluation, Pick<Session, 'queue' | 'alone'>, Pick<RunningContext, 'pauseSignal'> {
  readonly emit: (event: EvaluationEvent) => void;
}

/** Items in a row without a usable reply, after which a part ends. */
const USELESS = 12;
/** Passages alone are found one question after the other, so that other questions have their turn. */
const ALONE = 1;

/**
 * Makes everything of an evaluation that is not kept, and keeps it now and then. What is made before an abort or a failure is kept. A run that is
 * paused ends without an error. Throws ModelError when the model fails; where nothing comes of the items of one part, once the other parts are made.
 */
export async function runEvaluation(given: EvaluationRun): Promise<void> {
  const { pauseSignal } = given;
  try {
    await runParts({ ...given, signal: anySignal(given.signal, pauseSignal.over) });
  } catch (error) {
    if (given.signal.aborted || error !== pauseSignal.asked.reason) throw error;
  }
}

async function runParts(run: EvaluationRun): Promise<void> {
  const { open, env, choice } = run;
  const counted = open.store.state.evaluationsCounted;
  let current: string = '';
  let failure: unknown;
  const journal = await openJournal(env.settings, evaluationJournal(open.record.id));
  const spending = createSpending(journal, counted, () => current);
  run.pauseSignal.begin(() => spending.underWay);
  try {
    for (const { part, purpose, items } of partsOf(choice)) {
      current = part;
      const rows = await keptResults(open);
      const all = await items(run, rows);
      const due = all.filter(({ id, key }) => rows.get(id)?.key !== key);
      await runPart(run, { part, purpose, spending, all, due }).catch((error: unknown) => {
        if (!isOfItems(error)) throw error;
        failure ??= error;
      });
    }
    if (failure) throw failure;
  } finally {
    // The collection may be closed: the journal has the count.
    await open.store.commit((state) => ({ state: bookedState(spending, state) })).catch(() => undefined);
    await spending.forget(open.store.state.evaluationsCounted);
  }
}

/** True for a failure that says nothing on other items, such as those of a mode whose prompts are too long for the model. */
const isOfItems = (error: unknown): boolean =>
  error instanceof ModelError && !hasTrait(error, 'holds for all') && !hasTrait(error, 'worth another try');

interface PartRun extends Pick<PartOfEvaluation, 'part' | 'purpose'> {
  readonly spending: Spending;
  readonly all: readonly ResultItem[];
  readonly due: readonly ResultItem[];
}

type Result = ItemResult<ResultItem, EvaluationResultRow>;

async function runPart(run: EvaluationRun, { part, purpose, spending, all, due }: PartRun): Promise<void> {
  const { open, env, signal, emit, alone } = run;
  let done = all.length - due.length;
  const progress = {
    add: (items: number): void => emit({ kind: 'progress', part, done: (done += items), of: all.length }),
  };
  progress.add(0);
  const model = purpose === 'answers' ? run.writer : run.judge;
  const ask = model ? askOf(run, model, { purpose, spending }) : () => Promise.reject(noModel());
  const itemsRun: ItemsRun = { open, env, signal, alone, emit: () => undefined, progress };
  await runItems<ResultItem, Result>(itemsRun, {
    step: { name: part, reads: [], writes: [] },
    items: due,
    parallel: model?.capabilities.parallel ?? ALONE,
    onInvalid: () => undefined,
    limits: {
      limit: USELESS,
      giveUp: (useless) =>
        message`Nothing could be used of the last ${useless} replies: the model did not keep to the form. What was made before is kept. Choose a larger model.`,
    },
    waits: 0,
    isAlone: false,
    make: async (item, heard) => {
      const outcome = await outcomeOf<ResultItem, EvaluationResultRow>(
        item,
        async (onUseless) => ((await isAsked(run, item)) ? item.make({ ask, onUseless }) : undefined),
        { heard, signal },
      );
      if (outcome && !isUseful(outcome)) {
        const { question, contestants } = item;
        emit({ kind: 'failed', part, question: question.question, contestants, reason: reasonFor(outcome) });
      }
      return outcome;
    },
    settled: (_, isKept) => progress.add(Number(isKept)),
    changeOf: (results, state) => changeOf(run, spending, results, state),
  });
}

/** Checks if the question of an item is still in the set. */
const isAsked = async ({ open }: EvaluationRun, { question }: ResultItem): Promise<boolean> =>
  (await listed(open, open.evaluationQuestions)).some(({ id }) => id === question.id);

const reasonFor = (outcome: Outcome<unknown>) =>
  outcome.kind === 'failed' ? reasonOf(outcome.failure) : message`No reply could be used.`;

/** Rows whose documents are still here, and what was spent since the last commit. */
function changeOf(
  { open }: EvaluationRun,
  spending: Spending,
  results: readonly Result[],
  state: IndexState,
): TableChange {
  const here = new Set(open.tables.documents.map(({ id }) => id));
  const rows = results
    .flatMap(({ made }) => made?.row ?? [])
    .filter(({ document_ids }) => document_ids.every((id) => here.has(id)));
  void spending.forget(state.evaluationsCounted);
  return { patch: { evaluation_results: { rows, removed: [] } }, state: bookedState(spending, state) };
}

/** The state with the calls that no commit has counted. */
function bookedState(
  spending: Spending,
  { besides = NO_SPENDING, evaluationsCounted }: IndexState,
): Partial<IndexState> {
  const uncounted = spending.since(evaluationsCounted);
  return { besides: addSpending(besides, uncounted), evaluationsCounted: spending.counted };
}

/** Makes calls behind everything that a person asks, each counted from the moment in which it is sent. */
function askOf(
  { open, env, queue, signal, pauseSignal }: EvaluationRun,
  { choice }: ChatModelInfo,
  { purpose, spending }: Pick<PartRun, 'purpose' | 'spending'>,
): Ask {
  const { clock } = env;
  const onUsage = (usage: ChatUsage): void => void keepMeasured(env.settings, choice, usage).catch(() => undefined); // only an estimate rests on it
  return createAsk({
    ...{ queue, choice, purpose, open, signal, spending, clock, onUsage },
    // Replies of earlier runs that are of no use are asked for once more: a person began this one.
    ...{ stopSending: pauseSignal.asked, since: clock.now(), onSign: () => undefined },
  });
}
