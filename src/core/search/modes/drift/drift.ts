import { type DriftAction, traceSections } from '../../trace';
import { rankReports } from '../../../retrieval/reports';
import type { BuiltContext } from '../../context/context';
import { HYPOTHESIS, primerFolds, primeDrift } from './primer';
import type { PlannedCall } from '../../../models/planned-calls';
import { lazy } from '../../../memo';
import { neighbourhoodTokens, planCall, reportsCount, reportTokens, writtenTokens, type Costing } from '../estimate';
import { tokensForWords } from '../../model-call/token-budget';
import { DRIFT_PARAMETERS, driftChoices } from './parameters';
import type { Mode } from '../mode';
import { ModelError, reasonOf } from '../../../errors';
import { message, type Message } from '../../../message';
import { DRIFT_HYPOTHESIS, DRIFT_PRIMER, DRIFT_REDUCE, DRIFT_STEP } from '../../../prompts/answers';
import { readQuestion } from '../../request/question';
import { abortable, mapConcurrent } from '../../../async';
import { noUsableReplies } from '../../model-call/call-model';
import { askAction, addIntermediateAnswer, actionContext, progressOf, type DriftRun } from './action';
import { createDriftState, measureByWords } from './state';
import { helpfulFindings, type SaveProgress, joinFindings } from '../../writer/write-answer';
import {
  NOT_FOUND_WRITTEN,
  type ModeOutcome,
  type AskModel,
  type SearchRun,
  type Retrieval,
} from '../../writer/search-run';

/** DRIFT search (GraphRAG B3): the nearest reports, where the graph leads from them, and, with a model, rounds of further questions. */
export const DRIFT: Mode = {
  ...DRIFT_PARAMETERS,
  prompts: [DRIFT_HYPOTHESIS, DRIFT_PRIMER, DRIFT_STEP, DRIFT_REDUCE],
  needs: { reports: true },
  shows: ['communities', 'leads', 'passages'],
  communities: 4, // beside questions that lead on
  retrieve: (retrieval, tokens) => [
    ...nearestReports(retrieval, tokens),
    actionContext(retrieval.index, retrieval.question, {
      ...driftChoices(retrieval.request.parameters?.drift).step,
      ...retrieval,
      tokens,
    }),
  ],
  write: answerByDrift,
  estimate: planDriftCalls,
};

/** Estimates the hypothetical answer, the primer, all questions on the way, and the call that joins what they found. */
function planDriftCalls(costing: Costing): readonly PlannedCall[] {
  const { index, level, request, hasVectors } = costing;
  const choices = driftChoices(request.parameters?.drift);
  const report = lazy(() => reportTokens(costing));
  const reports = Math.min(choices.reports, reportsCount(costing, index.communities.rollUp(level)));
  const reply = tokensForWords(costing, choices.stepWords);
  const primers = Math.min(choices.folds, reports);
  const steps = choices.depth * choices.followUps + (request.drift?.pursued.length ?? 0) + (reports === 0 ? 1 : 0);
  const sketched = [
    {
      prompt: DRIFT_HYPOTHESIS,
      calls: choices.hypothesis && hasVectors && reports > 0 ? 1 : 0,
      data: Math.min(HYPOTHESIS.report, report()),
      reply: HYPOTHESIS.reply,
    },
    {
      prompt: DRIFT_PRIMER,
      calls: primers,
      data: (reports * report()) / Math.max(1, primers),
      reply: tokensForWords(costing, 2 * choices.stepWords),
    },
    { prompt: DRIFT_STEP, calls: steps, data: neighbourhoodTokens(costing), reply },
    {
      prompt: DRIFT_REDUCE,
      data: (steps + 2 * primers) * writtenTokens(reply),
      reply: tokensForWords(costing, choices.reduceWords),
      withHistory: true,
    },
  ];
  return sketched.map((one) => planCall(costing, one));
}

/** The reports that a first call would be shown. */
function nearestReports(
  { index, question, request, scope, level }: Retrieval,
  tokens: number,
): readonly BuiltContext[] {
  const { reports } = driftChoices(request.parameters?.drift);
  const ranked = rankReports(index, question, { level, allow: scope.unit }).slice(0, reports);
  return primerFolds(index, ranked, { tokens, folds: 1, scope });
}

/**
 * DRIFT search (GraphRAG B3): a first answer from the nearest reports, then rounds of follow-up questions, then one answer from all findings.
 * The most promising questions are asked first. Progress is saved as it comes.
 */
async function answerByDrift(run: SearchRun, keep: SaveProgress): Promise<ModeOutcome> {
  const { steering } = run;
  const choices = driftChoices(run.request.parameters?.drift);
  const measure = measureByWords(run.question, (text) => run.index.names.namesIn(text).length > 0);
  const onChange = (action: DriftAction): void => run.emit({ kind: 'action', action });
  const tree = createDriftState(run.question.typed, measure, steering, onChange);
  const drift: DriftRun = { run, choices, tree, keep, parts: [], failures: [], notes: [] };
  await primeDrift(drift);
  tree.grow(0, [...steering.pursued]);
  let round = 1;
  // What a person pursues is asked also when the rounds are over.
  while ((await askRound(drift, round <= choices.depth ? choices.followUps : 0)) > 0) round += 1;
  return answerWithLate(drift, await join(drift));
}

