import type { SearchRequest } from './search-request';
import { ParseError } from '../../errors';
import { message } from '../../message';
import { REWRITE_QUESTION, REWRITTEN_SHAPE } from '../../prompts/questions';
import { parseReply } from '../../shapes/parse-reply';
import { withoutMarks } from '../answer/answer-stream';
import { conversationHistory, turnsWithin, type HistoryTurn } from '../context/history';
import type { AnswerChoices } from '../parameters';
import { callModel } from '../model-call/call-model';
import { tokensForData } from '../model-call/token-budget';
import { isModelFailure, type SearchRun } from '../writer/search-run';
import { stripReasoning } from '../../shapes/reasoning';
import { splitSentences } from '../../text/sentences';
import type { SearchIndex } from '../../retrieval/index';
import { terms } from '../../text/terms';
import { dependsOnHistory } from './question';

type Rewriting = Pick<SearchRun, 'ask' | 'emit' | 'prompts' | 'choices' | 'model' | 'signal'>;

/** Tokens of the reply. */
export const REWRITING = { reply: 140 } as const;
/** Part of the window that the conversation may take. */
const HISTORY = 0.4;
/** Turns that a question may lean on. */
const TURNS = 3;

/**
 * The standalone question; the same where it leans on nothing, a person switched this off, or the call gives
 * nothing of use.
 */
export async function rewriteQuestion(run: Rewriting, index: SearchIndex, request: SearchRequest): Promise<string> {
  const { question } = request;
  if (!isRewritten(run.choices, index, request)) return question;
  const room = tokensForData(run, REWRITE_QUESTION, { history: '', question }, REWRITING.reply);
  const tokens = Math.min(room, Math.floor(run.model.capabilities.contextWindow * HISTORY));
  const turns = turnsWithin(request).slice(0, TURNS);
  const shown = conversationHistory(turns, { tokens, turns: TURNS });
  if (shown.text === '') return question;
  const working = message`Reading the question in its conversation.`;
  run.emit({ kind: 'working', words: working });
  try {
    const { text, finish } = await callModel(run, {
      purpose: 'rewrite',
      working,
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
    // A search that its model ended for good is aborted, too: the evidence stands without it.
    if (!isModelFailure(run.signal.aborted ? run.signal.reason : error)) throw error;
    return question;
  }
}

/** Checks if a model call rewrites a question as a standalone one. */
export const isRewritten = (
  { rewrite }: Pick<AnswerChoices, 'rewrite'>,
  index: SearchIndex,
  request: SearchRequest,
): boolean => rewrite && turnsWithin(request).length > 0 && dependsOnHistory(index, request.question);

/** Reads the rewritten question from a reply in its form, or from its only line. */
function readRewritten(reply: string): string | undefined {
  try {
    return parseReply(REWRITTEN_SHAPE, reply).value[0]?.question.trim();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const line = stripReasoning(reply).text.trim();
    return /\n/u.test(line) ? undefined : line.replace(/^["“„«]|["”“»]$/gu, '').trim();
  }
}

/** Times as long as the question, or as the longest of those before it, that a question may become by names that are put in. */
const LONGER = 3;
/** Letters that even the shortest of questions may become. */
const LEAST = 120;

/**
 * Checks that a rewritten question can be the typed one with names put in: one sentence, not much longer, with a word
 * of an earlier turn.
 */
function isSameQuestion(rewritten: string, typed: string, turns: readonly HistoryTurn[]): boolean {
  const longest = Math.max(typed.length, ...turns.map(({ question }) => question.length));
  if (rewritten.length > Math.max(LEAST, LONGER * longest)) return false;
  if (sentencesIn(rewritten) > sentencesIn(typed) || (ASKS.test(typed) && !ASKS.test(rewritten))) return false;
  const spoken = new Set(
    [typed, ...turns.flatMap(({ question, answer }) => [question, answer])].flatMap((text) => terms(text)),
  );
  return terms(rewritten).some((term) => spoken.has(term));
}

const ASKS = /[?？]["”»]?\s*$/u;

const sentencesIn = (text: string): number => Math.max(1, splitSentences(text.trim(), 'en').starts.length);
