import { shortId, stableId } from '../../../ids';
import { CRITERIA, type EvaluationQuestion } from '../../../evaluation/evaluation';
import { assertionsKey, checkAssertions, estimateAssertions } from '../../../evaluation/judging/check-assertions';
import { checkClaims } from '../../../evaluation/judging/check-claims';
import { chatChecker, type ClaimChecker, nliChecker } from '../../../evaluation/judging/claim-checker';
import {
  compareAnswers,
  compareDifferences,
  comparisonKey,
  differencesKey,
  estimateComparison,
  estimateDifferences,
} from '../../../evaluation/judging/compare-answers';
import { checkSupport, estimateSupport, gradeSupport, supportKey } from '../../../evaluation/judging/grade-support';
import type { Judge } from '../../../evaluation/judging/judge';
import { askClaims, claimsKey, estimateClaims, expectedClaims } from '../../../evaluation/judging/text-claims';
import { estimateTokens } from '../../../text/tokens';
import { namedLoads, passagesOf, type JudgedItem, type NamedLoad } from './judge-items';
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

/** Tokens of an answer, by which the price of judging it is estimated. */
export interface AnswerTokens {
  /** Tells its text from others. */
  readonly name: string;
  readonly answer: number;
  readonly passages: readonly PassageTokens[];
}

/** A passage by its id and size. */
export interface PassageTokens {
  readonly id: string;
  readonly tokens: number;
}

/** Answers to a question that are kept: by the chosen model, and by others in the modes in which its own are missing. */
export interface ComparedAnswers {
  readonly own: number;
  readonly others: number;
}

/** An instrument that judges answers. */
export interface Instrument {
  items(evaluation: Evaluation, judge: Judge, answered: AnsweredQuestion): readonly JudgedItem[];
  /** Expected calls, item by item, for a question of which these answers are still to be written. */
  expected(
    evaluation: Evaluation,
    judge: Judge,
    question: EvaluationQuestion,
    missing: readonly AnswerTokens[],
    kept: ComparedAnswers,
  ): ItemLoads;
}

/** Calls by item. */
export type ItemLoads = readonly (readonly NamedLoad[])[];

/** Claims by the entailment model, or else by the judge. */
const checkerOf = ({ checker }: Evaluation, judge: Judge): ClaimChecker =>
  checker ? nliChecker(checker.model, checker.thresholds) : chatChecker(judge);

const answerText = ({ question }: EvaluationQuestion, { row }: KeptQuestionMode) => ({
  ...{ question, text: row.text, documentIds: row.document_ids },
});

export const passageTokens = (evaluation: Evaluation, ids: readonly string[]): readonly PassageTokens[] =>
  passagesOf(evaluation, ids).map(({ id, text }) => ({ id, tokens: estimateTokens(text) }));

/** Sizes of answers that are written. */
const answersOf = (evaluation: Evaluation, modes: readonly KeptQuestionMode[]): readonly AnswerTokens[] =>
  modes.map(({ row }) => ({
    name: shortId(row.text),
    answer: estimateTokens(row.text),
    passages: passageTokens(evaluation, row.context),
  }));

/** Calls that draw the claims of each answer and of the reference, and check them by the other text and by each passage. */
function claimLoads(
  checker: ClaimChecker,
  judge: Judge,
  { id, question, reference }: EvaluationQuestion,
  answers: readonly AnswerTokens[],
): ItemLoads {
  const asked = estimateTokens(question);
  const right = reference === null ? [] : [{ id: 'reference', tokens: estimateTokens(reference) }];
  return answers.map(({ name, answer, passages }) => {
    const own = { id: name, tokens: answer };
    const check = (claims: PassageTokens, by: readonly PassageTokens[]) =>
      by.flatMap((text) =>
        namedLoads(
          stableId('checks', id, claims.id, text.id),
          checker.estimate(expectedClaims(claims.tokens), text.tokens),
        ),
      );
    return [
      ...[...(answer > 0 ? [own] : []), ...right].map(({ id: text, tokens }) => ({
        ...estimateClaims(judge, { question: asked, text: tokens }),
        name: stableId('claims', id, text),
      })),
      ...check(own, [...right, ...passages]),
      ...right.flatMap((claims) => check(claims, [own, ...passages])),
    ];
  });
}

