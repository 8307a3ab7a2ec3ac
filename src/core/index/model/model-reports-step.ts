import type { IndexState } from '../../ports/index-state';
import { WANTED_REPORTS, type WantedReports } from '../../reports/model/dirty-reports';
import type { ReportForm } from '../../reports/model/dataset';
import { FINDINGS, MAX_WORDS } from '../../reports/model/limits';
import { MAX_INPUT_TOKENS, WINDOW_SHARE } from '../../reports/model/report-budget';
import { choice, choicesOf, number } from '../../parameters';
import type { BackgroundStep } from '../step';

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

/** Reads the parameters of reports; sizes that are 0 follow from the form, and `windowShare` is 0 to 1. */
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

/** Whether reports of what a person opens or asks about are written by themselves. */
export interface ReportsOnUse {
  /** `tab`: only by a model that runs here. */
  readonly when: 'tab' | 'always' | 'asked';
  /** After an answer at most, 0 or more. */
  readonly afterAnswer: number;
}

/** Where a person wants no reports by a model, none comes by itself unless it is said so outright. */
export function reportsOnUse(parameters: IndexState['parameters']): ReportsOnUse {
  const { onUse, reports, afterAnswer } = choicesOf(modelReportsStep, parameters[modelReportsStep.name]);
  return { when: onUse === 'tab' && reports === 'none' ? 'asked' : onUse, afterAnswer };
}
