import { terms } from '../text/terms';
import type { Candidate } from './candidates';

const LEAST_SHARE = 0.5;

/** The sentence that holds most of a text's terms, the shorter of equals; null when none holds half of them. */
export function alignSentence(text: string, candidates: readonly Candidate[]): Candidate | null {
  const wanted = new Set(terms(text));
  let best: Candidate | null = null;
  let highest = wanted.size * LEAST_SHARE;
  for (const candidate of candidates) {
    let common = 0;
    for (const term of wanted) if (candidate.terms.has(term)) common += 1;
    if (common === 0 || common < highest) continue;
    if (best && common === highest && candidate.terms.size >= best.terms.size) continue;
    best = candidate;
    highest = common;
  }
  return best;
}
