import { ModelError, ParseError } from '../../errors';
import { REWRITE_QUESTION, REWRITTEN_SHAPE } from '../../prompts/answers/rewrite-question';
import { parseReply } from '../../shapes/parse-reply';
import { withoutMarks } from '../answer/answer-stream';
import { conversationHistory } from '../context/history';
import type { SearchRequest } from '../events';
import type { AnswerChoices } from '../parameters/answer-parameters';
import { pointsBack } from '../pointing';
import { callModel } from './call-model';
import { roomForData } from './prompt-room';
import { isSameQuestion } from './same-question';
import type { SearchRun } from './search-run';
import { withoutThoughts } from './thoughts';
import { turnsWithin } from './turns-within';

type Rewriting = Pick<SearchRun, 'ask' | 'emit' | 'prompts' | 'choices' | 'model' | 'signal'>;

/** Tokens of the reply. */
export const REWRITING = { reply: 140 } as const;
/** Part of the window that the conversation may take. */
const HISTORY = 0.4;
/** Turns that a question may lean on. */
const TURNS = 3;
/** A question of so few words leans on the one before it, such as “And in 1907?”. */
const FEW_WORDS = 3;

/** The question as it stands by itself; the same where it leans on nothing, a person switched this off, or the call gives nothing of use. */
export async function rewriteQuestion(run: Rewriting, request: SearchRequest): Promise<string> {
  const { question } = request;
  if (!isRewritten(run.choices, request)) return question;
  const room = roomForData(run, REWRITE_QUESTION, { history: '', question }, REWRITING.reply);
  const tokens = Math.min(room, Math.floor(run.model.capabilities.contextWindow * HISTORY));
  const turns = turnsWithin(request).slice(0, TURNS);
  const shown = conversationHistory(turns, { tokens, turns: TURNS, answers: true });
  if (shown.text === '') return question;
  run.emit({ kind: 'working', words: 'Reading the question in its conversation.' });
  try {
    const { text, finish } = await callModel(run, {
      purpose: 'rewrite',
      prompt: REWRITE_QUESTION,
      shape: REWRITTEN_SHAPE,
      values: { history: shown.text, question },
      maxTokens: REWRITING.reply,
      temperature: 0,
      documentIds: shown.documentIds,
    });
    const read = finish === 'length' ? undefined : withoutMarks(readRewritten(text) ?? '');
    return read && isSameQuestion(read, question, turns) ? read : question;
  } catch (error) {
    if (!(error instanceof ModelError) || run.signal.aborted) throw error;
    return question;
  }
}

/** Whether a call is made to have a question stand by itself. */
export const isRewritten = ({ rewrite }: Pick<AnswerChoices, 'rewrite'>, request: SearchRequest): boolean =>
  rewrite && leansOn(request.question) && turnsWithin(request).length > 0;

const leansOn = (question: string): boolean =>
  pointsBack(question) !== null || question.trim().split(/\s+/u).length <= FEW_WORDS;

/** What a reply says in its form, or on its only line. */
function readRewritten(reply: string): string | undefined {
  try {
    return parseReply(REWRITTEN_SHAPE, reply).value[0]?.question.trim();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const line = withoutThoughts()(reply).trim();
    return /\n/u.test(line) ? undefined : line.replace(/^["“„«]|["”“»]$/gu, '').trim();
  }
}
