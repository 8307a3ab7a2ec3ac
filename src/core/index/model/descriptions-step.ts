import type { IndexState } from '../../ports/index-state';
import { choicesOf, flag, number } from '../../parameters';
import type { BackgroundStep } from '../step';

/** One description of several (GraphRAG A5); full depth only, since compact reading describes nothing. */
export const descriptionsStep = {
  scope: 'background',
  name: 'model descriptions',
  title: 'Joining descriptions with a model',
  doc: 'Where several passages describe an entity or a relationship, the model makes one description of them. Full depth only.',
  parameters: [
    flag('summarise', 'Make one description of several', true, {
      doc: 'Makes one description of several; otherwise they stand side by side.',
    }),
    number('join_above', 'Join by a model above so many tokens', 120, [0, 100_000, 10], {
      doc: 'Descriptions of one thing that have no more tokens together stand side by side, without a call (GraphRAG: 0, which joins any two).',
    }),
    number('max_input_tokens', 'Tokens of descriptions in one call', 4000, [200, 100_000, 100], {
      doc: 'Tokens of descriptions in one call; more are joined in turns (GraphRAG: 4000).',
    }),
    number('max_words', 'Words of a description', 120, [10, 1000, 10], {
      doc: 'Words of a description at most (GraphRAG: 500).',
    }),
  ],
  reads: ['text_units', 'extractions', 'edits', 'entities', 'relationships'],
  writes: ['entities', 'relationships'],
} satisfies BackgroundStep;

/** Reads the parameters of descriptions; what is missing has its default. */
export const descriptionChoices = (parameters: IndexState['parameters']) =>
  choicesOf(descriptionsStep, parameters[descriptionsStep.name]);
