import { stableId } from '../../../ids';
import { CRITERIA, type EvaluationQuestion } from '../../../evaluation/evaluation';
import { assertionsKey, checkAssertions } from '../../../evaluation/judging/check-assertions';
import { checkClaims } from '../../../evaluation/judging/check-claims';
import { chatChecker, chosenNliChecker, type ClaimChecker } from '../../../evaluation/judging/claim-checker';
import {
  compareAnswers,
  compareDifferences,
  comparisonKey,
  differencesKey,
} from '../../../evaluation/judging/compare-answers';
import { checkSupport, gradeSupport, supportKey } from '../../../evaluation/judging/grade-support';
import type { Judge } from '../../../evaluation/judging/judge';
import { askClaims, claimsKey } from '../../../evaluation/judging/text-claims';
import { passagesOf, type JudgedItem } from './judge-items';
import { comparedPairs, judgementNames, type KeptQuestionMode } from '../stored-evaluation';
import type { Evaluation } from '../result-items';

/** A question with its answers. */
export interface AnsweredQuestion {
  readonly question: EvaluationQuestion;
  /** Answers by the chosen model, which are to be judged. */
  readonly modes: readonly KeptQuestionMode[];
  /** Answers by any model, with which these are compared. */
  readonly all: readonly KeptQuestionMode[];
}

/** Lists what an instrument judges of the answers to a question. */
type Instrument = (evaluation: Evaluation, judge: Judge, answered: AnsweredQuestion) => readonly JudgedItem[];

/** Claims by the entailment model, or else by the judge. */
const checkerOf = (evaluation: Evaluation, judge: Judge): ClaimChecker =>
  chosenNliChecker(judge, evaluation.checker) ?? chatChecker(judge);

const answerText = ({ question }: EvaluationQuestion, { row }: KeptQuestionMode) => ({
  ...{ question, text: row.text, documentIds: row.document_ids },
});

const claims: Instrument = (evaluation, judge, { question, modes }) => {
  const { id, title: by, isCalibrated } = checkerOf(evaluation, judge);
  return modes.map((mode) => {
    const answer = answerText(question, mode);
    const reference = question.reference === null ? null : { ...answer, text: question.reference, documentIds: [] };
    const passages = passagesOf(evaluation, mode.row.context);
    return {
      ...{ question, contestants: [mode.contestant], names: judgementNames('claims', question, [mode.row]) },
      ...{ by, documentIds: answer.documentIds },
      how: stableId(id, claimsKey(judge, answer), reference ? claimsKey(judge, reference) : ''),
      judge: async (asked) => {
        const answerClaims = await askClaims(asked, answer);
        const referenceClaims = reference && (await askClaims(asked, reference));
        const checked = { answer, answerClaims, reference, referenceClaims, passages };
        const found = await checkClaims(checkerOf(evaluation, asked), checked, { signal: evaluation.signal });
        return { kind: 'claims', mode: mode.answer.mode, claims: found, isCalibrated };
      },
    };
  });
};

const assertions: Instrument = ({ choice: { trials } }, judge, { question, modes }) =>
  (question.assertions.length === 0 ? [] : modes).map((mode) => {
    const answer = answerText(question, mode);
    return {
      ...{ question, contestants: [mode.contestant], names: judgementNames('assertions', question, [mode.row]) },
      ...{ by: judge.title, documentIds: answer.documentIds },
      how: assertionsKey(judge, answer, question.assertions, trials),
      judge: async (asked) => ({
        ...{ kind: 'assertions', mode: mode.answer.mode },
        trials: await checkAssertions(asked, answer, question.assertions, trials),
      }),
    };
  });

const support: Instrument = (evaluation, judge, { question, modes }) => {
  const { id = '', title: by } = chosenNliChecker(judge, evaluation.checker) ?? { title: judge.title };
  return (question.assertions.length === 0 ? [] : modes).map((mode) => {
    const passages = passagesOf(evaluation, mode.row.context);
    return {
      ...{ question, contestants: [mode.contestant], names: judgementNames('support', question, [mode.row]) },
      ...{ by, documentIds: mode.row.document_ids },
      how: stableId(id, supportKey(judge, question.assertions)),
      judge: async (asked) => {
        const checker = chosenNliChecker(asked, evaluation.checker);
        const grades = checker
          ? await checkSupport(checker, question.assertions, passages, { signal: evaluation.signal })
          : await gradeSupport(asked, question.assertions, passages);
        return { kind: 'support', mode: mode.answer.mode, grades };
      },
    };
  });
};

/** Criteria compare answers on the whole. A question about a fact has nothing that is told better by one of them. */
export const isOnTheWhole = ({ questionClass }: EvaluationQuestion): boolean =>
  questionClass !== 'local' && questionClass !== 'linked';

const comparison =
  (kind: 'pairwise' | 'differential', compare: typeof compareDifferences, keyOf: typeof comparisonKey): Instrument =>
  (_, judge, { question, modes, all }) =>
    comparedPairs(isOnTheWhole(question) ? all : [], ({ contestant }) => contestant)
      .filter((pair) => pair.some((one) => modes.includes(one)))
      .map(([a, b]) => {
        const documentIds = [...a.row.document_ids, ...b.row.document_ids];
        const asked = { question: question.question, first: a.row.text, second: b.row.text, documentIds };
        return {
          ...{ question, contestants: [a.contestant, b.contestant], documentIds, by: judge.title },
          names: judgementNames(kind, question, [a.row, b.row]),
          how: keyOf(judge, asked),
          judge: async (by) => ({
            ...{ kind, mode: a.answer.mode, other: b.answer.mode },
            scores: asked.first === asked.second ? TIES : await compare(by, asked),
          }),
        };
      });

/** Scores of an answer beside the same one, in both orders. */
const TIES = Object.fromEntries(CRITERIA.map((criterion) => [criterion, [0.5, 0.5]]));

export const INSTRUMENTS = {
  ...{ claims, assertions, support },
  pairwise: comparison('pairwise', compareAnswers, comparisonKey),
  differential: comparison('differential', compareDifferences, differencesKey),
} as const;
