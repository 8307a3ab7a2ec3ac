import { ModelError } from '../../../core/errors';
import type { EntailmentScores } from '../../../core/ports/models';

/**
 * Probabilities of the three classes from a network's logits and the names of its classes, in any order and case. With two classes
 * (`entailment`, `not_entailment`) the rest is neutral: such a network does not tell what contradicts. Throws ModelError for other classes.
 */
export function entailmentScores(logits: ArrayLike<number>, labels: readonly string[]): EntailmentScores {
  const classes = labels.map((label) => CLASSES.find(([start]) => label.toLowerCase().startsWith(start))?.[1]);
  if (labels.length !== logits.length || !classes.includes('entailment') || classes.includes(undefined)) {
    const named = labels.join(', ') || 'none';
    throw new ModelError(`This model is no sentence checker: its classes are ${named}. Choose another one.`);
  }
  const shares = softmax(logits);
  const shareOf = (wanted: keyof EntailmentScores): number =>
    shares.reduce((sum, share, i) => sum + (classes[i] === wanted ? share : 0), 0);
  return {
    entailment: shareOf('entailment'),
    neutral: shareOf('neutral'),
    contradiction: shareOf('contradiction'),
  };
}

/** How the names of classes begin in the configurations of such networks. */
const CLASSES: readonly (readonly [start: string, meaning: keyof EntailmentScores])[] = [
  ['not', 'neutral'],
  ['neutral', 'neutral'],
  ['entail', 'entailment'],
  ['contradict', 'contradiction'],
];

function softmax(logits: ArrayLike<number>): readonly number[] {
  const values = Array.from(logits);
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The one logit of such a network as a number from 0 to 1. Throws ModelError for a network with several. */
export function relevance(logits: ArrayLike<number>): number {
  const [logit] = Array.from(logits);
  if (logits.length !== 1 || logit === undefined) {
    throw new ModelError(`This model is no reranker: it has ${String(logits.length)} classes. Choose another one.`);
  }
  return 1 / (1 + Math.exp(-logit));
}
