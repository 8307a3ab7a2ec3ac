import { describe, expect, it } from 'vitest';
import { readEvaluationJson } from '../../../src/core/evaluation/imported-item';
import {
  benchmarkQedAnswers,
  benchmarkQedAssertions,
  benchmarkQedRetrieval,
  ragCheckerJson,
} from '../../../src/core/evaluation/other-programs';
import { answer, CLAIMS, question } from './lib';

const textOf = (id: string): string => `Text of ${id}.`;
const ASKED = question({ reference: 'Ada, in 1840, with a loan.' });
const ANSWERED = {
  question: ASKED,
  answer: answer({ text: 'Ada.', found: ['t2', 't1'], context: ['t1'] }),
  claims: CLAIMS,
};

describe('the JSON of RAGChecker', () => {
  it('comes back as a question with its reference, without the answer of its program', () => {
    const [item] = readEvaluationJson(ragCheckerJson([ANSWERED], textOf));
    expect(item).toMatchObject({ id: 'q1', question: ASKED.question, reference: ASKED.reference, isAnswered: true });
  });

  it('has the fields, labels and groups that RAGChecker writes', () => {
    const { results, metrics } = JSON.parse(ragCheckerJson([ANSWERED], textOf));
    expect(results[0]).toMatchObject({
      response_claims: [
        ['Ada founded the mill.', '', ''],
        ['It stood by the river.', '', ''],
      ],
      answer2response: ['Entailment', 'Neutral'],
      retrieved2answer: [
        ['Entailment', 'Neutral'],
        ['Entailment', 'Neutral'],
        ['Neutral', 'Neutral'],
      ],
    });
    expect(Object.keys(results[0].metrics)).toHaveLength(11);
    expect(metrics).toEqual({
      overall_metrics: { precision: 50, recall: 33.3, f1: 40 },
      retriever_metrics: { claim_recall: 66.7, context_precision: 50 },
      generator_metrics: {
        ...{ context_utilization: 50, noise_sensitivity_in_relevant: 0, noise_sensitivity_in_irrelevant: 0 },
        ...{ hallucination: 50, self_knowledge: 0, faithfulness: 50 },
      },
    });
  });

  it('leaves open for RAGChecker what was not checked', () => {
    const { results, metrics } = JSON.parse(ragCheckerJson([{ ...ANSWERED, claims: null }], textOf));
    expect(results[0]).toMatchObject({ response_claims: null, retrieved2response: null, metrics: {} });
    expect(results[0].retrieved_context).toEqual([{ doc_id: 't1', text: 'Text of t1.' }]);
    expect(metrics.overall_metrics).toEqual({});
  });

  it('is read as inputs and as results', () => {
    const inputs = {
      query_id: 7,
      query: 'Who?',
      gt_answer: 'Ada.',
      retrieved_context: [{ doc_id: '0', text: 'Ada.' }],
    };
    const results = {
      ...inputs,
      response: 'Ben.',
      response_claims: [['Ben', 'founded', 'it']],
      retrieved2response: [['Neutral']],
    };
    for (const [record, isAnswered] of [
      [inputs, false],
      [results, true],
    ] as const)
      expect(readEvaluationJson(JSON.stringify({ results: [record], metrics: {} }))).toMatchObject([
        { id: '7', question: 'Who?', reference: 'Ada.', isAnswered },
      ]);
  });
});

describe('the JSON of BenchmarkQED', () => {
  it('takes and gives questions with assertions', () => {
    const assertions = [{ id: '1', statement: 'The response should name Ada.', importance: 10, textUnitIds: ['t1'] }];
    const written = benchmarkQedAssertions([{ ...ASKED, assertions }, question({ id: 'q2' })]);
    expect(JSON.parse(written)).toEqual([
      {
        question_id: 'q1',
        question_text: ASKED.question,
        assertions: [
          { statement: 'The response should name Ada.', source_count: 1, score: 10, rank: 1, sources: ['t1'] },
        ],
      },
    ]);
    expect(readEvaluationJson(written)).toMatchObject([
      { id: 'q1', question: ASKED.question, reference: null, assertions },
    ]);
  });

  it('may hold assertions as mere texts, or with what supports them', () => {
    const assertions = ['Names Ada.', { statement: 'Gives the year.', rank: 2, supporting_assertions: ['1840'] }];
    const [item] = readEvaluationJson(JSON.stringify([{ question_id: 'a', question_text: 'Who?', assertions }]));
    expect(item?.assertions.map(({ statement, importance }) => [statement, importance])).toEqual([
      ['Names Ada.', null],
      ['Gives the year.', null],
    ]);
  });

  it('takes and gives answers, which are no references', () => {
    const written = benchmarkQedAnswers([ANSWERED]);
    expect(JSON.parse(written)).toEqual([{ question_id: 'q1', question_text: ASKED.question, answer: 'Ada.' }]);
    expect(readEvaluationJson(written)).toMatchObject([{ reference: null, isAnswered: true }]);
  });

  it('gives what was retrieved', () => {
    const written = benchmarkQedRetrieval([ANSWERED], textOf);
    expect(JSON.parse(written)[0].context[0]).toEqual({ chunk_id: 't2', text: 'Text of t2.' });
    expect(readEvaluationJson(written)).toMatchObject([{ question: ASKED.question, isAnswered: false }]);
  });
});