const claims: Instrument = {
  items: (evaluation, judge, { question, modes }) => {
    const checker = checkerOf(evaluation, judge);
    const loads = claimLoads(checker, judge, question, answersOf(evaluation, modes));
    return modes.map((mode, at) => {
      const answer = answerText(question, mode);
      const reference = question.reference === null ? null : { ...answer, text: question.reference, documentIds: [] };
      const passages = passagesOf(evaluation, mode.row.context);
      return {
        ...{ question, contestants: [mode.contestant], names: judgementNames('claims', question, [mode.row]) },
        ...{ by: checker.title },
        ...{ documentIds: answer.documentIds, isReplayed: evaluation.checker === null },
        how: stableId(checker.id, claimsKey(judge, answer), reference ? claimsKey(judge, reference) : ''),
        loads: loads[at] ?? [],
        judge: async (asked) => {
          const answerClaims = await askClaims(asked, answer);
          const referenceClaims = reference && (await askClaims(asked, reference));
          const checked = { answer, answerClaims, reference, referenceClaims, passages };
          const found = await checkClaims(checkerOf(evaluation, asked), checked, { signal: evaluation.signal });
          const { isCalibrated } = checker;
          return { kind: 'claims', mode: mode.answer.mode, claims: found, isCalibrated };
        },
      };
    });
  },
  expected: (evaluation, judge, question, answers) =>
    claimLoads(checkerOf(evaluation, judge), judge, question, answers),
};

const assertions: Instrument = {
  items: ({ choice: { trials } }, judge, { question, modes }) =>
    question.assertions.length === 0
      ? []
      : modes.map((mode) => {
          const answer = answerText(question, mode);
          const how = assertionsKey(judge, answer, question.assertions, trials);
          return {
            ...{ question, contestants: [mode.contestant], names: judgementNames('assertions', question, [mode.row]) },
            ...{ by: judge.title, how },
            ...{ documentIds: answer.documentIds, isReplayed: true },
            loads: namedLoads(how, assertionLoads(judge, question, estimateTokens(answer.text), trials)),
            judge: async (asked) => ({
              ...{ kind: 'assertions', mode: mode.answer.mode },
              trials: await checkAssertions(asked, answer, question.assertions, trials),
            }),
          };
        }),
  expected: ({ choice: { trials } }, judge, question, missing) =>
    question.assertions.length === 0
      ? []
      : missing.map(({ name, answer }) =>
          namedLoads(stableId(question.id, name), assertionLoads(judge, question, answer, trials)),
        ),
};

const assertionLoads = (
  judge: Judge,
  { question, assertions: all }: EvaluationQuestion,
  answer: number,
  trials: number,
) =>
  estimateAssertions(
    judge,
    { question: estimateTokens(question), answer, statements: all.map(({ statement }) => estimateTokens(statement)) },
    trials,
  );

const support: Instrument = {
  items: (evaluation, judge, { question, modes }) => {
    const checker = evaluation.checker && nliChecker(evaluation.checker.model, evaluation.checker.thresholds);
    const loads = supportLoads(evaluation, judge, question, answersOf(evaluation, modes));
    return (question.assertions.length === 0 ? [] : modes).map((mode, at) => {
      const passages = passagesOf(evaluation, mode.row.context);
      return {
        ...{ question, contestants: [mode.contestant], names: judgementNames('support', question, [mode.row]) },
        ...{ by: checker?.title ?? judge.title },
        ...{ documentIds: mode.row.document_ids, isReplayed: checker === null },
        how: stableId(checker?.id ?? '', supportKey(judge, question.assertions)),
        loads: loads[at] ?? [],
        judge: async (asked) => ({
          ...{ kind: 'support', mode: mode.answer.mode },
          grades: checker
            ? await checkSupport(checker, question.assertions, passages, { signal: evaluation.signal })
            : await gradeSupport(asked, question.assertions, passages),
        }),
      };
    });
  },
  expected: (evaluation, judge, question, missing) =>
    question.assertions.length === 0 ? [] : supportLoads(evaluation, judge, question, missing),
};

