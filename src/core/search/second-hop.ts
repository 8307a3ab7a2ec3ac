import { conceptKey, findConcepts } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import { coverage, matchOf } from './candidates';
import { similarity } from './choose-sentences';
import type { Question, QuestionTerm } from './question';
import { holds, type Scored } from './score-sentences';

/** Least share of the question's weight that the first sentences must leave open. */
const LEAST_OPEN = 0.15;
/** Least share of what is open that a sentence must hold to be added. */
const LEAST_SHARE = 0.3;
const MOST_ADDED = 2;
const TOO_SIMILAR = 0.7;
const MOST_FREQUENT = 20;

/**
 * Adds sentences about a rare name that the chosen ones bring up, where these hold what the chosen ones leave open of
 * the question: the second hop of an answer.
 */
export function withSecondHop(
  index: SearchIndex,
  question: Question,
  chosen: readonly Scored[],
  scored: readonly Scored[],
): readonly Scored[] {
  const open = openTerms(question, chosen);
  if (weightOf(open) < LEAST_OPEN * weightOf(question.terms)) return chosen;
  const complete = [...chosen];
  let bridges = bridgesIn(index, question, chosen);
  while (complete.length < chosen.length + MOST_ADDED) {
    const next = bestOf(index, open, bridges, scored, complete);
    if (!next) break;
    complete.push(next);
    bridges = bridges.filter((key) => !isAbout(index, next, key));
  }
  return complete;
}

const weightOf = (terms: readonly QuestionTerm[]): number => terms.reduce((sum, { weight }) => sum + weight, 0);

function openTerms({ terms }: Question, chosen: readonly Scored[]): readonly QuestionTerm[] {
  return terms.filter(({ term }) => !chosen.some(({ candidate }) => matchOf(term, candidate.terms) > 0));
}

/** Folded names in the sentences that the question does not spell and few text units know. */
function bridgesIn(index: SearchIndex, { text }: Question, chosen: readonly Scored[]): readonly string[] {
  const asked = ` ${conceptKey(text)} `;
  const keys = chosen.flatMap(({ candidate }) => [
    ...findConcepts(candidate.text).map(({ key }) => key),
    ...index.names.namesIn(candidate.text),
  ]);
  const limit = Math.min(MOST_FREQUENT, Math.max(2, index.unitAt.size / 4));
  return [...new Set(keys)].filter((key) => {
    const frequency = Math.max(...index.concepts.map((source) => source.frequency(key)));
    return !asked.includes(` ${key} `) && frequency >= 1 && frequency <= limit;
  });
}

/** Whether a sentence or the title of its document spells the name. */
function isAbout(index: SearchIndex, { candidate }: Scored, key: string): boolean {
  if (holds(candidate, key)) return true;
  return ` ${conceptKey(index.documents.get(candidate.span.document_id)?.title ?? '')} `.includes(` ${key} `);
}

function bestOf(
  index: SearchIndex,
  open: readonly QuestionTerm[],
  bridges: readonly string[],
  scored: readonly Scored[],
  chosen: readonly Scored[],
): Scored | undefined {
  let best: Scored | undefined;
  let highest = 0;
  for (const one of scored) {
    const share = coverage(open, one.candidate.terms);
    if (share < LEAST_SHARE || !bridges.some((key) => isAbout(index, one, key))) continue;
    if (chosen.some((other) => other === one || similarity(one.candidate, other.candidate) > TOO_SIMILAR)) continue;
    const value = share + one.score;
    if (value > highest) [best, highest] = [one, value];
  }
  return best;
}
