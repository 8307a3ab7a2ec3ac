import { splitSentences } from '../../text/sentences';
import { contentTerms } from '../asking-words';
import type { HistoryTurn } from '../context/history';

/** Times as long as the question, or as the longest of those before it, that a question may become by names that are put in. */
const LONGER = 3;
/** Letters that even the shortest of questions may become. */
const LEAST = 120;

/** Whether a rewritten question can be the typed one with names put in: one sentence that is not much longer, and that shares a word with what was said. */
export function isSameQuestion(rewritten: string, typed: string, turns: readonly HistoryTurn[]): boolean {
  const longest = Math.max(typed.length, ...turns.map(({ question }) => question.length));
  if (rewritten.length > Math.max(LEAST, LONGER * longest)) return false;
  if (sentencesIn(rewritten) > sentencesIn(typed) || (ASKS.test(typed) && !ASKS.test(rewritten))) return false;
  const said = new Set([typed, ...turns.flatMap(({ question, answer }) => [question, answer])].flatMap(contentTerms));
  return contentTerms(rewritten).some((term) => said.has(term));
}

const ASKS = /[?？]["”»]?\s*$/u;

const sentencesIn = (text: string): number => Math.max(1, splitSentences(text.trim(), 'en').starts.length);
