import type { SearchRequest } from '../request/search-request';
import { FOLLOW_UP_QUESTIONS, FOLLOW_UP_SHAPE } from '../../prompts/questions';
import { conceptKey } from '../../retrieval/lexical/concepts';
import { clipToTokens } from '../../text/clip';
import { withoutMarks } from '../answer/answer-stream';
import { hasWords } from '../request/question-words';
import { conversationHistory, turnsWithin } from '../context/history';
import { LOCAL, localContext } from '../modes/local/local';
import { askForShape } from '../model-call/call-model';
import { tokensForData } from '../model-call/token-budget';
import type { SearchRun } from './search-run';
import type { SearchIndex } from '../../retrieval';
import { scopeOf } from '../context/scope';
import { answerChoices, levelOf } from '../parameters';
import { readQuestion } from '../request/question';
import { NO_STEERING } from '../request/steering';

/** Tokens of the reply, of the answer and of the earlier questions that are shown, and of data at most: what comes next need not be thorough. */
export const FOLLOW_UPS = { reply: 220, answer: 400, history: 400, data: 1200 } as const;
/** Questions before the newest: five are shown in all. */
const EARLIER = 4;

/**
 * Questions that lead on from an answer and the questions before it (GraphRAG B5), at most `count`; none where no reply could be read. Throws
 * ModelError.
 */
async function askFollowUps(run: SearchRun, answer: string, count: number): Promise<readonly string[]> {
  const questionsAlone = turnsWithin(run.request).map((turn) => ({ ...turn, answer: '' }));
  const history = conversationHistory(questionsAlone, { tokens: FOLLOW_UPS.history, turns: EARLIER });
  const values = {
    count: String(count),
    question: run.question.typed,
    answer: clipToTokens(answer, FOLLOW_UPS.answer),
  };
  const room = tokensForData(run, FOLLOW_UP_QUESTIONS, values, FOLLOW_UPS.reply) - history.tokens;
  const tokens = Math.max(0, Math.min(FOLLOW_UPS.data, room));
  const { level, scope } = run;
  const context = localContext(run.index, run.question, { tokens, level, scope });
  const lines = await askForShape(run, {
    purpose: 'follow-ups',
    prompt: FOLLOW_UP_QUESTIONS,
    shape: FOLLOW_UP_SHAPE,
    values: { ...values, data: [history.text, context.text].filter(Boolean).join('\n\n') },
    maxTokens: FOLLOW_UPS.reply,
    temperature: 0,
    documentIds: [...new Set([...context.documentIds, ...history.documentIds])],
  });
  const asked = new Set([run.question.typed, ...questionsAlone.map(({ question }) => question)].map(conceptKey));
  const questions = (lines ?? []).map(({ question }) => withoutMarks(question));
  return [...new Map(questions.map((one) => [conceptKey(one), one])).values()]
    .filter((one) => hasWords(one) && !asked.has(conceptKey(one)))
    .slice(0, count);
}

/**
 * Questions of the model that lead on from its answer; `emit` gets its calls. Throws ModelError, and the signal's
 * reason when aborted.
 */
export async function proposeQuestions(
  index: SearchIndex,
  request: SearchRequest,
  answer: string,
  env: Pick<SearchRun, 'model' | 'prompts' | 'ask' | 'claims' | 'emit' | 'signal' | 'carried'>,
): Promise<readonly string[]> {
  const choices = answerChoices(request.parameters?.answers);
  const run: SearchRun = {
    ...env,
    index,
    request,
    choices,
    question: readQuestion(index, request),
    scope: scopeOf(index, request),
    level: levelOf(request, LOCAL.name),
    steering: NO_STEERING,
    dense: () => Promise.resolve(null),
    checker: () => Promise.resolve(null),
    readers: { reranker: () => Promise.resolve(null), checker: () => Promise.resolve(null) },
  };
  return askFollowUps(run, answer, choices.followUps);
}
