import type { CheckedClaims, Label } from '../evaluation';
import { shareOf } from './statistics';

type Matrix = 'referenceToAnswer' | 'answerToReference' | 'passagesToAnswer' | 'passagesToReference';

interface ClaimMetric {
  /** Group of RAGChecker's results. */
  readonly group: 'overall' | 'retriever' | 'generator';
  readonly needs: readonly Matrix[];
  readonly value: (entailed: Entailed) => number;
}

/** Flags of an answer's claims, of the reference's claims and of the passages. */
interface Entailed {
  /** Claims of the answer that the reference says. */
  readonly right: readonly boolean[];
  /** Claims of the answer that at least one passage says, and those that a relevant passage says. */
  readonly faithful: readonly boolean[];
  readonly inRelevant: readonly boolean[];
  /** Claims of the reference that the answer says, and those that at least one passage says. */
  readonly recalled: readonly boolean[];
  readonly retrieved: readonly boolean[];
  /** Passages that say at least one claim of the reference. */
  readonly relevant: readonly boolean[];
  readonly hasPassages: boolean;
}

/**
 * The eleven metrics of RAGChecker (arXiv 2408.08067), from 0 to 1, by its names; 0 where there is nothing to count. `unsupported` is
 * hallucination and self-knowledge together and needs no reference. It is 1 where claims have no passages, where RAGChecker's two are 0.
 */
export const CLAIM_METRICS = {
  precision: { group: 'overall', needs: ['referenceToAnswer'], value: ({ right }) => shareOf(right) },
  recall: { group: 'overall', needs: ['answerToReference'], value: ({ recalled }) => shareOf(recalled) },
  f1: {
    group: 'overall',
    needs: ['referenceToAnswer', 'answerToReference'],
    value: ({ right, recalled }) => harmonicMean(shareOf(right), shareOf(recalled)),
  },
  claim_recall: { group: 'retriever', needs: ['passagesToReference'], value: ({ retrieved }) => shareOf(retrieved) },
  context_precision: { group: 'retriever', needs: ['passagesToReference'], value: ({ relevant }) => shareOf(relevant) },
  context_utilization: {
    group: 'generator',
    needs: ['passagesToReference', 'answerToReference'],
    value: ({ retrieved, recalled }) => shareOf(recalled.filter((_, at) => retrieved[at])),
  },
  noise_sensitivity_in_relevant: {
    group: 'generator',
    needs: ['passagesToAnswer', 'referenceToAnswer', 'passagesToReference'],
    value: ({ right, inRelevant }) => shareOf(right.map((isRight, at) => !isRight && inRelevant[at] === true)),
  },
  noise_sensitivity_in_irrelevant: {
    group: 'generator',
    needs: ['passagesToAnswer', 'referenceToAnswer', 'passagesToReference'],
    // Without claims of the reference no passage is known to be irrelevant.
    value: ({ right, faithful, inRelevant, retrieved }) =>
      retrieved.length === 0
        ? 0
        : shareOf(right.map((isRight, at) => !isRight && faithful[at] === true && !inRelevant[at])),
  },
  hallucination: {
    group: 'generator',
    needs: ['passagesToAnswer', 'referenceToAnswer'],
    value: ({ right, faithful, hasPassages }) =>
      !hasPassages ? 0 : shareOf(right.map((isRight, at) => !isRight && !faithful[at])),
  },
  self_knowledge: {
    group: 'generator',
    needs: ['passagesToAnswer', 'referenceToAnswer'],
    value: ({ right, faithful, hasPassages }) =>
      !hasPassages ? 0 : shareOf(right.map((isRight, at) => isRight && !faithful[at])),
  },
  faithfulness: { group: 'generator', needs: ['passagesToAnswer'], value: ({ faithful }) => shareOf(faithful) },
  unsupported: {
    group: 'generator',
    needs: ['passagesToAnswer'],
    value: ({ faithful }) => shareOf(faithful.map((isFaithful) => !isFaithful)),
  },
} as const satisfies Readonly<Record<string, ClaimMetric>>;

export type ClaimMetricName = keyof typeof CLAIM_METRICS;

/** Metrics of one answer. A metric whose matrices are missing, as without a reference, is left out. */
export function claimMetrics(claims: CheckedClaims): Readonly<Partial<Record<ClaimMetricName, number>>> {
  const entailed = entailedIn(claims);
  const metrics: readonly (readonly [string, ClaimMetric])[] = Object.entries(CLAIM_METRICS);
  return Object.fromEntries(
    metrics
      .filter(([, { needs }]) => needs.every((matrix) => claims[matrix] !== null))
      .map(([name, { value }]) => [name, value(entailed)]),
  );
}

function entailedIn(claims: CheckedClaims): Entailed {
  const [answer, reference] = [claims.passagesToAnswer.map(flags), (claims.passagesToReference ?? []).map(flags)];
  const relevant = claims.passages.map((_, at) => reference.some((row) => row[at]));
  return {
    right: flags(claims.referenceToAnswer ?? []),
    faithful: answer.map((row) => row.includes(true)),
    inRelevant: answer.map((row) => row.some((isEntailed, at) => isEntailed && relevant[at])),
    recalled: flags(claims.answerToReference ?? []),
    retrieved: reference.map((row) => row.includes(true)),
    relevant,
    hasPassages: relevant.length > 0,
  };
}

const flags = (labels: readonly Label[]): readonly boolean[] => labels.map((label) => label === 'entailment');

const harmonicMean = (a: number, b: number): number => (a > 0 && b > 0 ? (2 * a * b) / (a + b) : 0);
