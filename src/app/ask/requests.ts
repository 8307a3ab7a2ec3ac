import type { Answer } from '../../core/search/answer/answer';
import type { AskedFor, SearchRequest, EarlierTurn } from '../../core/search/request/search-request';
import { MOST_HISTORY } from '../../core/search/search-parameters';
import type { ShownTurn, TurnRequest } from './turns';
import { documentsRead } from '../../core/search/forget/forget-answer';

/** A question after the turns given, asked of these documents; of all where none is named. */
export function turnRequest(
  question: string,
  turns: readonly ShownTurn[],
  documentIds: readonly string[],
  asked: AskedFor & Pick<SearchRequest, 'besides' | 'anew'>,
): TurnRequest {
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
export function turnRequests(
  question: string,
  turns: readonly ShownTurn[],
  documentIds: readonly string[],
  asked: AskedFor & Pick<SearchRequest, 'besides'>,
): readonly [TurnRequest, ...TurnRequest[]] {
  const first = turnRequest(question, turns, documentIds, asked);
  const { besides: mode } = asked;
  return mode === undefined ? [first] : [first, { ...first, id: crypto.randomUUID(), mode, after: first.id }];
}

/** A turn as a model is shown it, with the documents whose words are in it. */
export function earlierTurn({ question, answer }: { readonly question: string; readonly answer: Answer }): EarlierTurn {
  return { question, answer: answer.text ?? '', documentIds: documentsRead(answer) };
}

/** How a DRIFT answer is asked again with one more question: what was pursued or left out before, also while it was answered, stays so. */
export function pursueQuestion({ request, answer }: ShownTurn, question: string): NonNullable<SearchRequest['drift']> {
  const { pursued = [], stopped = [] } = request?.drift ?? {};
  const leftOut = (answer.trace.actions ?? []).flatMap((action) =>
    action.state === 'stopped' ? [action.question] : [],
  );
  const wanted = [...pursued.filter((one) => !leftOut.includes(one)), question];
  const unwanted = [...stopped.filter((one) => !pursued.includes(one)), ...leftOut].filter((one) => one !== question);
  return { pursued: [...new Set(wanted)], stopped: [...new Set(unwanted)] };
}
