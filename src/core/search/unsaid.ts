import type { SearchIndex } from '../retrieve/index';
import { terms } from '../text/terms';
import { absentSubject } from './absent-subject';
import { anchoringNames, namesWithWords, shareOfName } from './anchoring';
import { askedAttribute, type AskedAttribute } from './asked-attribute';
import { missingYears } from './asked-years';
import { calledNames } from './called';
import { coverage, matchOf } from './candidates';
import { isMissing } from './not-found';
import { opensWithPronoun } from './pointing';
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
/** Share of a name that a sentence on a birth or a death must hold: "Miss Lorne" for Agnes Lorne. */
const LEAST_CLOSE = 0.4;

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
  if (question.breadth !== 'narrow') return null;
  if (question.names.some((name) => isMissing(index, name, allow))) return null;
  const subject = absentSubject(index, question);
  if (subject !== null) return { attribute: subject, names: [], refuses: true };
  const years = missingYears(question, scored);
  if (years !== null) return { attribute: years, names: calledNames(index, question), refuses: true };
  const attribute = askedAttribute(question.typed);
  if (!attribute || (question.follows.length > 0 && attribute.terms.length > 0)) return null;
  const names = namesWithWords(index, question);
  const inNames = new Set(names.flat());
  const asked = { ...attribute, terms: attribute.terms.filter((term) => !inNames.has(term)) };
  if (asked.terms.length === 0 && asked.value === null) return null;
  const isOn = asked.isClose && !isOfAnother(question, asked, inNames) ? closeTo(index, names) : isAnchored;
  if (scored.some((one) => isOn(one) && states(one, asked)) || isElsewhere(index, question, asked, allow)) return null;
  const rest = coverage(restOf(question, asked, inNames), heldBy(scored));
  return {
    attribute: attribute.phrase,
    names: calledNames(index, question),
    refuses: !asked.isLoose || rest < LEAST_REST,
  };
}

const isAnchored = ({ anchored }: Scored): boolean => anchored;

/** Whether the question asks it of somebody whom it only describes: "the director of …". */
function isOfAnother({ terms: all }: Question, { value }: AskedAttribute, inNames: ReadonlySet<string>): boolean {
  return all.some(({ term }) => !inNames.has(term) && !(value?.test(term) ?? false));
}

/** Whether a sentence or the titles above it hold one of the names, or it begins with a pronoun where they are told of. */
function closeTo(index: SearchIndex, names: readonly (readonly string[])[]): (one: Scored) => boolean {
  return ({ candidate, anchored }) => {
    if (names.length === 0 || opensWithPronoun(candidate.text)) return anchored;
    const title = index.documents.get(candidate.span.document_id)?.title ?? '';
    const held = new Set([...candidate.terms, ...terms([title, ...candidate.unit.heading_path].join('\n'))]);
    return names.some((words) => shareOfName(index, words, held) >= LEAST_CLOSE);
  };
}

function restOf({ terms: all }: Question, asked: AskedAttribute, inNames: ReadonlySet<string>): Question['terms'] {
  return all.filter(({ term }) => !asked.terms.includes(term) && !inNames.has(term));
}

function heldBy(scored: readonly Scored[]): ReadonlySet<string> {
  return new Set(scored.filter(({ anchored }) => anchored).flatMap(({ candidate }) => [...candidate.terms]));
}

function states({ candidate }: Scored, { terms: asked, value }: AskedAttribute): boolean {
  if (asked.some((term) => matchOf(term, candidate.terms) > 0 || matchOf(term, candidate.around) > 0)) return true;
  return value?.test(candidate.text) ?? false;
}

/** Whether a text unit that was not scored holds the word and one of the names. */
function isElsewhere(
  index: SearchIndex,
  question: Question,
  { terms: asked }: AskedAttribute,
  allow: UnitFilter,
): boolean {
  const words = asked.flatMap((term) => [term, ...relatedTerms(term)]);
  const isNear = anchoringNames(index, question);
  return index.store.passages.bm25.search(words, { k: UNITS_TRIED, allow }).some(({ id }) => isNear(id));
}
