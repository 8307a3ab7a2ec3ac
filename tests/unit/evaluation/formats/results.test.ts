import { expect, it } from 'vitest';
import { resultsCsv, resultsMarkdown } from '../../../../src/core/evaluation/formats/results';
import { question } from '../lib';

const recall = { name: 'retrieval.recall', figure: { mean: 0.66666, interval: { low: 0.5, high: 1 }, n: 3 } } as const;
const tokens = { name: 'cost.tokens', figure: { mean: 1234.5, interval: { low: 1000, high: 2000 }, n: 3 } } as const;
const NAMES = { mode: () => 'Local', measure: (name: string) => `Measure ${name}` };
const RESULTS = {
  modes: [
    { contestant: { mode: 'local', model: 'Small' }, figures: [recall, tokens] },
    { contestant: { mode: 'local', model: 'La|rge' }, figures: [tokens] },
  ],
  questions: [
    {
      question: question({ question: 'Who, when?' }),
      modes: [
        { contestant: { mode: 'local', model: 'Small' }, figures: { 'retrieval.recall': 0.5 } },
        { contestant: { mode: 'local', model: 'La|rge' }, figures: {} },
      ],
    },
  ],
} as const;

it('writes results as tidy CSV: means first, then the questions', () => {
  expect(resultsCsv(RESULTS, NAMES).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    'mode,model,question,measure,value,low,high,n',
    'Local,Small,,Measure retrieval.recall,0.66666,0.5,1,3',
    'Local,Small,,Measure cost.tokens,1234.5,1000,2000,3',
    'Local,La|rge,,Measure cost.tokens,1234.5,1000,2000,3',
    'Local,Small,"Who, when?",Measure retrieval.recall,0.5,,,1',
  ]);
});

it('writes results as a table of Markdown with intervals and numbers of questions', () => {
  expect(resultsMarkdown(RESULTS, NAMES).trimEnd().split('\n')).toEqual([
    '|  | Local · Small | Local · La\\|rge |',
    '| --- | --- | --- |',
    '| Measure retrieval.recall | 0.667 (0.5–1, n = 3) | – |',
    '| Measure cost.tokens | 1230 (1000–2000, n = 3) | 1230 (1000–2000, n = 3) |',
  ]);
});
