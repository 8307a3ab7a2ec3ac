import type { EvaluationChoice } from '../../evaluation/evaluation';
import type { Session } from '../session/session';
import type { EvaluationCalls, EvaluationEvent } from './evaluation-calls';
import { planEvaluation } from './evaluation-plan';
import { askedQuestions, keepQuestions, questionsOf, removeQuestions } from './question-set';
import { readEvaluation, type Evaluation } from './result-items';
import { runEvaluation } from './run-evaluation';

const NEVER = new AbortController().signal;

/** Evaluations of the session's open collection. */
export function evaluationCalls(session: Session): EvaluationCalls {
  const { env, queue, alone } = session;
  const read = async (choice: EvaluationChoice, signal = NEVER): Promise<Evaluation> =>
    readEvaluation({ open: await session.whole(), env, signal }, choice);
  return {
    evaluationQuestions: () => questionsOf(session.current()),
    keepEvaluationQuestions: async (questions) => keepQuestions(await session.changeable(), questions),
    removeEvaluationQuestions: async (ids) => removeQuestions(await session.changeable(), ids),
    askedQuestions: () => askedQuestions(session, session.current()),
    evaluationPlan: async (choice, { signal } = {}) => planEvaluation(await read(choice, signal)),
    evaluate: (choice, { signal } = {}) =>
      session.streamBeside<EvaluationEvent>(
        signal,
        async (context) => {
          await runEvaluation({ ...(await readEvaluation(context, choice)), queue, alone, emit: context.emit });
        },
        { merge: newestProgress },
      ),
  };
}

/** Of progress that nobody has taken yet only the newest is told. */
const newestProgress = (last: EvaluationEvent, next: EvaluationEvent): EvaluationEvent | undefined =>
  last.kind === 'progress' && next.kind === 'progress' && last.part === next.part ? next : undefined;
