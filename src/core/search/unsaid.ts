import type { SearchIndex } from '../retrieve/index';
import { anchoringNames, namesWithWords } from './anchoring';
import { askedAttribute, type AskedAttribute } from './asked-attribute';
import { calledNames } from './called';
import { coverage, matchOf } from './candidates';
import { isMissing } from './not-found';
import type { Question } from './question';
import { relatedTerms } from './related-words';
import type { UnitFilter } from './retrieve-units';
import type { Scored } from './score-sentences';

/** What a question asks and no passage says, of what the documents do mention. */
export interface Unsaid {
  /** What is asked, as it was typed. */
  readonly attribute: string;
  /** What of the question the documents mention; empty when the question names nothing. */
  readonly names: readonly string[];
  /** False when passages hold so much of the rest of the question that they may answer it in other words. */
  readonly refuses: boolean;
}

const UNITS_TRIED = 30;
/** Share of the rest of a question that makes a passage answer it without the word asked for. */
const LEAST_REST = 0.6;

/**
 * The attribute that a narrow question asks and that stands nowhere near what it names: neither its word nor a related one, nor a
 * value of its kind. Null when it stands there, or when the question asks for nothing with a word of its own.
 */
export function unsaid(
  index: SearchIndex,
  question: Question,
  scored: readonly Scored[],
  allow: UnitFilter,
): Unsaid | null {
  if (question.breadth !== 'narrow' || question.follows.length > 0) return null;
  if (question.names.some((name) => isMissing(index, name, allow))) return null;
  const attribute = askedAttribute(question.text);
  if (!attribute) return null;
  const inNames = new Set(namesWithWords(index, question).flat());
  const asked = { ...attribute, terms: attribute.terms.filter((term) => !inNames.has(term)) };
  if (asked.terms.length === 0 && asked.value === null) return null;
  if (scored.some((one) => one.anchored && states(one, asked)) || isElsewhere(index, question, asked, allow))
    return null;
  const rest = coverage(restOf(question, asked, inNames), heldBy(scored));
  return {
    attribute: attribute.phrase,
    names: calledNames(index, question),
    refuses: !asked.isLoose || rest < LEAST_REST,
  };
}

function restOf({ terms }: Question, asked: AskedAttribute, inNames: ReadonlySet<string>): Question['terms'] {
  return terms.filter(({ term }) => !asked.terms.includes(term) && !inNames.has(term));
}

function heldBy(scored: readonly Scored[]): ReadonlySet<string> {
  return new Set(scored.filter(({ anchored }) => anchored).flatMap(({ candidate }) => [...candidate.terms]));
}

function states({ candidate }: Scored, { terms, value }: AskedAttribute): boolean {
  if (terms.some((term) => matchOf(term, candidate.terms) > 0 || matchOf(term, candidate.around) > 0)) return true;
  return value?.test(candidate.text) ?? false;
}

/** Whether a text unit that was not scored holds the word and one of the names. */
function isElsewhere(index: SearchIndex, question: Question, { terms }: AskedAttribute, allow: UnitFilter): boolean {
  const words = terms.flatMap((term) => [term, ...relatedTerms(term)]);
  const isNear = anchoringNames(index, question);
  return index.store.passages.bm25.search(words, { k: UNITS_TRIED, allow }).some(({ id }) => isNear(id));
}
