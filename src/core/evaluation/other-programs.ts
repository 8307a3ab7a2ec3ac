import type { CheckedClaims, EvaluationQuestion, KeptAnswer, Label } from './evaluation';
import { CLAIM_METRICS, claimMetrics, type ClaimMetricName } from './measures/ragchecker';
import { meanOf } from './measures/statistics';
import { json } from './question-set';

/** An answer of one mode, with its claims where they were checked. */
export interface ExportedAnswer {
  readonly question: EvaluationQuestion;
  readonly answer: KeptAnswer;
  readonly claims: CheckedClaims | null;
}

/** Text of a text unit by its id; empty for one that is gone. */
type TextOf = (textUnitId: string) => string;

/** Answers of one mode as RAGChecker's results: records with claims, matrices and metrics, and the means in percent. */
export function ragCheckerJson(answers: readonly ExportedAnswer[], textOf: TextOf): string {
  const results = answers.map(({ question, answer, claims }) => ({
    query_id: question.id,
    query: question.question,
    gt_answer: question.reference ?? '',
    response: answer.text,
    retrieved_context: (claims?.passages ?? answer.context).map((id) => ({ doc_id: id, text: textOf(id) })),
    response_claims: claims?.answerClaims.map(asTriple) ?? null,
    gt_answer_claims: claims?.referenceClaims?.map(asTriple) ?? null,
    answer2response: claims?.referenceToAnswer?.map(asLabel) ?? null,
    response2answer: claims?.answerToReference?.map(asLabel) ?? null,
    retrieved2response: claims?.passagesToAnswer.map((row) => row.map(asLabel)) ?? null,
    retrieved2answer: claims?.passagesToReference?.map((row) => row.map(asLabel)) ?? null,
    metrics: claims ? theirMetrics(claims) : {},
  }));
  const means = (group: 'overall' | 'retriever' | 'generator'): Readonly<Record<string, number>> =>
    Object.fromEntries(
      THEIR_METRICS.filter((name) => CLAIM_METRICS[name].group === group).flatMap((name) => {
        const values = results.flatMap(({ metrics }) => metrics[name] ?? []);
        return values.length ? [[name, Math.round(1000 * meanOf(values)) / 10]] : [];
      }),
    );
  const metrics = {
    overall_metrics: means('overall'),
    retriever_metrics: means('retriever'),
    generator_metrics: means('generator'),
  };
  return json({ results, metrics });
}

const THEIR_METRICS = Object.keys(CLAIM_METRICS).filter((name): name is ClaimMetricName => name !== 'unsupported');

function theirMetrics(claims: CheckedClaims): ReturnType<typeof claimMetrics> {
  const { unsupported: _, ...metrics } = claimMetrics(claims);
  return metrics;
}

/** RAGChecker's claims have three parts; a sentence is the first. */
const asTriple = (claim: string): readonly string[] => [claim, '', ''];

const asLabel = (label: Label): string => label.charAt(0).toUpperCase() + label.slice(1);

/** Questions with their assertions as BenchmarkQED's `assertions.json`, the most important first. Questions without any are left out. */
export const benchmarkQedAssertions = (questions: readonly EvaluationQuestion[]): string =>
  json(
    questions
      .filter(({ assertions }) => assertions.length > 0)
      .map((question) => ({
        ...heading(question),
        assertions: question.assertions
          .toSorted((a, b) => (b.importance ?? 0) - (a.importance ?? 0))
          .map(({ statement, importance, textUnitIds: sources }, at) => ({
            ...{ statement, source_count: sources.length, score: importance ?? 0, rank: at + 1, sources },
          })),
      })),
  );

/** Answers of one mode as BenchmarkQED reads those of a method. */
export const benchmarkQedAnswers = (answers: readonly ExportedAnswer[]): string =>
  json(answers.map(({ question, answer }) => ({ ...heading(question), answer: answer.text })));

/**
 * Passages that one mode found, the best first, as BenchmarkQED's retrieval scores read them by default: the question as `text`, and
 * passages of which every value is a text.
 */
export const benchmarkQedRetrieval = (answers: readonly ExportedAnswer[], textOf: TextOf): string =>
  json(
    answers.map(({ question: { id, question }, answer }) => ({
      ...{ question_id: id, text: question },
      context: answer.found.map((unit) => ({ chunk_id: unit, text: textOf(unit) })),
    })),
  );

const heading = ({ id, question }: EvaluationQuestion): object => ({ question_id: id, question_text: question });
