import { mapConcurrent } from '../../async';
import type { CallOptions } from '../../platform';
import type { CheckedClaims, Label } from '../evaluation';
import type { CheckedText, ClaimChecker } from './claim-checker';

/** A passage that a model was shown. */
export interface CheckedPassage extends CheckedText {
  /** Id of its text unit. */
  readonly id: string;
}

/** An answer beside a reference and the passages that it was made from. */
export interface AnswerToCheck {
  readonly answer: CheckedText;
  readonly answerClaims: readonly string[];
  /** Null without a reference, with its claims. */
  readonly reference: CheckedText | null;
  readonly referenceClaims: readonly string[] | null;
  readonly passages: readonly CheckedPassage[];
}

/** The four matrices of RAGChecker; two of them without a reference. Calls: (1 + passages) × (⌈claims of the answer / 5⌉ + ⌈claims of the reference / 5⌉) with a reference and a chat model. Throws ModelError, and the signal's reason when aborted. */
export async function checkClaims(
  checker: ClaimChecker,
  { answer, answerClaims, reference, referenceClaims, passages }: AnswerToCheck,
  options: CallOptions = {},
): Promise<CheckedClaims> {
  const label = (claims: readonly string[], by: CheckedText) => checker.label(claims, by, options);
  const referenceToAnswer = reference && (await label(answerClaims, reference));
  const answerToReference = referenceClaims && (await label(referenceClaims, answer));
  const byPassage = await mapConcurrent(passages, checker.parallel, async (passage) => ({
    answer: await label(answerClaims, passage),
    reference: referenceClaims && (await label(referenceClaims, passage)),
  }));
  const row = (labels: (typeof byPassage)[number], side: 'answer' | 'reference', at: number): Label =>
    labels[side]?.[at] ?? 'neutral';
  const matrix = (claims: readonly string[], side: 'answer' | 'reference') =>
    claims.map((_, at) => byPassage.map((labels) => row(labels, side, at)));
  return {
    answerClaims,
    referenceClaims,
    passages: passages.map(({ id }) => id),
    referenceToAnswer,
    answerToReference,
    passagesToAnswer: matrix(answerClaims, 'answer'),
    passagesToReference: referenceClaims && matrix(referenceClaims, 'reference'),
  };
}
