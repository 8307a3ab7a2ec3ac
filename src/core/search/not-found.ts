import type { SearchIndex } from '../retrieve/index';
import { terms } from '../text/terms';
import { conceptKey } from '../retrieve/concepts';
import { matchOf } from './candidates';
import { contentTerms } from './asking-words';
import type { Question } from './question';
import type { Scored } from './score-sentences';

/** Least share of the question's weight that the evidence must cover. */
export const LEAST_COVERAGE = 0.5;
/** Least share of the weight of what is asked about the names, when names are there. */
export const LEAST_ATTRIBUTE = 0.3;
/** Least share of a name's weight that must stand together in one text unit or title. */
const LEAST_NAME = 0.6;

/**
 * Whether the evidence fails to answer: a name of the question stands nowhere in it, or too little of the question's
 * weight (idf of its words; related words count) is covered by the chosen sentences and what surrounds them.
 */
export function isNotFound(index: SearchIndex, question: Question, evidence: readonly Scored[]): boolean {
  if (evidence.length === 0) return true;
  if (question.terms.length === 0) return false;
  if (question.names.some((name) => isMissing(index, name, evidence))) return true;
  const nameTerms = new Set(
    [...question.names, ...question.entities.map((row) => index.tables.entities[row]?.title ?? '')].flatMap(
      contentTerms,
    ),
  );
  const held = new Set(evidence.flatMap(({ candidate }) => [...candidate.terms]));
  const around = new Set(evidence.flatMap(({ candidate }) => [...candidate.around]));
  const all = shareCovered(question, held, around, () => true);
  const attribute = shareCovered(question, held, around, (term) => !nameTerms.has(term));
  return all < LEAST_COVERAGE || attribute < LEAST_ATTRIBUTE;
}

function shareCovered(
  question: Question,
  held: ReadonlySet<string>,
  around: ReadonlySet<string>,
  counts: (term: string) => boolean,
): number {
  let total = 0;
  let covered = 0;
  for (const { term, weight } of question.terms) {
    if (!counts(term)) continue;
    total += weight;
    covered += weight * Math.max(matchOf(term, held), 0.7 * matchOf(term, around));
  }
  return total === 0 ? 1 : covered / total;
}

/** True when no piece of the evidence, nor any alias of a known entity, accounts for the name. */
function isMissing(index: SearchIndex, name: string, evidence: readonly Scored[]): boolean {
  if (index.names.withName(conceptKey(name)).length > 0) return false;
  const words = [...new Set(terms(name))];
  if (words.length === 0) return false;
  const { bm25 } = index.store.passages;
  const weights = words.map((term) => bm25.idf(term));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const best = evidence.reduce((top, { candidate }) => {
    const share = words.reduce(
      (sum, term, at) => sum + (candidate.terms.has(term) || candidate.around.has(term) ? (weights[at] ?? 0) : 0),
      0,
    );
    return Math.max(top, share);
  }, 0);
  return best / total < LEAST_NAME;
}
