import type { IndexState } from '../ports/index-state';
import { choice, choicesOf, flag, number, text, valuesOf } from '../parameters';
import type { BackgroundStep } from './step';
import { RESOLUTION_PARAMETERS } from '../resolve/resolution-plan';

/** A language model reads passages and extracts entities and their relationships (GraphRAG A4, A9b). */
export const readingStep = {
  scope: 'background',
  name: 'model reading',
  title: 'Extracting entities',
  doc: 'Has a language model name entities and relationships, each with the sentence that proves it. Costs one or more calls per passage; nothing runs before you start it.',
  parameters: [
    choice('depth', 'Depth', ['compact', 'full', 'themes'], {
      doc: 'Compact takes names, types and short predicates, and suits models of 1 to 4 billion parameters. Full adds descriptions and strengths as in GraphRAG, costs more tokens, and suits models of 8 billion and more. LightRAG takes descriptions and themes of relationships in one call per passage, and no reports.',
      choiceTitles: { compact: 'Compact', full: 'Full', themes: 'LightRAG' },
    }),
    number('budget', 'Passages to read', 60, [10, 100, 5], {
      doc: 'Reads this share of each document’s passages, in per cent, the most central ones first. Higher finds more and costs more calls; the others keep what was found without a model.',
    }),
    text('entity_types', 'Kinds of entities', 'person, organization, place, event, work, concept', {
      doc: 'Looks for these kinds of entities; separate them with commas. Each kind makes every prompt a little longer.',
    }),
    flag('open_types', 'Let the model name other kinds', false, {
      doc: 'Lets the model name other kinds, too. Finds more, with types that are less even.',
    }),
    number('gleanings', 'Follow-up questions per passage', 1, [0, 3], {
      doc: 'Asks again for what was missed, and again for missed claims; full depth only. Each time finds more; the first about doubles the cost.',
    }),
    flag('themes_again', 'Ask once more at LightRAG depth', false, {
      advanced: true,
      doc: 'Asks once more for what was missed, at LightRAG depth only. Finds more and about doubles the cost (LightRAG: on).',
    }),
    flag('claims', 'Claims', false, {
      doc: 'Also asks what is claimed about whom, with status and dates. Costs one more call per passage, and at full depth its own follow-up questions.',
    }),
    text(
      'claims_about',
      'What counts as a claim',
      'statements of fact, accusations, denials and findings about a named person, organisation, place or event',
      {
        doc: 'Tells the model what to take for a claim, in your own words. Broader words bring more claims and longer replies.',
      },
    ),
    text('persona', 'Who reads', '', {
      doc: 'Tells the model who it is as it reads, such as “a historian of shipping”, to steer what it notices. Costs a few tokens per call; empty for nobody in particular.',
    }),
    text('language', 'Language of descriptions', '', {
      doc: 'Writes descriptions and predicates in one language, such as German. Empty keeps each document’s own, at the same cost.',
    }),
  ],
  reads: ['documents', 'text_units', 'extractions'],
  writes: ['extractions'],
} satisfies BackgroundStep;

/** Choices of a person about reading with a model. */
export type ReadingChoices = ReturnType<typeof readingChoices>;

/** The parameters of reading. `budget` is a share, above 0 up to 1. `language` is null for each document's own. */
export function readingChoices(parameters: IndexState['parameters']) {
  const { entityTypes, ...choices } = choicesOf(readingStep, parameters[readingStep.name]);
  return {
    ...choices,
    gleanings: choices.depth === 'themes' ? Number(choices.themesAgain) : choices.gleanings,
    budget: choices.budget / 100,
    types: typesOf(entityTypes),
    persona: personaOf(choices.persona),
    language: choices.language || null,
  };
}

/** On one line, without braces, which mark placeholders, and without a full stop at the end. */
const personaOf = (words: string): string =>
  words.replaceAll(/[{}]/gu, '').replaceAll(/\s+/gu, ' ').trim().replace(/\.+$/u, '');

/** Distinct types in lower case. `concept` if none is left, since a grammar needs one. */
function typesOf(list: string): readonly string[] {
  const types = list
    .toLowerCase()
    .split(',')
    .map((type) => type.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim())
    .filter((type) => type !== '');
  return types.length > 0 ? [...new Set(types)] : ['concept'];
}

/** A model decides which names mean the same. Its decisions are edits that a person can undo. */
export const resolutionStep = {
  scope: 'background',
  name: 'model resolution',
  title: 'Merging duplicates',
  doc: 'Shows the model pairs of names that look, mean or keep company alike, with sentences that use them. Eight pairs cost one call.',
  parameters: RESOLUTION_PARAMETERS,
  reads: ['documents', 'text_units', 'extractions', 'edits', 'entities', 'relationships'],
  writes: ['edits'],
} satisfies BackgroundStep;

/** The parameters of joining names, with defaults for missing ones. */
export const resolutionChoices = (parameters: IndexState['parameters']) =>
  valuesOf(resolutionStep, parameters[resolutionStep.name]);
