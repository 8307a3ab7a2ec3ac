import type { AskedFor, SearchRequest } from '../core/search/events';
import { MOST_HISTORY } from '../core/settings/search-parameters';
import { earlierTurn } from './answers/earlier-turn';
import type { ShownTurn } from './answers/shown-turn';
import type { NamedRequest } from './live-answer';

/** A question after the turns given, asked of these documents; of all where none is named. */
export function namedRequest(
  question: string,
  turns: readonly ShownTurn[],
  documentIds: readonly string[],
  asked: AskedFor & Pick<SearchRequest, 'besides' | 'anew'>,
): NamedRequest {
  const before = turns.filter(({ comparedWith }) => comparedWith === undefined).reverse();
  return {
    id: crypto.randomUUID(),
    question,
    history: before.slice(0, MOST_HISTORY).map(earlierTurn),
    ...(documentIds.length > 0 && { documentIds }),
    ...asked,
  };
}

/** The same, with a second request where a mode is to answer beside the first. */
export function namedRequests(
  question: string,
  turns: readonly ShownTurn[],
  documentIds: readonly string[],
  asked: AskedFor & Pick<SearchRequest, 'besides'>,
): readonly [NamedRequest, ...NamedRequest[]] {
  const first = namedRequest(question, turns, documentIds, asked);
  const { besides: mode } = asked;
  return mode === undefined ? [first] : [first, { ...first, id: crypto.randomUUID(), mode, after: first.id }];
}
