import { isRecord } from '../text/records';
import { matchOf, type Candidate } from './candidates';
import type { Question } from './question';
import type { Scored } from './score-sentences';

export interface Choice {
  readonly most: number;
  /** Sentences that score less than this share of the best are left out, */
  readonly leastShare: number;
  /** but up to this many may score down to the lower share. */
  readonly least?: number;
  readonly lowerShare?: number;
  /** Of those chosen, only sentences with this share of the most relevant one's own words of the question stay. */
  readonly leastOwn?: number;
}

/** Sentences about the name over which their text unit was reached need only this part of it. */
const REACHED = 0.5;
const NEW_WORDS = 0.9;
const REPETITION = 0.5;
const TOO_SIMILAR = 0.7;

/**
 * Picks sentences one by one: high score, question words that are not covered yet, and little in common with those
 * already picked (maximal marginal relevance). Best first.
 */
export function chooseSentences(
  question: Question,
  scored: readonly Scored[],
  { most, leastShare, least = 0, lowerShare = leastShare, leastOwn = 0 }: Choice,
): readonly Scored[] {
  const best = scored.reduce((top, one) => Math.max(top, one.score), 0);
  const rest = scored.filter((one) => one.score >= best * lowerShare && one.score > 0);
  const total = question.terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const chosen: Scored[] = [];
  const covered = new Set<string>();
  while (chosen.length < most) {
    const bar = best * (chosen.length < least ? lowerShare : leastShare);
    let next: Scored | undefined;
    let highest = 0;
    for (const one of rest) {
      if (chosen.includes(one)) continue;
      const alike = chosen.reduce((top, other) => Math.max(top, similarity(one.candidate, other.candidate)), 0);
      if (alike > TOO_SIMILAR) continue;
      const fresh = question.terms.reduce(
        (sum, { term, weight }) => sum + (covered.has(term) ? 0 : weight * matchOf(term, one.candidate.terms)),
        0,
      );
      const value = one.score + NEW_WORDS * (fresh / total) - REPETITION * alike * best;
      if (value > highest && (chosen.length === 0 || value >= bar)) [next, highest] = [one, value];
    }
    if (!next) break;
    chosen.push(next);
    for (const { term } of question.terms) if (matchOf(term, next.candidate.terms) > 0) covered.add(term);
  }
  const relevant = leastOwn * chosen.reduce((top, { own }) => Math.max(top, own), 0);
  const kept = chosen.filter(({ own, reached }) => own >= (reached ? REACHED : 1) * relevant);
  return withoutLesserRows(question, kept);
}

/** After a row of a table, rows that hold less of the question and nothing new of it: another year, another place. */
function withoutLesserRows(question: Question, chosen: readonly Scored[]): readonly Scored[] {
  const [best] = chosen;
  if (!best || !isRecord(best.candidate.text)) return chosen;
  const held = ({ candidate }: Scored): readonly string[] =>
    question.terms.filter(({ term }) => matchOf(term, candidate.terms) > 0).map(({ term }) => term);
  const most = new Set(held(best));
  return chosen.filter((one) => {
    if (one === best || !isRecord(one.candidate.text)) return true;
    const own = held(one);
    return own.length >= most.size || own.some((term) => !most.has(term));
  });
}

/** Share of the smaller set of terms that both sentences hold. */
export function similarity(a: Candidate, b: Candidate): number {
  const [small, large] = a.terms.size < b.terms.size ? [a.terms, b.terms] : [b.terms, a.terms];
  if (small.size === 0) return 0;
  let common = 0;
  for (const term of small) if (large.has(term)) common += 1;
  return common / small.size;
}

/** The best sentence first with those that follow in its document, then the other documents' sentences in reading order. */
export function readingOrder(chosen: readonly Scored[]): readonly Scored[] {
  const documents = [...new Set(chosen.map((one) => one.candidate.span.document_id))];
  return documents.flatMap((id) => {
    const [first, ...others] = chosen.filter((one) => one.candidate.span.document_id === id);
    if (!first) return [];
    return [first, ...others.sort((a, b) => a.candidate.span.start - b.candidate.span.start)];
  });
}
