import {
  COMPARISONS,
  type Contestant,
  type EvaluationQuestion,
  type Judgement,
  type KeptAnswer,
  type KeptJudgement,
} from '../../evaluation/evaluation';
import type { ClaimSize } from '../../evaluation/judging/judge';
import { shortId, stableId } from '../../ids';
import { RUN_MODES } from '../../search/request/mode-names';
import type { EvaluationResultRow } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { keptAnswer } from './items/answer-items';
import { answerOf, judgementOf } from './evaluation-rows';
import type { Evaluation } from './result-items';

/** A question by one contestant, as far as it is kept and holds. */
export interface KeptQuestionMode {
  readonly contestant: Contestant;
  readonly row: EvaluationResultRow;
  readonly answer: KeptAnswer;
  /** True for an answer from an earlier state of the collection, which a run asks again. */
  readonly isEarlier: boolean;
  readonly claims: JudgementOf<'claims'> | null;
  readonly assertions: JudgementOf<'assertions'> | null;
  readonly support: JudgementOf<'support'> | null;
}

/** A question with everything that is kept of it. */
export interface KeptQuestion {
  readonly question: EvaluationQuestion;
  readonly modes: readonly KeptQuestionMode[];
  readonly reference: JudgementOf<'reference'> | null;
  readonly pairs: readonly KeptPair[];
}

/** Two answers, compared by a judge. */
export interface KeptPair extends JudgementOf<'pairwise' | 'differential'> {
  readonly one: Contestant;
  readonly other: Contestant;
}

type Kind = Judgement['kind'];

export interface JudgementOf<K extends Kind> extends KeptJudgement {
  readonly judgement: Extract<Judgement, { readonly kind: K }>;
}

type Rows = ReadonlyMap<string, EvaluationResultRow>;

/** The names of a judgement: its id, and the start of its key, which says what was judged. The rest of the key says how. */
export interface JudgementNames {
  readonly id: string;
  readonly subject: string;
}

/** Names the judgement of answers to a question, in the order in which these are compared. */
export const judgementNames = (
  kind: Kind,
  question: EvaluationQuestion,
  answers: readonly EvaluationResultRow[],
): JudgementNames => ({
  id: judgementId(kind, ...answers.map(({ id }) => id)),
  subject: shortId(...answers.flatMap(({ text, context }) => [text, ...context]), ...standardOf(kind, question)),
});

/** The words of a question by which its answers are judged: with others, a verdict holds no longer. */
function standardOf(kind: Kind, { reference, assertions }: EvaluationQuestion): readonly string[] {
  if (kind === 'claims') return reference === null ? [] : [reference];
  if (kind !== 'assertions' && kind !== 'support') return [];
  return assertions.flatMap(({ id, statement }) => [id, statement]);
}

/** The id of the judgement of answers, by theirs. */
export const judgementId = (kind: Kind, ...answerIds: readonly string[]): string => stableId(kind, ...answerIds);

/** Names the rating of passages for a question. */
export const referenceNames = ({ id, question }: EvaluationQuestion): JudgementNames => ({
  id: stableId('reference', id),
  subject: shortId(question),
});

/** The columns of results: every contestant by the chosen model, and by each other model of which answers are kept that hold, by their titles. */
export function columnsOf(evaluation: Evaluation, rows: Rows): readonly Contestant[] {
  const { contestants, questions, writer } = evaluation;
  const written = [...rows.values()].flatMap(({ kind, model }) => (kind === 'answer' && model !== null ? [model] : []));
  const others = writer ? [...new Set(written)].filter((title) => title !== writer.title) : [];
  return contestants.flatMap((one) => {
    if (one.model !== undefined) return [one];
    const kept = others.filter((model) =>
      questions.some((question) => keptAnswer(evaluation, rows, question, { ...one, model })),
    );
    return [writer?.title ?? null, ...kept].sort().map((model) => ({ ...one, model }));
  });
}

/** Everything of an evaluation that is kept, question by question. */
export function keptQuestions(
  evaluation: Evaluation,
  rows: Rows,
  columns: readonly Contestant[],
): readonly KeptQuestion[] {
  return evaluation.questions.map((question) => {
    const modes = keptModes(evaluation, rows, question, columns);
    const pairs = comparedPairs(modes, ({ contestant }) => contestant).flatMap(([a, b]) =>
      COMPARISONS.flatMap((kind) => {
        const found = find(rows, kind, judgementNames(kind, question, [a.row, b.row]));
        return found ? [{ ...found, one: a.contestant, other: b.contestant }] : [];
      }),
    );
    return { question, modes, pairs, reference: find(rows, 'reference', referenceNames(question)) };
  });
}

/** Kept answers to a question with their judgements, in the order of the modes. */
export const keptModes = (
  evaluation: Evaluation,
  rows: Rows,
  question: EvaluationQuestion,
  columns: readonly Contestant[],
): readonly KeptQuestionMode[] =>
  columns
    .toSorted((a, b) => RUN_MODES.indexOf(a.mode) - RUN_MODES.indexOf(b.mode))
    .flatMap((contestant) => {
      const { row, isEarlier = false } = keptAnswer(evaluation, rows, question, contestant) ?? {};
      const answer = row && answerOf(row);
      if (!answer) return [];
      const judged = <K extends Kind>(kind: K) => find(rows, kind, judgementNames(kind, question, [row]));
      const judgements = { claims: judged('claims'), assertions: judged('assertions'), support: judged('support') };
      return [{ contestant, row, answer, isEarlier, ...judgements }];
    });

/** Mean tokens of text to a claim, and of a claim, in the answers whose claims are kept; undefined of none. */
export function claimSizeIn(rows: Rows): ClaimSize | undefined {
  const drawn = [...rows.values()].flatMap((row) => {
    const kept = row.kind === 'answer' ? judgementIn(rows.get(judgementId('claims', row.id)), 'claims') : null;
    return kept ? [{ text: row.text, claims: kept.judgement.claims.answerClaims }] : [];
  });
  const claims = drawn.flatMap((one) => one.claims);
  const tokens = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  if (claims.length === 0) return undefined;
  return { text: tokens(drawn.map(({ text }) => text)) / claims.length, own: tokens(claims) / claims.length };
}

/** Pairs that differ in the mode or in the model alone, the earlier one first: few tests, and each says what made the difference. */
export const comparedPairs = <T>(
  items: readonly T[],
  contestantOf: (item: T) => Contestant,
): readonly (readonly [T, T])[] =>
  items
    .flatMap((first, at) => items.slice(at + 1).map((second) => [first, second] as const))
    .filter((pair) => {
      const [a, b] = pair.map(contestantOf);
      return a?.mode === b?.mode || a?.model === b?.model;
    });

function find<K extends Kind>(rows: Rows, kind: K, { id, subject }: JudgementNames): JudgementOf<K> | null {
  const row = rows.get(id);
  return row?.key.startsWith(`${subject} `) ? judgementIn(row, kind) : null;
}

/** The judgement of a kind in a row; null where it holds none. */
export function judgementIn<K extends Kind>(row: EvaluationResultRow | undefined, kind: K): JudgementOf<K> | null {
  const kept = row?.kind === kind ? judgementOf(row) : null;
  return kept && isOf(kept, kind) ? kept : null;
}

const isOf = <K extends Kind>(kept: KeptJudgement, kind: K): kept is JudgementOf<K> => kept.judgement.kind === kind;
