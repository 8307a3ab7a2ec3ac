import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { Label } from '../../../src/core/evaluation/evaluation';
import { readEvaluationJson, type ImportedItem } from '../../../src/core/evaluation/imported-item';
import {
  benchmarkQedAnswers,
  benchmarkQedAssertions,
  benchmarkQedRetrieval,
  ragCheckerJson,
  type ExportedAnswer,
} from '../../../src/core/evaluation/other-programs';
import { answer, question } from './lib';

/** Files as RAGChecker 0.1.9 and BenchmarkQED 0.4 write them. */
const file = (name: string): string => readFileSync(`tests/fixtures/evaluation-files/${name}.json`, 'utf8');
const parsed = <T>(name: string): T => JSON.parse(file(name)) as T;

/** The set that an import of items makes. */
const imported = (items: readonly ImportedItem[]) =>
  items.map(({ id, question: words, questionClass, reference, assertions }) =>
    question({ id: id ?? '', question: words, questionClass, reference, assertions }),
  );

/** Names and kinds of the fields of a value; those of a list are those of its first item. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [formOf(value[0])] : [];
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, formOf(one)]));
}

interface RagCheckerRecord {
  readonly response: string;
  readonly retrieved_context: readonly { readonly doc_id: string; readonly text: string }[];
  readonly response_claims: readonly (readonly string[])[];
  readonly gt_answer_claims: readonly (readonly string[])[];
  readonly answer2response: readonly string[];
  readonly response2answer: readonly string[];
  readonly retrieved2response: readonly (readonly string[])[];
  readonly retrieved2answer: readonly (readonly string[])[];
}

const labels = (theirs: readonly string[]) => theirs.map((label) => label.toLowerCase() as Label);

/** Answers of RAGChecker's results as an evaluation would keep them. */
function checkedAnswers(name: string): readonly ExportedAnswer[] {
  const { results } = parsed<{ readonly results: readonly RagCheckerRecord[] }>(name);
  const questions = imported(readEvaluationJson(file(name)));
  return results.map((record, at) => ({
    question: questions[at] ?? question(),
    answer: answer({ text: record.response }),
    claims: {
      answerClaims: record.response_claims.map(([claim = '']) => claim),
      referenceClaims: record.gt_answer_claims.map(([claim = '']) => claim),
      passages: record.retrieved_context.map(({ doc_id }) => doc_id),
      referenceToAnswer: labels(record.answer2response),
      answerToReference: labels(record.response2answer),
      passagesToAnswer: record.retrieved2response.map(labels),
      passagesToReference: record.retrieved2answer.map(labels),
    },
  }));
}

describe('files of RAGChecker', () => {
  it.each(['ragchecker-inputs', 'ragchecker-results'])('%s give questions with their right answers', (name) => {
    const [first] = readEvaluationJson(file(name));
    expect(first).toMatchObject({
      ...{ id: '000', question: 'Who kept the ferry at Lindow?', isAnswered: true },
      reference: 'Marta Hale kept the ferry at Lindow from 1884 on.',
    });
  });

  it('may have an answer that is empty, which is none', () => {
    expect(readEvaluationJson(file('ragchecker-inputs'))[1]).toMatchObject({ id: '001', isAnswered: false });
  });

  test('come back from an export as they were, with their metrics', () => {
    const answers = checkedAnswers('ragchecker-results');
    const texts = new Map(
      parsed<{ readonly results: readonly RagCheckerRecord[] }>('ragchecker-results').results.flatMap(
        ({ retrieved_context }) => retrieved_context.map(({ doc_id, text }) => [doc_id, text] as const),
      ),
    );
    const written: unknown = JSON.parse(ragCheckerJson(answers, (id) => texts.get(id) ?? ''));
    expect(written).toEqual(parsed('ragchecker-results'));
  });
});

describe('files of BenchmarkQED', () => {
  it('give questions with their class and assertions, which keep their score', () => {
    const [local, global] = readEvaluationJson(file('benchmark-qed-questions'));
    expect(local).toMatchObject({
      ...{ id: '5b1c6f0e-0001', question: 'Who kept the ferry at Lindow?', questionClass: 'local', reference: null },
      assertions: [{ statement: 'The response should name Marta Hale.', importance: 9 }],
    });
    expect(global).toMatchObject({ id: '5b1c6f0e-0002', questionClass: 'global', assertions: [] });
  });

  it('may be mere texts of questions', () => {
    expect(readEvaluationJson(file('benchmark-qed-question-texts')).map((one) => one.question)).toEqual(
      parsed('benchmark-qed-question-texts'),
    );
  });

  it('come back as assertions with the ids, statements, scores and ranks that they had', () => {
    const written = benchmarkQedAssertions(imported(readEvaluationJson(file('benchmark-qed-assertions'))));
    const [theirs] =
      parsed<readonly { readonly assertions: readonly Record<string, unknown>[] }[]>('benchmark-qed-assertions');
    expect(JSON.parse(written)).toMatchObject([
      {
        ...{ question_id: '5b1c6f0e-0001' },
        question_text: 'Who kept the ferry at Lindow, and when did the toll end?',
        assertions: theirs?.assertions.map(({ statement, score, rank }) => ({ statement, score, rank })),
      },
    ]);
  });

  it('have answers of a method, which are no right answers, under both names of a question', () => {
    expect(readEvaluationJson(file('benchmark-qed-answers'))).toMatchObject([
      { question: 'Who kept the ferry at Lindow?', reference: null, isAnswered: true },
      { question: 'When did the toll end?', reference: null, isAnswered: false },
    ]);
  });

  it('have passages in the form that retrieval scores read: texts alone', () => {
    const [item] = imported(readEvaluationJson(file('benchmark-qed-retrieval')));
    const found = { question: item ?? question(), answer: answer({ found: ['9513', '9524'] }), claims: null };
    const texts: Readonly<Record<string, string>> = {
      '9513': 'Marta Hale took over the ferry at Lindow in 1884.',
      '9524': 'The ferry carried carts and cattle.',
    };
    const written: unknown = JSON.parse(benchmarkQedRetrieval([found], (id) => texts[id] ?? ''));
    expect(written).toEqual(parsed('benchmark-qed-retrieval'));
  });

  it('have the fields of answers that pairwise, reference and assertion scores read', () => {
    const written = benchmarkQedAnswers([{ question: question(), answer: answer(), claims: null }]);
    expect(formOf(JSON.parse(written))).toEqual([{ question_id: 'string', question_text: 'string', answer: 'string' }]);
  });
});
