import type { SearchFilters, AskedFor, SearchRequest, EarlierTurn } from '../../core/search/request/search-request';
import { documentKind } from '../library/document-kinds';
import type { Answer } from '../../core/search/answer/answer';
import { MOST_HISTORY } from '../../core/search/request/search-request';
import type { ShownTurn, TurnRequest } from './turns';
import { documentsRead } from '../../core/conversations/redact-answer';

/** Filters of the evidence, besides the chosen documents; empty lists and null filter nothing. */
export interface Filters {
  /** Names of kinds of file, as `documentKind` gives them: `PDF`, `Word`. */
  readonly kinds: readonly string[];
  readonly entities: readonly { readonly id: string; readonly title: string }[];
  /** Both ends included; a missing end is open. */
  readonly years: { readonly from?: number; readonly to?: number } | null;
}

export const NO_FILTERS: Filters = { kinds: [], entities: [], years: null };

export const isFiltered = ({ kinds, entities, years }: Filters): boolean =>
  kinds.length > 0 || entities.length > 0 || years !== null;

/** The list with a thing in it, or without it where it was. */
export const toggled = (list: readonly string[], one: string): readonly string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

/** The part of the filters that search applies; null where none is set. Kinds of file are applied by choosing documents. */
export function searchFilters({ entities, years }: Filters): SearchFilters | null {
  if (entities.length === 0 && years === null) return null;
  return { ...(entities.length > 0 && { entityIds: entities.map(({ id }) => id) }), ...(years && { years }) };
}

/** The documents to search: those chosen, of the kinds chosen; empty where all are, null where none is left. */
export function documentsWithin(
  documents: readonly { readonly id: string; readonly media_type: string }[],
  chosen: ReadonlySet<string>,
  { kinds }: Pick<Filters, 'kinds'>,
): readonly string[] | null {
  if (kinds.length === 0) return [...chosen];
  const within = documents.filter(
    ({ id, media_type: mediaType }) => (chosen.size === 0 || chosen.has(id)) && kinds.includes(documentKind(mediaType)),
  );
  return within.length === 0 ? null : within.map(({ id }) => id);
}

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

/**
 * Returns the DRIFT choices for asking again with one more question. Earlier ones that were pursued or left out, also
 * during the answer, stay so.
 */
export function pursueQuestion({ request, answer }: ShownTurn, question: string): NonNullable<SearchRequest['drift']> {
  const { pursued = [], stopped = [] } = request?.drift ?? {};
  const leftOut = (answer.trace.actions ?? []).flatMap((action) =>
    action.state === 'stopped' ? [action.question] : [],
  );
  const wanted = [...pursued.filter((one) => !leftOut.includes(one)), question];
  const unwanted = [...stopped.filter((one) => !pursued.includes(one)), ...leftOut].filter((one) => one !== question);
  return { pursued: [...new Set(wanted)], stopped: [...new Set(unwanted)] };
}
