import { ModelError } from '../../errors';
import { REWRITE_QUESTION } from '../../prompts/answers/rewrite-question';
import type { SearchRequest } from '../events';
import { pointsBack } from '../pointing';
import { conversationHistory } from '../context/history';
import type { AnswerChoices } from '../parameters/answer-parameters';
import { callModel } from './call-model';
import type { SearchRun } from './search-run';

type Rewriting = Pick<SearchRun, 'ask' | 'emit' | 'prompts' | 'choices' | 'model' | 'signal'>;

/** Tokens of the reply. */
export const REWRITING = { reply: 120 } as const;
/** Part of the window that the conversation may take. */
const HISTORY = 0.4;
/** Turns that a question may lean on. */
const TURNS = 3;
/** A question of so few words leans on the one before it, such as “And in 1907?”. */
const FEW_WORDS = 3;

/** The question as it stands by itself; the same where it leans on nothing, a person switched this off, or the call gives nothing. */
export async function rewriteQuestion(run: Rewriting, request: SearchRequest): Promise<string> {
  const { question, history = [] } = request;
  if (!isRewritten(run.choices, request)) return question;
  const tokens = Math.floor(run.model.capabilities.contextWindow * HISTORY);
  const turns = history.map(({ documentIds = [], ...turn }) => ({ ...turn, documentIds }));
  const shown = conversationHistory(turns, { tokens, turns: TURNS, answers: true });
  if (shown.text === '') return question;
  run.emit({ kind: 'working', words: 'Reading the question in its conversation.' });
  try {
    const { text } = await callModel(run, {
      purpose: 'rewrite',
      prompt: REWRITE_QUESTION,
      values: { history: shown.text, question },
      maxTokens: REWRITING.reply,
      temperature: 0,
      documentIds: shown.documentIds,
    });
    return usable(text, question) ?? question;
  } catch (error) {
    if (!(error instanceof ModelError) || run.signal.aborted) throw error;
    return question;
  }
}

/** Whether a call is made to have a question stand by itself. */
export const isRewritten = ({ rewrite }: Pick<AnswerChoices, 'rewrite'>, { question, history = [] }: SearchRequest) =>
  rewrite && history.length > 0 && leansOn(question);

const leansOn = (question: string): boolean =>
  pointsBack(question) !== null || question.trim().split(/\s+/u).length <= FEW_WORDS;

/** One line that is not much longer than a question; undefined for an essay or nothing. */
function usable(reply: string, question: string): string | undefined {
  const line = reply
    .replace(/<think>[\s\S]*?<\/think>/u, '')
    .trim()
    .split('\n')[0]
    ?.replace(/^["“„«]|["”“»]$/gu, '')
    .trim();
  return line && line.length <= 4 * question.length + 200 ? line : undefined;
}
