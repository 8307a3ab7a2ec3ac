import { expect, it } from 'vitest';
import { resultsCsv, resultsMarkdown } from '../../../../src/app/evaluate/exported-file';
import { question } from '../../evaluation/lib';

const recall = { name: 'retrieval.recall', figure: { mean: 0.66666, interval: { low: 0.5, high: 1 }, n: 3 } } as const;
const tokens = { name: 'cost.tokens', figure: { mean: 1234.5, interval: { low: 1000, high: 2000 }, n: 3 } } as const;
const MODE = {
  answered: 1,
  findings: [],
  read: 1,
  answerId: '',
  answer: '',
  assertions: [],
  foundAlone: [],
  missed: [],
};
const RESULTS = {
  modes: [
    { ...MODE, contestant: { mode: 'local', model: 'Small' }, figures: [recall, tokens] },
    { ...MODE, contestant: { mode: 'local', model: 'La|rge' }, figures: [tokens] },
  ],
  questions: [
    {
      question: question({ question: 'Who, when?' }),
      modes: [
        { ...MODE, contestant: { mode: 'local', model: 'Small' }, figures: { 'retrieval.recall': 0.5 } },
        { ...MODE, contestant: { mode: 'local', model: 'La|rge' }, figures: {} },
      ],
    },
  ],
} as const;

it('writes results as tidy CSV: means first, then the questions', () => {
  expect(resultsCsv(RESULTS).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    'mode,model,question,measure,value,low,high,n',
    'Local,Small,,Evidence recall,0.66666,0.5,1,3',
    'Local,Small,,Tokens,1234.5,1000,2000,3',
    'Local,La|rge,,Tokens,1234.5,1000,2000,3',
    'Local,Small,"Who, when?",Evidence recall,0.5,,,1',
  ]);
});

it('writes results as a table of Markdown with intervals and numbers of questions', () => {
  expect(resultsMarkdown(RESULTS).trimEnd().split('\n')).toEqual([
    '|  | Local · Small | Local · La\\|rge |',
    '| --- | --- | --- |',
    '| Evidence recall | 0.667 (0.5–1, n = 3) | – |',
    '| Tokens | 1230 (1000–2000, n = 3) | 1230 (1000–2000, n = 3) |',
  ]);
});
