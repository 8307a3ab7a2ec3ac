import { fenced, FENCE_RULE } from '../fence';
import type { ChoiceShape } from '../../shapes/shape';
import type { Prompt } from '../prompt';

/** Rates how much one report bears on a question (GraphRAG B2.1), in one token. */
export const RATE_REPORT: Prompt = {
  name: 'rate-report',
  title: 'Global: does a report bear on the question?',
  doc: 'Rates a report from 0 to 5, so that only the parts of the collection that bear on the question are read.',
  source: 'GraphRAG 3.1 global_search, dynamic community selection',
  version: 2,
  system: `You rate how far a community report helps to answer a question. ${FENCE_RULE}
{form}
0 says nothing on the question
1 touches on it
2 gives background
3 helps to answer it
4 answers most of it
5 answers it`,
  user: `${fenced('{report}')}
Question: {question}
Rating from 0 to 5:`,
  forms: {
    lines: `Answer with one digit and nothing else:`,
    json: `Answer with one digit in JSON, as {"choice":"3"}:`,
  },
};

export const RATE_SHAPE = {
  kind: 'choice',
  options: ['0', '1', '2', '3', '4', '5'],
} as const satisfies ChoiceShape;
