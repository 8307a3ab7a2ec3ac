import type { IndexState } from '../../ports/index-state';
import { reader, valuesOf, type BackgroundStep } from '../step';

/** One description of several (GraphRAG A5); full depth only, since compact reading describes nothing. */
export const descriptionsStep: BackgroundStep = {
  scope: 'background',
  name: 'model descriptions',
  title: 'Joining descriptions with a model',
  doc: 'Where several passages describe an entity or a relationship, the model makes one description of them. Full depth only.',
  parameters: [
    {
      name: 'summarise',
      title: 'Make one description of several',
      doc: 'Makes one description of several; otherwise they stand side by side.',
      kind: 'switch',
      default: true,
    },
    {
      name: 'join_above',
      title: 'Join by a model above so many tokens',
      doc: 'Descriptions of one thing that have no more tokens together stand side by side, without a call (GraphRAG: 0, which joins any two).',
      kind: 'number',
      default: 120,
      min: 0,
      max: 100_000,
      step: 10,
    },
    {
      name: 'max_input_tokens',
      title: 'Tokens of descriptions in one call',
      doc: 'Tokens of descriptions in one call; more are joined in turns (GraphRAG: 4000).',
      kind: 'number',
      default: 4000,
      min: 200,
      max: 100_000,
      step: 100,
    },
    {
      name: 'max_words',
      title: 'Words of a description',
      doc: 'Words of a description at most (GraphRAG: 500).',
      kind: 'number',
      default: 120,
      min: 10,
      max: 1000,
      step: 10,
    },
  ],
};

export interface DescriptionChoices {
  readonly summarise: boolean;
  /** Tokens of descriptions up to which they stand side by side. */
  readonly joinAbove: number;
  readonly maxInputTokens: number;
  readonly maxWords: number;
}

/** Reads the parameters of descriptions; what is missing has its default. */
export function descriptionChoices(parameters: IndexState['parameters']): DescriptionChoices {
  const { number, flag } = reader(valuesOf(descriptionsStep, parameters[descriptionsStep.name]));
  return {
    summarise: flag('summarise'),
    joinAbove: number('join_above'),
    maxInputTokens: number('max_input_tokens'),
    maxWords: number('max_words'),
  };
}
