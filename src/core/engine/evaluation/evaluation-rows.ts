import { has, isArrayOf, isNumber, isString, oneOf, orNull } from '../../conversations/turn-schema';
import {
  type Assertion,
  COMPARISONS,
  type EvaluationQuestion,
  type Judgement,
  type KeptAnswer,
  type KeptJudgement,
  QUESTION_CLASSES,
  QUESTION_ORIGINS,
} from '../../evaluation/evaluation';
import { RUN_MODES, type RunMode } from '../../search/request/mode-names';
import { isRecord } from '../../shapes/read-fields';
import type { EvaluationQuestionRow, EvaluationResultRow } from '../../tables/tables';

/** The question in a row. What cannot be read of it counts as nothing, since a copy may come from anywhere. */
export function questionOf(row: EvaluationQuestionRow): EvaluationQuestion {
  const assertions = parsed(row.assertions);
  return {
    id: row.id,
    question: row.question,
    questionClass: QUESTION_CLASSES.find((name) => name === row.question_class) ?? null,
    origin: QUESTION_ORIGINS.find((name) => name === row.origin) ?? 'imported',
    reference: row.reference,
    assertions: areAssertions(assertions) ? assertions : [],
    evidence: row.evidence,
    isApproved: row.approved === 1,
    madeBy: row.made_by,
  };
}

/** Makes a row of a question. `documentIds`: documents whose words it may have. */
export const rowOfQuestion = (
  { questionClass, assertions, isApproved, madeBy, ...question }: EvaluationQuestion,
  documentIds: readonly string[],
): EvaluationQuestionRow => ({
  ...question,
  question_class: questionClass,
  assertions: JSON.stringify(assertions),
  approved: isApproved ? 1 : 0,
  made_by: madeBy,
  document_ids: documentIds,
});

/** The answer in a row; null where the row holds none. */
export function answerOf({ question_id, kind, mode, model, ...row }: EvaluationResultRow): KeptAnswer | null {
  if (kind !== 'answer' || !isMode(mode)) return null;
  return { questionId: question_id, mode, model, ...row };
}

/** The judgement in a row; null where the row holds none that can be read. */
export function judgementOf({ question_id, model, value }: EvaluationResultRow): KeptJudgement | null {
  const judgement = parsed(value);
  if (model === null || !isJudgement(judgement)) return null;
  return { questionId: question_id, judge: model, judgement };
}

/** The verdict of a person in a row: the claim, and whether the passages say it. Null where the row holds none. */
export function verdictOf({
  kind,
  value,
}: EvaluationResultRow): { readonly claim: string; readonly holds: boolean } | null {
  const verdict = parsed(value);
  if (kind !== 'verdict' || !isRecord(verdict)) return null;
  const { claim, holds } = verdict;
  return isString(claim) && typeof holds === 'boolean' ? { claim, holds } : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isMode = (mode: string): mode is RunMode => RUN_MODES.some((name) => name === mode);

const areAssertions = isArrayOf(
  has<Assertion>({
    id: isString,
    statement: isString,
    importance: orNull(isNumber),
    textUnitIds: isArrayOf(isString),
  }),
);

const areLabels = isArrayOf((value): value is string => oneOf('entailment', 'neutral', 'contradiction')(value));
const areGrades = isArrayOf((value): value is number | null => orNull(isNumber)(value));
const areNumbersByName = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isNumber);
const areListsByName = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isArrayOf(isNumber));
const areRatings = (value: unknown): boolean => Array.isArray(value) && value.every(areNumbersByName);
const mode = oneOf(...RUN_MODES);

const isClaims = has({
  answerClaims: isArrayOf(isString),
  referenceClaims: orNull(isArrayOf(isString)),
  passages: isArrayOf(isString),
  referenceToAnswer: orNull(areLabels),
  answerToReference: orNull(areLabels),
  passagesToAnswer: isArrayOf(areLabels),
  passagesToReference: orNull(isArrayOf(areLabels)),
});

const JUDGEMENTS = [
  has<Judgement>({
    kind: oneOf('claims'),
    mode,
    claims: isClaims,
    isCalibrated: (value) => value === null || typeof value === 'boolean',
  }),
  has<Judgement>({ kind: oneOf('assertions'), mode, trials: areListsByName }),
  has<Judgement>({ kind: oneOf('support'), mode, grades: isArrayOf(areGrades) }),
  has<Judgement>({ kind: oneOf(...COMPARISONS), mode, other: mode, scores: areListsByName }),
  has<Judgement>({ kind: oneOf('reference'), clusters: areRatings, found: areRatings }),
];
const isJudgement = (value: unknown): value is Judgement => JUDGEMENTS.some((isSuch) => isSuch(value));
