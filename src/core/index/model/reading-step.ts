import type { IndexState } from '../../ports/index-state';
import { reader, valuesOf, type BackgroundStep } from '../step';

/** What a person chose about reading with a model. */
export interface ReadingChoices {
  readonly depth: 'compact' | 'full';
  /** Share of each document's text units, over 0 to 1. */
  readonly budget: number;
  readonly types: readonly string[];
  readonly openTypes: boolean;
  readonly gleanings: number;
  readonly claims: boolean;
  readonly claimsAbout: string;
  /** Who reads; empty for nobody in particular. */
  readonly persona: string;
  /** Null for each document's own. */
  readonly language: string | null;
}

/** A language model reads passages and says who and what is in them, and how they are connected (GraphRAG A4, A9b). */
export const readingStep: BackgroundStep = {
  scope: 'background',
  name: 'model reading',
  title: 'Reading with a model',
  doc: 'A language model names entities and relationships, each with the sentence that proves it. Nothing runs before you start it.',
  parameters: [
    {
      name: 'depth',
      title: 'Depth',
      doc: 'Compact suits models of 1 to 4 billion parameters: names, types and short predicates. Full is GraphRAG’s extraction with descriptions and strengths, for models of 8 billion and more.',
      kind: 'choice',
      choices: ['compact', 'full'],
      default: 'compact',
    },
    {
      name: 'budget',
      title: 'Passages to read',
      doc: 'Per cent of each document’s passages that the model reads, the most central ones first; the others keep what was found without a model.',
      kind: 'number',
      default: 60,
      min: 10,
      max: 100,
      step: 5,
    },
    {
      name: 'entity_types',
      title: 'Kinds of entities',
      doc: 'Kinds of entities to look for, with commas between them.',
      kind: 'text',
      default: 'person, organization, place, event, work, concept',
    },
    {
      name: 'open_types',
      title: 'Let the model name other kinds',
      doc: 'Lets the model name other kinds, too.',
      kind: 'switch',
      default: false,
    },
    {
      name: 'gleanings',
      title: 'Follow-up questions per passage',
      doc: 'Follow-up questions per passage that ask for what was missed; full depth only. One about doubles the cost. Claims have their own.',
      kind: 'number',
      default: 1,
      min: 0,
      max: 3,
      step: 1,
    },
    {
      name: 'claims',
      title: 'Claims',
      doc: 'Also asks what is claimed about whom, with status and dates: one more call per passage, and at full depth each follow-up question once more for the claims.',
      kind: 'switch',
      default: false,
    },
    {
      name: 'claims_about',
      title: 'What counts as a claim',
      doc: 'What counts as a claim.',
      kind: 'text',
      default:
        'statements of fact, accusations, denials and findings about a named person, organisation, place or event',
    },
    {
      name: 'persona',
      title: 'Who reads',
      doc: 'Who reads, such as “a historian of shipping”: the model is told that it is one. Empty for nobody in particular.',
      kind: 'text',
      default: '',
    },
    {
      name: 'language',
      title: 'Language of descriptions',
      doc: 'Language of descriptions and predicates, such as German; empty for each document’s own.',
      kind: 'text',
      default: '',
    },
  ],
};

/** Reads the parameters of reading; what is missing has its default. */
export function readingChoices(parameters: IndexState['parameters']): ReadingChoices {
  const { number, flag, choice, text } = reader(valuesOf(readingStep, parameters[readingStep.name]));
  return {
    depth: choice('depth') === 'full' ? 'full' : 'compact',
    budget: number('budget') / 100,
    types: typesOf(text('entity_types')),
    openTypes: flag('open_types'),
    gleanings: number('gleanings'),
    claims: flag('claims'),
    claimsAbout: text('claims_about'),
    persona: personaOf(text('persona')),
    language: text('language') || null,
  };
}

/** On one line, without the braces of a placeholder and without the full stop that is set after it. */
const personaOf = (words: string): string =>
  words.replaceAll(/[{}]/gu, '').replaceAll(/\s+/gu, ' ').trim().replace(/\.+$/u, '');

/** Lower-case types without repeats; `concept` when none is left, since a grammar needs one. */
function typesOf(list: string): readonly string[] {
  const types = list
    .toLowerCase()
    .split(',')
    .map((type) => type.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim())
    .filter((type) => type !== '');
  return types.length > 0 ? [...new Set(types)] : ['concept'];
}
