import { reader, valuesOf, type Values } from '../../index/step';
import type { SearchParameters } from './search-parameters';

/** Basic search (GraphRAG B4). */
export const BASIC_PARAMETERS: SearchParameters = {
  name: 'basic',
  title: 'Basic',
  doc: 'Shows the model the passages nearest to the question, by their words and, with an embedding model, by meaning.',
  parameters: [
    {
      name: 'passages',
      title: 'Passages',
      doc: 'At most (GraphRAG: 10).',
      kind: 'number',
      default: 10,
      min: 1,
      max: 100,
      step: 1,
    },
  ],
};

/** The parameters of Basic, read. */
export interface BasicChoices {
  readonly passages: number;
}

/** Reads the parameters of Basic; what is missing has its default. */
export const basicChoices = (chosen?: Values): BasicChoices => ({
  passages: reader(valuesOf(BASIC_PARAMETERS, chosen)).number('passages'),
});
