import type { IndexState } from '../ports/index-state';
import { choice, choicesOf, flag, number, text, valuesOf } from '../parameters';
import type { BackgroundStep } from './step';
import { RESOLUTION_PARAMETERS } from '../resolve/resolution-plan';
import { WANTED_REPORTS, type WantedReports } from '../reports/staleness/outdated-reports';
import type { ReportForm } from '../reports/context/context-page';
import { FINDINGS, MAX_WORDS, MAX_INPUT_TOKENS, WINDOW_SHARE } from '../reports/model/limits';

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

/** The parameters of reading. `budget` is a share, above 0 up to 1. `language` is null for each document's own. */
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
  title: 'Joining names with a model',
  doc: 'Names that look, mean or keep company alike are shown to the model in pairs, with sentences that use them.',
  parameters: RESOLUTION_PARAMETERS,
  reads: ['documents', 'text_units', 'extractions', 'edits', 'entities', 'relationships'],
  writes: ['edits'],
} satisfies BackgroundStep;

/** The parameters of joining names, with defaults for missing ones. */
export const resolutionChoices = (parameters: IndexState['parameters']) =>
  valuesOf(resolutionStep, parameters[resolutionStep.name]);

/** A model makes one description of several (GraphRAG A5). Full depth only, since compact reading gives no descriptions. */
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

/** The parameters of descriptions, with defaults for missing ones. */
export const descriptionChoices = (parameters: IndexState['parameters']) =>
  choicesOf(descriptionsStep, parameters[descriptionsStep.name]);

/** A model writes the reports of the broadest communities, or of all (GraphRAG A10). */
export const modelReportsStep = {
  scope: 'background',
  name: 'model reports',
  title: 'Reports by a model',
  doc: 'The model reports on communities, the smaller ones first. All others keep the report of sentences from the documents, until you open one or an answer uses it.',
  parameters: [
    choice('reports', 'Reports by the model', ['top', 'all', 'none'], {
      doc: 'What it does not write stays a report of sentences from the documents, until you open it. All of them are what costs most in GraphRAG. One that holds nearly all of a broader community is told with that one.',
      choiceTitles: { top: 'the broadest communities', all: 'all communities', none: 'none' },
    }),
    number('most', 'Most reports of the top levels', WANTED_REPORTS.most, [1, 200], {
      doc: 'Reports of the top levels at most.',
    }),
    number('least_size', 'Least members of a community', WANTED_REPORTS.leastSize, [2, 100], {
      doc: 'Members that a community must have for a report by a model.',
    }),
    number('max_words', 'Words of a report', 0, [0, 2000, 10], {
      doc: `Words of a report; 0 is ${String(MAX_WORDS.compact)} at compact and ${String(MAX_WORDS.full)} at full depth (GraphRAG: 2000 at most).`,
    }),
    number('findings', 'Findings of a report', 0, [0, 10], {
      doc: `Findings of a report at most; 0 is ${String(FINDINGS.compact)} at compact and ${String(FINDINGS.full)} at full depth (GraphRAG: 5 to 10).`,
    }),
    number('max_input_tokens', 'Tokens shown for a report', 0, [0, 100_000, 100], {
      doc: `Tokens shown to the model at most; 0 is ${String(MAX_INPUT_TOKENS.compact)} at compact and ${String(MAX_INPUT_TOKENS.full)} at full depth. Above it the reports of sub-communities stand in.`,
    }),
    number('window_share', 'Share of the context window', WINDOW_SHARE * 100, [10, 80, 5], {
      doc: 'Per cent of the model’s context window that these may take.',
    }),
    choice('on_use', 'Write reports of what I open or ask about', ['tab', 'always', 'asked'], {
      doc: 'A report that the model has not written is written once its page is looked at, or once an answer has used it. Questions go first. A server may cost money, so that it writes none before you say so.',
      choiceTitles: {
        tab: 'by themselves with a model in this tab, with a server only when I say so',
        always: 'by themselves, with a server too',
        asked: 'only when I say so',
      },
    }),
    number('after_answer', 'Reports written after an answer', 3, [0, 20], {
      doc: 'Reports that an answer used and that are written by themselves after it, at most, those that counted most first. The others wait for a click.',
    }),
  ],
  reads: ['documents', 'text_units', 'entities', 'relationships', 'covariates', 'communities', 'community_reports'],
  writes: ['community_reports'],
} satisfies BackgroundStep;

/** What a person chose about reports by a model. */
export type ReportChoices = ReturnType<typeof reportChoices>;

/** The parameters of reports. Sizes that are 0 follow from the form. `windowShare` is 0 to 1. */
export function reportChoices(parameters: IndexState['parameters'], form: ReportForm) {
  const { reports, most, leastSize, ...choices } = choicesOf(modelReportsStep, parameters[modelReportsStep.name]);
  const wanted: WantedReports = { which: reports, most, leastSize };
  return {
    wanted,
    form,
    size: { words: choices.maxWords || MAX_WORDS[form], findings: choices.findings || FINDINGS[form] },
    maxInputTokens: choices.maxInputTokens || MAX_INPUT_TOKENS[form],
    windowShare: choices.windowShare / 100,
  };
}

/** When reports are written because a person opens them or an answer uses them. */
interface ReportsOnUse {
  /** `tab`: only with a model in this tab. */
  readonly when: 'tab' | 'always' | 'asked';
  /** Reports after an answer at most, 0 or more. */
  readonly afterAnswer: number;
}

/** When reports are written on use. With no reports by a model wanted, `tab` counts as `asked`. */
export function reportsOnUse(parameters: IndexState['parameters']): ReportsOnUse {
  const { onUse, reports, afterAnswer } = choicesOf(modelReportsStep, parameters[modelReportsStep.name]);
  return { when: onUse === 'tab' && reports === 'none' ? 'asked' : onUse, afterAnswer };
}
