import type { IndexState } from '../../ports/index-state';
import { choice, choicesOf, flag, number, text } from '../../parameters';
import type { BackgroundStep } from '../step';

/** A language model reads passages and says who and what is in them, and how they are connected (GraphRAG A4, A9b). */
export const readingStep = {
  scope: 'background',
  name: 'model reading',
  title: 'Reading with a model',
  doc: 'A language model names entities and relationships, each with the sentence that proves it. Nothing runs before you start it.',
  parameters: [
    choice('depth', 'Depth', ['compact', 'full'], {
      doc: 'Compact suits models of 1 to 4 billion parameters: names, types and short predicates. Full is GraphRAG’s extraction with descriptions and strengths, for models of 8 billion and more.',
    }),
    number('budget', 'Passages to read', 60, [10, 100, 5], {
      doc: 'Per cent of each document’s passages that the model reads, the most central ones first; the others keep what was found without a model.',
    }),
    text('entity_types', 'Kinds of entities', 'person, organization, place, event, work, concept', {
      doc: 'Kinds of entities to look for, with commas between them.',
    }),
    flag('open_types', 'Let the model name other kinds', false, { doc: 'Lets the model name other kinds, too.' }),
    number('gleanings', 'Follow-up questions per passage', 1, [0, 3], {
      doc: 'Follow-up questions per passage that ask for what was missed; full depth only. One about doubles the cost. Claims have their own.',
    }),
    flag('claims', 'Claims', false, {
      doc: 'Also asks what is claimed about whom, with status and dates: one more call per passage, and at full depth each follow-up question once more for the claims.',
    }),
    text(
      'claims_about',
      'What counts as a claim',
      'statements of fact, accusations, denials and findings about a named person, organisation, place or event',
      { doc: 'What counts as a claim.' },
    ),
    text('persona', 'Who reads', '', {
      doc: 'Who reads, such as “a historian of shipping”: the model is told that it is one. Empty for nobody in particular.',
    }),
    text('language', 'Language of descriptions', '', {
      doc: 'Language of descriptions and predicates, such as German; empty for each document’s own.',
    }),
  ],
  reads: ['documents', 'text_units', 'extractions'],
  writes: ['extractions'],
} satisfies BackgroundStep;

/** What a person chose about reading with a model. */
export type ReadingChoices = ReturnType<typeof readingChoices>;

/** Reads the parameters of reading: `budget` is a share, over 0 to 1; without a language it is each document's own. */
export function readingChoices(parameters: IndexState['parameters']) {
  const { entityTypes, ...choices } = choicesOf(readingStep, parameters[readingStep.name]);
  return {
    ...choices,
    budget: choices.budget / 100,
    types: typesOf(entityTypes),
    persona: personaOf(choices.persona),
    language: choices.language || null,
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
