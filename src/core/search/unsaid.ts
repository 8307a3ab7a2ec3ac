import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import { absentSubject } from './absent-subject';
import { anchoringNames, namesWithWords, shareOfName } from './anchoring';
import { askedAttribute, type AskedAttribute } from './asked-attribute';
import { askedDeed } from './asked-deed';
import { toldWithoutVerb } from './deed-without-verb';
import { deedOfOne } from './deed-of-one';
import { missingYears } from './asked-years';
import { calledNames } from './called';
import { coverage, matchOf, type Candidate } from './candidates';
import { isMissing } from './not-found';
import { parentsOf } from './parents-of';
import { opensWithPronoun } from './pointing';
import type { Question } from './question';
import { kindredTerms } from './kindred-terms';
import type { UnitFilter } from './retrieve-units';
import type { Scored } from './score-sentences';
import { LEAST_HELD, toldByPronoun } from './told-by-pronoun';
import { mayTellOf } from './told-of';

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
  if (question.breadth !== 'narrow') return null;
  if (question.names.some((name) => isMissing(index, name, allow))) return null;
  const subject = absentSubject(index, question);
  if (subject !== null) return { attribute: subject, names: [], refuses: true };
  const years = missingYears(question, scored);
  if (years !== null) return { attribute: years, names: calledNames(index, question), refuses: true };
  return (
    unsaidAttribute(index, question, scored, allow) ??
    unsaidDeed(index, question, scored) ??
    deedOfAnother(index, question, scored)
  );
}

function unsaidAttribute(
  index: SearchIndex,
  question: Question,
  scored: readonly Scored[],
  allow: UnitFilter,
): Unsaid | null {
  const attribute = askedAttribute(question.typed);
  if (!attribute || (question.follows.length > 0 && attribute.terms.length > 0)) return null;
  const names = namesWithWords(index, question);
  const inNames = new Set(names.flat());
  const asked = { ...attribute, terms: attribute.terms.filter((term) => !inNames.has(term)) };
  if (asked.terms.length === 0 && asked.value === null) return null;
  const isOn = asked.isClose && !isOfAnother(question, asked, inNames) ? closeTo(index, names) : isAnchored;
  const isAbout = onSubject(index, question, asked.terms);
  const isParent = parentsOf(asked.terms, inNames);
  const isStated = (one: Scored): boolean =>
    states(besides(one.candidate, inNames), asked, () => isAbout(one)) || isParent(one.candidate);
  if (scored.some((one) => isOn(one) && isStated(one))) return null;
  if (!asked.isClose && isElsewhere(index, question, asked, { scored, allow })) return null;
  const rest = coverage(restOf(question, asked, inNames), heldBy(scored));
  return {
    attribute: attribute.phrase,
    names: calledNames(index, question),
    refuses: !asked.isLoose || rest < LEAST_REST,
  };
}

/** The deed of which it is asked who did it, where no sentence that has its verb is about what it was done to. */
function unsaidDeed(index: SearchIndex, question: Question, scored: readonly Scored[]): Unsaid | null {
  const deed = question.follows.length > 0 ? null : askedDeed(question.typed);
  if (!deed) return null;
  const isAbout = onSubject(index, question, deed.verb);
  const mayTell = toldWithoutVerb(index, deed);
  const isTold = scored.some(
    (one) =>
      (deed.verb.some((term) => matchOf(term, one.candidate.terms) > 0) && isAbout(one)) || mayTell(one.candidate),
  );
  return isTold ? null : { attribute: deed.phrase, names: [], refuses: true };
}

/** The deed of somebody named, where each sentence that has its verb tells it of another. */
function deedOfAnother(index: SearchIndex, question: Question, scored: readonly Scored[]): Unsaid | null {
  const deed = question.follows.length > 0 ? null : deedOfOne(question.typed);
  if (!deed) return null;
  const told = scored.filter(
    ({ candidate, anchored }) => anchored && deed.verb.some((term) => matchOf(term, candidate.terms) > 0),
  );
  const mayTell = mayTellOf(index, deed);
  if (told.length === 0 || told.some(({ candidate }) => mayTell(candidate))) return null;
  return { attribute: deed.phrase, names: [deed.name], refuses: true };
}

