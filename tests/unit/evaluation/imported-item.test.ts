import { closedCsvRows } from '../../../src/adapters/documents/tabular/read-csv';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { evidenceFinder, readEvaluationJson } from '../../../src/core/evaluation/imported-item';
import { questionsCsv, questionsJson, readQuestionRows } from '../../../src/core/evaluation/question-set';
import { question } from './lib';

const SET = [
  question({
    questionClass: 'linked',
    reference: '=Ada, “the miller”\nof Thun',
    evidence: ['t1', 'the mill, by the river'],
    assertions: [
      { id: '1', statement: 'The response should name Ada.', importance: 9, textUnitIds: ['t1'] },
      { id: '2', statement: 'It should give\nthe year.', importance: null, textUnitIds: [] },
    ],
  }),
  question({ id: 'q2', question: 'When?', isApproved: false }),
];

const readCsv = (csv: string) => readQuestionRows(Papa.parse<string[]>(csv, { skipEmptyLines: 'greedy' }).data);

describe('a set of questions', () => {
  it('comes back from JSON as it was', () => {
    const items = readEvaluationJson(questionsJson(SET));
    expect(items).toMatchObject(
      SET.map(({ id, question: asked, questionClass, reference, assertions, evidence, isApproved }) => ({
        ...{ id, question: asked, questionClass, reference, assertions, evidence, isApproved },
        isAnswered: false,
      })),
    );
  });

  it('comes back from CSV, but for the importance and sources of assertions', () => {
    const [first, second] = readCsv(questionsCsv(SET));
    const { reference, evidence, assertions } = SET[0] ?? question();
    expect(first).toMatchObject({ id: 'q1', questionClass: 'linked', reference, evidence });
    expect(first?.assertions.map(({ statement }) => statement)).toEqual(assertions.map(({ statement }) => statement));
    expect(second).toMatchObject({ id: 'q2', question: 'When?', reference: null, assertions: [], evidence: [] });
    expect([first?.isApproved, second?.isApproved]).toEqual([true, false]);
  });

  it('is read from CSV, with lists in cells as JSON', () => {
    const [first, second] = readQuestionRows([
      ['id', 'question', 'class', 'answer', 'assertions', 'evidence'],
      [
        'q1',
        'Who?',
        'linked',
        "'=Ada",
        '["The response should name Ada.","It should give\\nthe year."]',
        '["t1","t2"]',
      ],
      ['q2', 'When?', '', '', '', ''],
    ]);
    expect(first).toMatchObject({ id: 'q1', questionClass: 'linked', reference: '=Ada', evidence: ['t1', 't2'] });
    expect(first?.assertions.map(({ statement }) => statement)).toEqual(
      SET[0]?.assertions.map(({ statement }) => statement),
    );
    expect(second).toMatchObject({ id: 'q2', question: 'When?', reference: null, assertions: [], evidence: [] });
  });

  it('is read from a table by hand: one column is enough, and lists are lines', () => {
    expect(readCsv(' Question \nWho?\n')).toMatchObject([
      { id: null, question: 'Who?', reference: null, isApproved: null },
    ]);
    const [item] = readCsv('question;answer;assertions;evidence\nWho?;Ada;"Names Ada\n\nGives the year";[sic]');
    expect(item?.assertions.map(({ id, statement }) => [id, statement])).toEqual([
      ['1', 'Names Ada'],
      ['2', 'Gives the year'],
    ]);
    expect(item).toMatchObject({ reference: 'Ada', evidence: ['[sic]'] });
  });

  it.each(['question,reference,answer', 'question,gt_answer,answer'])(
    'takes the answer beside a right one for that of another program: %s',
    (header) => {
      for (const items of [
        readCsv(`${header}\nWho?,Ada,Ben`),
        readEvaluationJson(JSON.stringify([{ question: 'Who?', [header.split(',')[1] ?? '']: 'Ada', answer: 'Ben' }])),
      ])
        expect(items).toMatchObject([{ reference: 'Ada', isAnswered: true }]);
    },
  );

  it('takes an answer of a table by hand for the right one, whatever its ids are called', () => {
    expect(readCsv('question_id,question,answer\n7,Who?,Ada')).toMatchObject([
      { id: '7', reference: 'Ada', isAnswered: false },
    ]);
  });

  it.each([
    [() => closedCsvRows('question,answer\nWho?,"Ada\nWhen?,1903'), 'A quotation mark of the file is never closed.'],
    [() => readCsv('frage\nWer?'), 'The first row names no column “question”, but: frage.'],
    [() => readCsv('question,answer\nWho?,Ada\n,Ben'), 'Row 3: it has no question.'],
    [() => readEvaluationJson('{"question'), 'The file is not valid JSON.'],
    [() => readEvaluationJson('{"a": 1}'), 'The file holds no list of questions.'],
    [() => readEvaluationJson('[7]'), 'Record 1: it is no object with fields.'],
    [() => readEvaluationJson('[{"question": "Who?"}, {"answer": "Ada"}]'), 'Record 2: it has no question.'],
    [() => readEvaluationJson('[{"question": "Who?", "evidence": "t1"}]'), 'Record 1: “evidence” is no list.'],
    [
      () => readEvaluationJson('[{"question": "Who?", "assertions": ["Ada", {}]}]'),
      'Record 1: assertion 2 has no statement.',
    ],
  ])('that cannot be read says where (%#)', (read, words) => {
    expect(read).toThrow(expect.objectContaining({ name: 'ParseError', message: words }));
  });
});

describe('marked evidence', () => {
  const find = evidenceFinder([
    { id: 't1', text: 'Ada founded\n the  Mill.' },
    { id: 't2', text: 'The mill burnt down.' },
  ]);

  it.each([
    ['t2', ['t2']],
    ['founded the mill', ['t1']],
    ['THE MILL', ['t1', 't2']],
    ['nowhere', []],
    [' ', []],
  ])('%j is found in %j', (words, ids) => {
    expect(find(words)).toEqual(ids);
  });
});
