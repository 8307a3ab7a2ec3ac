import { terms } from '../../text/terms';
import { coverage } from '../candidates';
import type { Question } from '../question';
import type { FollowUpMeasure } from './drift-tree';

/** What a name that the index knows adds: such a question can be looked up. */
const KNOWN = 0.3;

/** By words: shared terms by weight, and whether a question names something that the index knows. */
export function measureByWords(question: Question, knows: (text: string) => boolean): FollowUpMeasure {
  return {
    similarity: (text) => (1 - KNOWN) * coverage(question.terms, new Set(terms(text))) + (knows(text) ? KNOWN : 0),
    novelty: (text, asked) => {
      const own = new Set(terms(text));
      return asked.reduce((least, other) => Math.min(least, 1 - overlap(own, new Set(terms(other)))), 1);
    },
  };
}

/** Shared terms as a share of all (Jaccard). */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const term of one) if (other.has(term)) common += 1;
  return common / (one.size + other.size - common);
}
