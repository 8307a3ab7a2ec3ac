import { conceptKey } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import { LEAST_NAME, namesWithWords, shareOfName, termsOfUnit } from './anchoring';
import { matchOf } from './candidates';
import { CHILDREN, parentsOf } from './parents-of';
import type { Question } from './question';
import type { UnitFilter } from './retrieve-units';
import type { Scored } from './score-sentences';

/** Least share of the question's weight that the evidence must cover; chosen on answerable and made-up questions of two labelled sets. */
export const LEAST_COVERAGE = 0.42;
/** Least share of the weight of what is asked about the names; twice as much refuses a question that is answered, and no other. */
const LEAST_ATTRIBUTE = 0.15;
/** What titles and the sentence before count, against 1 for the sentence itself. */
const AROUND = 0.7;
const UNITS_TRIED = 5;

/**
 * Whether the evidence fails to answer: a name of the question stands nowhere in the chosen documents, or too little of the question's
 * weight (idf of its words; related words count) is covered by sentences that belong to what the question names.
 */
export function isNotFound(
  index: SearchIndex,
  question: Question,
  evidence: readonly Scored[],
  allow: UnitFilter,
): boolean {
  const anchored = evidence.filter((one) => one.anchored);
  if (anchored.length === 0) return true;
  if (question.terms.length === 0) return false;
  if (question.names.some((name) => isMissing(index, name, allow))) return true;
  const nameTerms = new Set(namesWithWords(index, question).flat());
  const isUntold = untold(question, anchored, nameTerms);
  const all = shareCovered(question, anchored, isUntold);
  const attribute = shareCovered(question, anchored, (term) => !nameTerms.has(term) && isUntold(term));
  return all < LEAST_COVERAGE || attribute < LEAST_ATTRIBUTE;
}

/** Tells of a term whether its share is to be found: "children" need no word where somebody is told of as a parent. */
function untold(
  { terms: all }: Question,
  evidence: readonly Scored[],
  nameTerms: ReadonlySet<string>,
): (term: string) => boolean {
  const isParent = parentsOf(
    all.map(({ term }) => term),
    nameTerms,
  );
  const isToldSo = evidence.some(({ candidate }) => isParent(candidate));
  return (term) => !(isToldSo && CHILDREN.has(term));
}

function shareCovered(question: Question, evidence: readonly Scored[], counts: (term: string) => boolean): number {
  const held = new Set(evidence.flatMap(({ candidate }) => [...candidate.terms]));
  const around = new Set(evidence.flatMap(({ candidate }) => [...candidate.around]));
  let total = 0;
  let covered = 0;
  for (const { term, weight } of question.terms) {
    if (!counts(term)) continue;
    total += weight;
    covered += weight * Math.max(matchOf(term, held), AROUND * matchOf(term, around));
  }
  return total === 0 ? 1 : covered / total;
}

/** What many things of one place are called: its own words tell a club from another club. */
const KINDS = new Set(
  terms(
    `club society association committee company firm bank board council museum library institute institution school college university
     church chapel hospital hotel inn theatre theater orchestra choir band gallery station street road lane bridge house hall tower gate
     park garden league party union trust foundation fund office department ministry court act treaty award prize festival`,
  ),
);
const MOST_OWN = 4;

/** True when neither a known entity nor any text unit accounts for the name; of a club's or a street's, with each of its words. */
export function isMissing(index: SearchIndex, name: string, allow: UnitFilter): boolean {
  if (index.names.withName(conceptKey(name)).length > 0) return false;
  const words = [...new Set(terms(name))];
  if (words.length === 0) return false;
  const isOfKind = words.length > 1 && words.length <= MOST_OWN && KINDS.has(words.at(-1) ?? '');
  return !index.store.passages.bm25.search(words, { k: UNITS_TRIED, allow }).some(({ id }) => {
    const held = termsOfUnit(index, id);
    if (isOfKind) return words.every((word) => matchOf(word, held) > 0);
    return shareOfName(index, words, held) >= LEAST_NAME;
  });
}
