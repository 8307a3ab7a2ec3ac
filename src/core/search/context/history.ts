import type { SearchRequest } from '../request/search-request';
import { withoutCitations } from '../../reports/model/report-references';
import { tableCell, lineTokens } from './context-table';

/** A question and its answer, as they were shown. */
export interface HistoryTurn {
  readonly question: string;
  readonly answer: string;
  /** Documents whose words are in the answer. */
  readonly documentIds: readonly string[];
}

/** A conversation in a prompt. */
export interface History {
  /** Table of turns in their order; empty when there is none. */
  readonly text: string;
  /** Estimated tokens of the text; never over the budget. */
  readonly tokens: number;
  readonly documentIds: readonly string[];
}

const HEAD = '-----Conversation History-----\nturn|content';

/**
 * The newest turns of a conversation (spec 0.8: GraphRAG keeps the oldest, without the answers), at most so many and as fit into so many
 * estimated tokens. `turns` has the newest first.
 */
export function conversationHistory(
  turns: readonly HistoryTurn[],
  { tokens, turns: most }: { readonly tokens: number; readonly turns: number },
): History {
  const kept: string[] = [];
  const documents = new Set<string>();
  let used = lineTokens(HEAD);
  for (const turn of turns.slice(0, most)) {
    const lines = linesOf(turn);
    const needed = lineTokens(lines);
    if (used + needed > tokens) break;
    used += needed;
    kept.unshift(lines);
    for (const id of turn.documentIds) documents.add(id);
  }
  if (kept.length === 0) return { text: '', tokens: 0, documentIds: [] };
  return { text: [HEAD, ...kept].join('\n'), tokens: used, documentIds: [...documents].sort() };
}

/** An answer's references are in the numbers of an earlier prompt. */
function linesOf({ question, answer }: HistoryTurn): string {
  const asked = `user|${tableCell(question)}`;
  return answer !== '' ? `${asked}\nassistant|${tableCell(withoutCitations(answer))}` : asked;
}

/**
 * The earlier turns that a model may be shown, newest first: within chosen documents only those whose answers were made from these, so that
 * no words of others enter.
 */
export function turnsWithin({
  history = [],
  documentIds = [],
}: Pick<SearchRequest, 'history' | 'documentIds'>): readonly HistoryTurn[] {
  const chosen = new Set(documentIds);
  return history
    .filter((turn) => chosen.size === 0 || turn.documentIds?.every((id) => chosen.has(id)) === true)
    .map(({ question, answer, documentIds: read = [] }) => ({ question, answer, documentIds: read }));
}
