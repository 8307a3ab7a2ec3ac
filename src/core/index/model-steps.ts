import { STEP_TITLES } from './planning';
import type { IndexState } from '../ports/index-state';
import { choice, choicesOf, flag, number, text, valuesOf } from '../parameters';
import type { BackgroundStep } from './step';
import { RESOLUTION_PARAMETERS } from '../resolve/resolution-plan';
import { WANTED_REPORTS, type WantedReports } from '../reports/staleness/outdated-reports';
import type { ReportForm } from '../reports/context/context-page';
import { FINDINGS, MAX_WORDS, MAX_INPUT_TOKENS, WINDOW_SHARE } from '../reports/model/limits';

/** A language model reads passages and extracts entities and their relationships (GraphRAG A4, A9b). */
export const readingStep = {
  scope: 'background',
  name: 'model reading',
  title: STEP_TITLES.reading,
  doc: 'Has a language model name entities and relationships, each with the sentence that proves it. Costs one or more calls per passage; nothing runs before you start it.',
  parameters: [
    choice('depth', 'Depth', ['compact', 'full'], {
      doc: 'Compact takes names, types and short predicates, and suits models of 1 to 4 billion parameters. Full adds descriptions and strengths as in GraphRAG, costs more tokens, and suits models of 8 billion and more.',
      choiceTitles: { compact: 'Compact', full: 'Full' },
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
  title: STEP_TITLES.resolution,
  doc: 'Shows the model pairs of names that look, mean or keep company alike, with sentences that use them. Eight pairs cost one call.',
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
  title: STEP_TITLES.descriptions,
  doc: 'Makes one description where several passages describe an entity or a relationship, with at least one call each. Full depth only.',
  parameters: [
    flag('summarise', 'Make one description of several', true, {
      doc: 'Makes one description of several, which answers read in fewer tokens. Costs at least one call for each; otherwise they stand side by side.',
    }),
    number('join_above', 'Join by a model above so many tokens', 120, [0, 100_000, 10], {
      doc: 'Leaves shorter descriptions of one thing side by side, without a call. Higher saves calls and leaves more repetition (GraphRAG: 0, which joins any two).',
    }),
    number('max_input_tokens', 'Tokens of descriptions in one call', 4000, [200, 100_000, 100], {
      doc: 'Shows the model at most this many tokens of descriptions in one call; more are joined in turns. Higher takes fewer calls and needs a larger window (GraphRAG: 4000).',
    }),
    number('max_words', 'Words of a description', 120, [10, 1000, 10], {
      doc: 'Limits a description. More words keep more detail, and take longer to write and more room in answers (GraphRAG: 500).',
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
  title: STEP_TITLES.reports,
  doc: 'Has the model report on communities, one call each, the smaller ones first. All others keep a report of sentences from the documents, until you open one or an answer uses it.',
  parameters: [
    choice('reports', 'Reports by the model', ['top', 'all', 'none'], {
      doc: 'Chooses the communities that the model reports on, one call each. All of them give the fullest overview and cost the most; the others show sentences of the documents until you open them.',
      choiceTitles: { top: 'the broadest communities', all: 'all communities', none: 'none' },
    }),
    number('most', 'Most reports of the top levels', WANTED_REPORTS.most, [1, 200], {
      doc: 'Limits the reports of the top levels, one call each. Higher covers smaller communities, too.',
    }),
    number('least_size', 'Least members of a community', WANTED_REPORTS.leastSize, [2, 100], {
      advanced: true,
      doc: 'Leaves smaller communities to sentences of the documents. Lower has more reports written and costs more calls.',
    }),
    number('max_words', 'Words of a report', 0, [0, 2000, 10], {
      doc: `Limits a report. More words say more and take longer to write; 0 is ${String(MAX_WORDS.compact)} at compact and ${String(MAX_WORDS.full)} at full depth (GraphRAG: 2000).`,
    }),
    number('findings', 'Findings of a report', 0, [0, 10], {
      advanced: true,
      doc: `Limits the findings. More cover more and take longer to write; 0 is ${String(FINDINGS.compact)} at compact and ${String(FINDINGS.full)} at full depth (GraphRAG: 5 to 10).`,
    }),
    number('max_input_tokens', 'Tokens shown for a report', 0, [0, 100_000, 100], {
      advanced: true,
      doc: `Shows the model at most this many tokens; beyond them reports of sub-communities stand in. Higher tells it more and takes longer to read; 0 is ${String(MAX_INPUT_TOKENS.compact)} at compact and ${String(MAX_INPUT_TOKENS.full)} at full depth.`,
    }),
    number('window_share', 'Share of the context window', WINDOW_SHARE * 100, [10, 80, 5], {
      advanced: true,
      doc: 'Limits these tokens to this share of the model’s context window, in per cent. Higher shows more of a large community and takes longer to read.',
    }),
    choice('on_use', 'Write reports of what I open or ask about', ['tab', 'always', 'asked'], {
      doc: 'Writes a missing report once you open it or an answer has used it, one call each. Questions go first; calls of a server may cost money.',
      choiceTitles: {
        tab: 'automatically with a model in this tab, with a server only when I ask',
        always: 'automatically, with a server too',
        asked: 'only when I ask',
      },
    }),
    number('after_answer', 'Reports written after an answer', 3, [0, 20], {
      doc: 'Writes at most this many reports after an answer, those that counted most first. More inform later answers better and cost one call each; the others wait for a click.',
    }),
  ],
  reads: ['documents', 'text_units', 'entities', 'relationships', 'covariates', 'communities', 'community_reports'],
  writes: ['community_reports'],
} satisfies BackgroundStep;

/** Choices of a person about reports by a model. */
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

/** Occasions for writing reports on use: a person opens them, or an answer uses them. */
interface ReportsOnUse {
  /** `tab`: only with a model in this tab. */
  readonly when: 'tab' | 'always' | 'asked';
  /** Reports after an answer at most, 0 or more. */
  readonly afterAnswer: number;
}

/** Returns the occasions for writing reports on use. With no reports by a model wanted, `tab` counts as `asked`. */
export function reportsOnUse(parameters: IndexState['parameters']): ReportsOnUse {
  const { onUse, reports, afterAnswer } = choicesOf(modelReportsStep, parameters[modelReportsStep.name]);
  return { when: onUse === 'tab' && reports === 'none' ? 'asked' : onUse, afterAnswer };
}
