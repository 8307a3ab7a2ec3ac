import type { HistoryTurn } from '../context/history';
import type { SearchRequest } from '../events';

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
