import type { CheckedClaims, EvaluationQuestion, KeptAnswer } from '../../../src/core/evaluation/evaluation';

export const question = (given: Partial<EvaluationQuestion> = {}): EvaluationQuestion => ({
  id: 'q1',
  question: 'Who founded the mill?',
  questionClass: null,
  origin: 'typed',
  reference: null,
  assertions: [],
  evidence: [],
  isApproved: true,
  madeBy: null,
  ...given,
});

export const answer = (given: Partial<KeptAnswer> = {}): KeptAnswer => ({
  questionId: 'q1',
  mode: 'local',
  model: null,
  text: '',
  found: [],
  context: [],
  calls: 1,
  tokens: 100,
  seconds: 2,
  ...given,
});

/** Two claims of an answer and three of the reference, with two passages. */
export const CLAIMS: CheckedClaims = {
  answerClaims: ['Ada founded the mill.', 'It stood by the river.'],
  referenceClaims: ['Ada founded it.', 'In 1840.', 'With a loan.'],
  passages: ['t1', 't2'],
  referenceToAnswer: ['entailment', 'neutral'],
  answerToReference: ['entailment', 'neutral', 'contradiction'],
  passagesToAnswer: [
    ['entailment', 'neutral'],
    ['neutral', 'contradiction'],
  ],
  passagesToReference: [
    ['entailment', 'neutral'],
    ['entailment', 'neutral'],
    ['neutral', 'neutral'],
  ],
};