/**
 * Asks the questions that a person pursues while the answer is being written, then writes it again. Where that fails or
 * is stopped, the first answer stays.
 */
async function answerWithLate(drift: DriftRun, first: ModeOutcome): Promise<ModeOutcome> {
  const { run, parts } = drift;
  if (run.signal.aborted || first.written.broken !== undefined) return first;
  const known = parts.length;
  try {
    if ((await askRound(drift, 0)) === 0) return first;
    if (parts.length === known)
      return await answerWithLate(drift, { ...first, notes: [...new Set([...first.notes, ...drift.notes])] });
    run.emit({ kind: 'restart', reason: message`Writing the answer anew, with what was asked meanwhile.` });
    const second = await join(drift);
    const { broken } = second.written;
    return broken === undefined ? await answerWithLate(drift, second) : brokenAfter(first, broken);
  } catch (error) {
    if (!run.signal.aborted && !(error instanceof ModelError)) throw error;
    return brokenAfter(first, error);
  }
}

/** Keeps a whole answer rather than the beginning of the next one. */
const brokenAfter = (first: ModeOutcome, broken: unknown): ModeOutcome => ({
  ...first,
  written: { ...first.written, broken },
});

/**
 * Asks so many of the questions that wait when the round begins, each chosen in the moment that a call is free for it; and all that a person
 * pursues, at any time. Resolves to how many were asked.
 */
async function askRound(drift: DriftRun, most: number): Promise<number> {
  const { run, choices, tree } = drift;
  const known = tree.actions.length;
  let asked = 0;
  const draw = (): DriftAction | undefined => {
    const [action] = tree.next(asked < most ? 1 : 0, choices.depth, known);
    if (action) asked += 1;
    return action;
  };
  await mapConcurrent(draw, run.model.capabilities.parallel, (action) => step(drift, action));
  return asked;
}

/** Asks a follow-up question, until it is answered or a person stops it: the others continue. */
async function step(drift: DriftRun, { id, question }: DriftAction): Promise<void> {
  const { run, tree, notes, failures } = drift;
  run.signal.throwIfAborted();
  tree.change(id, { state: 'asking' });
  run.emit({ kind: 'working', words: message`Looking up: ${question}` });
  const own = new AbortController();
  const unwatched = run.steering.onStopped?.((stopped) => stopped === question && own.abort(byHand()));
  try {
    const made = await abortable(askWithin(drift, tree.documentsAbove(id), question, own.signal), own.signal);
    if (made === null) throw noUsableReplies();
    if (made) addIntermediateAnswer(drift, made);
    if (!made || made.text === '') return tree.change(id, { state: 'nothing found', score: made?.score ?? 0 });
    const { text: answer, score, context, followUps } = made;
    tree.change(id, { state: 'answered', score, answer, documentIds: context.documentIds });
    tree.grow(id, followUps);
  } catch (error) {
    if (own.signal.aborted && !run.signal.aborted) return tree.change(id, { state: 'stopped', begun: true });
    if (!(error instanceof ModelError) || run.signal.aborted) throw error;
    tree.change(id, { state: 'failed' });
    failures.push(error);
    notes.push(message`“${question}” was not answered: ${reasonOf(error)}`);
  } finally {
    unwatched?.();
  }
}

const byHand = (): Error => Object.assign(new Error('It was stopped by hand.'), { name: 'AbortError' });

/** Asks a follow-up question whose calls end with `signal`; `led` are documents whose words may be in it. */
async function askWithin(
  { run, choices }: DriftRun,
  led: readonly string[],
  question: string,
  signal: AbortSignal,
): ReturnType<typeof askAction> {
  const read = readQuestion(run.index, { question, mode: 'drift' });
  const dense = (await run.dense(question))?.search;
  signal.throwIfAborted();
  const ask: AskModel = (call, onEvent) => abortable(run.ask(call, onEvent, signal), signal);
  return askAction({ run: { ...run, ask }, choices }, dense ? { ...read, dense } : read, question, led);
}

/** One answer from all that was found, the most helpful first. */
async function join(drift: DriftRun): Promise<ModeOutcome> {
  const { run, choices, failures } = drift;
  const { contexts, findings } = progressOf(drift);
  const notes = [...drift.notes];
  run.emit({ kind: 'context', sections: traceSections(contexts) });
  const helping = helpfulFindings(findings);
  // What failed may have held the answer.
  if (helping.length === 0 && failures[0]) throw failures[0];
  if (helping.length === 0) return { contexts, written: NOT_FOUND_WRITTEN, notes: [...notes, ...unaskedNotes(drift)] };
  const joining = { prompt: DRIFT_REDUCE, words: choices.reduceWords, contexts, notes, called: 'answers' } as const;
  return { contexts, notes, written: await joinFindings(run, helping, joining) };
}

/** Notes that a person left questions out. */
function unaskedNotes({ tree }: DriftRun): readonly Message[] {
  const left = tree.actions.filter(({ state }) => state === 'stopped').length;
  if (left === 0) return [];
  return [
    left === 1
      ? message`${left} question on the way was left out by hand, so not all of the documents was looked through.`
      : message`${left} questions on the way were left out by hand, so not all of the documents was looked through.`,
  ];
}
