import type { EvaluationChoice } from '../../evaluation/evaluation';
import { keptThresholds, thresholdsOf } from '../asking/search-models';
import { createPauseSignal } from '../model-index/run/model-run';
import type { Session } from '../session/session';
import { runWork } from '../../work';
import { answerItems } from './items/answer-items';
import { assembleResults } from './assemble-results';
import { claimSource, claimsToJudge, claimsView, keepVerdict, passagesOf } from './claim-views';
import type { EvaluationCalls, EvaluationEvent, EvaluationResults } from './evaluation-calls';
import { planEvaluation } from './evaluation-plan';
import { askedQuestions, keepQuestions, questionsOf, removeQuestions } from './question-set';
import { agreementWith, honestyNotes } from './findings';
import { exportResults } from './exchange/export-results';
import { importQuestions } from './exchange/import-questions';
import { makeAndKeep, planQuestions } from './exchange/made-questions';
import { columnsOf, keptQuestions, type KeptQuestion } from './stored-evaluation';
import { keptResults, readEvaluation, type Evaluation } from './result-items';
import { runEvaluation } from './run-evaluation';

const NEVER = new AbortController().signal;

/** Evaluations of the session's open collection. */
export function evaluationCalls(session: Session): EvaluationCalls {
  const { env, queue, alone } = session;
  let pauseSignal = createPauseSignal();
  const read = async (choice: EvaluationChoice, signal = NEVER): Promise<Evaluation> =>
    readEvaluation({ open: await session.whole(), env, signal }, choice, (model) => keptThresholds(env, model));
  return {
    evaluationQuestions: () => questionsOf(session.current()),
    keepEvaluationQuestions: async (questions) => keepQuestions(await session.changeable(), questions),
    removeEvaluationQuestions: async (ids) => removeQuestions(await session.changeable(), ids),
    importEvaluation: async (name, bytes) => importQuestions(env, await session.changeable(), name, bytes),
    exportEvaluation: async (choice, format) => {
      const evaluation = await read(choice);
      const { kept, results } = await measuredOf(evaluation);
      return exportResults(evaluation, kept, results, format);
    },
    makeQuestions: (wanted, options) => makeAndKeep(session, wanted, options),
    questionsPlan: (wanted, { signal } = {}) => planQuestions(session, wanted, signal),
    askedQuestions: () => askedQuestions(session, session.current()),
    evaluationResults: async (choice) => (await measuredOf(await read(choice))).results,
    claimsOf: async (answerId) => claimsView(await session.whole(), answerId),
    claimSource: async (cell) => claimSource(await session.whole(), env, cell),
    evaluationPassages: async (ids) => passagesOf(await session.whole(), ids),
    claimsToJudge: async (most) => claimsToJudge(await session.whole(), most),
    keepVerdict: async (verdict) => keepVerdict(await session.changeable(), verdict),
    evaluationPlan: async (choice, { signal } = {}) => planEvaluation(await read(choice, signal)),
    evaluate: (choice, { signal } = {}) => {
      const own = (pauseSignal = createPauseSignal());
      return session.streamBeside<EvaluationEvent>(
        signal,
        async (context) => {
          const evaluation = await readEvaluation(context, choice, (model) =>
            thresholdsOf(session, model, context.signal),
          );
          await runEvaluation({ ...evaluation, queue, alone, pauseSignal: own, emit: context.emit });
          context.emit({ kind: 'results', results: (await measuredOf(evaluation)).results });
        },
        { merge: newestProgress },
      );
    },
    pauseEvaluation: async () => pauseSignal.pause(),
  };
}

/** Measures of an evaluation, with everything that they are made from. */
async function measuredOf(
  evaluation: Evaluation,
): Promise<{ readonly kept: readonly KeptQuestion[]; readonly results: EvaluationResults }> {
  const { open, env, signal } = evaluation;
  const rows = await keptResults(open);
  const columns = columnsOf(evaluation, rows);
  const kept = keptQuestions(evaluation, rows, columns);
  const measured = await runWork(assembleResults(columns, kept), { clock: env.clock, signal });
  const shown = new Set(kept.flatMap(({ modes }) => modes.map(({ row }) => row.id)));
  const stale = answerItems(evaluation).filter(({ id }) => rows.has(id) && !shown.has(id)).length;
  const results = { ...measured, notes: honestyNotes(kept, stale), agreement: agreementWith(kept, rows.values()) };
  return { kept, results };
}

/** Tells only the newest of progress that nobody has taken yet. */
const newestProgress = (last: EvaluationEvent, next: EvaluationEvent): EvaluationEvent | undefined =>
  last.kind === 'progress' && next.kind === 'progress' && last.part === next.part ? next : undefined;