/** Calls that grade the support of each answer's passages; none by an entailment model. */
const supportLoads = (
  { checker }: Evaluation,
  judge: Judge,
  { id: question, assertions: all }: EvaluationQuestion,
  answers: readonly AnswerTokens[],
): ItemLoads => {
  const statements = all.map(({ statement }) => estimateTokens(statement));
  return answers.map(({ passages }) =>
    (checker ? [] : passages).flatMap(({ id, tokens }) =>
      namedLoads(stableId('support', question, id), estimateSupport(judge, statements, [tokens])),
    ),
  );
};

/** Criteria compare answers on the whole. A question about a fact has nothing that is told better by one of them. */
export const isOnTheWhole = ({ questionClass }: EvaluationQuestion): boolean =>
  questionClass !== 'local' && questionClass !== 'linked';

const comparison = (
  kind: 'pairwise' | 'differential',
  compare: typeof compareDifferences,
  keyOf: typeof comparisonKey,
  estimate: typeof estimateDifferences,
): Instrument => ({
  items: (_, judge, { question, modes, all }) => {
    const pairs = comparedPairs(isOnTheWhole(question) ? all : [], ({ contestant }) => contestant);
    return pairs
      .filter((pair) => pair.some((one) => modes.includes(one)))
      .map((pair) => {
        const [first, second] = pair.map((one) => answerText(question, one));
        const [a, b] = pair;
        const texts = { first: first?.text ?? '', second: second?.text ?? '' };
        const documentIds = [...a.row.document_ids, ...b.row.document_ids];
        const isSame = texts.first === texts.second;
        const asked = { question: question.question, ...texts, documentIds };
        const sizes = { question: asked.question, ...texts };
        return {
          ...{ question, contestants: [a.contestant, b.contestant], documentIds, isReplayed: true },
          ...{ names: judgementNames(kind, question, [a.row, b.row]), by: judge.title },
          how: keyOf(judge, asked),
          loads: isSame ? [] : namedLoads(keyOf(judge, asked), estimate(judge, tokensOf(sizes))),
          judge: async (by) => ({
            kind,
            mode: a.answer.mode,
            other: b.answer.mode,
            scores: isSame ? TIES : await compare(by, asked),
          }),
        };
      });
  },
  expected: (_, judge, question, missing, { own, others }) => {
    if (!isOnTheWhole(question)) return [];
    const asked = estimateTokens(question.question);
    const mean = missing.reduce((sum, { answer }) => sum + answer, 0) / Math.max(1, missing.length);
    // A new answer is compared with each other new one, with each that is kept, and with those of other models in its mode.
    const pairs = (missing.length * (missing.length - 1)) / 2 + missing.length * own + others;
    const one = estimate(judge, { question: asked, first: mean, second: mean });
    return Array.from({ length: pairs }, (_, at) => namedLoads(stableId(kind, question.id, at), one));
  },
});

/** Scores of an answer beside the same one, in both orders. */
const TIES = Object.fromEntries(CRITERIA.map((criterion) => [criterion, [0.5, 0.5]]));

const tokensOf = ({ question, first, second }: Readonly<Record<'question' | 'first' | 'second', string>>) => ({
  ...{ question: estimateTokens(question), first: estimateTokens(first), second: estimateTokens(second) },
});

export const INSTRUMENTS = {
  claims,
  assertions,
  support,
  pairwise: comparison('pairwise', compareAnswers, comparisonKey, estimateComparison),
  differential: comparison('differential', compareDifferences, differencesKey, estimateDifferences),
} as const satisfies Readonly<Record<string, Instrument>>;