const isAnchored = ({ anchored }: Scored): boolean => anchored;

/** Whether a sentence, the one before it or a title above it hold a word of what is asked about, or it tells of that by a pronoun. */
function onSubject(index: SearchIndex, question: Question, asked: readonly string[]): (one: Scored) => boolean {
  const subject = question.terms.filter(({ term }) => !asked.includes(term));
  const isTold = toldByPronoun(index, namesWithWords(index, question));
  return ({ candidate }) =>
    subject.length === 0 || subject.some(({ term }) => isNear(term, candidate)) || isTold(candidate);
}

const isNear = (term: string, { terms: own, around }: Candidate): boolean =>
  matchOf(term, own) > 0 || matchOf(term, around) > 0;

/** Whether the question asks it of somebody whom it only describes: "the director of …". */
function isOfAnother(
  { terms: all }: Question,
  { terms: asked, value }: AskedAttribute,
  inNames: ReadonlySet<string>,
): boolean {
  return all.some(({ term }) => !inNames.has(term) && !asked.includes(term) && !(value?.test(term) ?? false));
}

/** Whether a sentence or the titles above it hold one of the names, or it begins with a pronoun where they are told of. */
function closeTo(index: SearchIndex, names: readonly (readonly string[])[]): (one: Scored) => boolean {
  const isTold = toldByPronoun(index, names);
  return ({ candidate, anchored }) => {
    if (names.length === 0) return anchored;
    const title = opensWithPronoun(candidate.text)
      ? []
      : [index.documents.get(candidate.span.document_id)?.title ?? ''];
    const held = new Set([...candidate.terms, ...terms([...title, ...candidate.unit.heading_path].join('\n'))]);
    if (anchored && isTold(candidate)) return true;
    return names.some((words) => shareOfName(index, words, held) >= LEAST_HELD);
  };
}

function restOf({ terms: all }: Question, asked: AskedAttribute, inNames: ReadonlySet<string>): Question['terms'] {
  return all.filter(({ term }) => !asked.terms.includes(term) && !inNames.has(term));
}

function heldBy(scored: readonly Scored[]): ReadonlySet<string> {
  return new Set(scored.filter(({ anchored }) => anchored).flatMap(({ candidate }) => [...candidate.terms]));
}

/** A sentence without the words of names: a "Fund" is no budget. */
function besides(candidate: Candidate, inNames: ReadonlySet<string>): Candidate {
  const without = (held: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...held].filter((term) => !inNames.has(term)));
  return { ...candidate, terms: without(candidate.terms), around: without(candidate.around) };
}

/** Whether a sentence has the word asked for, or where it is about what is asked, a related one or a value of its kind. */
function states(
  candidate: Candidate,
  { terms: asked, value, isClose }: AskedAttribute,
  isAbout: () => boolean,
): boolean {
  if (isClose && asked.length > 0) return asked.some((term) => matchOf(term, candidate.terms) > 0);
  if (asked.some((term) => candidate.terms.has(term) || candidate.around.has(term))) return true;
  const isRelated = asked.some((term) => isNear(term, candidate)) || (value?.test(candidate.text) ?? false);
  return isRelated && isAbout();
}

/** Whether a text unit that was not scored holds the word and one of the names. */
function isElsewhere(
  index: SearchIndex,
  question: Question,
  { terms: asked }: AskedAttribute,
  { scored, allow }: { readonly scored: readonly Scored[]; readonly allow: UnitFilter },
): boolean {
  const words = asked.flatMap((term) => [term, ...kindredTerms(term)]);
  const names = anchoringNames(index, question);
  const seen = new Set(scored.map(({ candidate }) => candidate.slot));
  const isFresh = (id: number): boolean => allow(id) && !seen.has(id);
  return index.store.passages.bm25.search(words, { k: UNITS_TRIED, allow: isFresh }).some(({ id }) => names(id));
}
