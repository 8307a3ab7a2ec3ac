import type { IndexState } from '../../ports/index-state';
import { WANTED_REPORTS, type WantedReports } from '../../reports/model/dirty-reports';
import type { ReportForm } from '../../reports/model/dataset';
import { MAX_WORDS } from '../../reports/model/limits';
import { MAX_INPUT_TOKENS, WINDOW_SHARE } from '../../reports/model/report-budget';
import { reader, valuesOf, type BackgroundStep } from '../step';

/** A model writes the reports of the broadest communities, or of all (GraphRAG A10). */
export const modelReportsStep: BackgroundStep = {
  scope: 'background',
  name: 'model reports',
  title: 'Reports by a model',
  doc: 'The model reports on communities, the smaller ones first. All others keep the report of sentences from the documents, until you open one or an answer uses it.',
  parameters: [
    {
      name: 'reports',
      title: 'Reports by the model',
      doc: 'What it does not write stays a report of sentences from the documents, until you open it. All of them are what costs most in GraphRAG. One that holds nearly all of a broader community is told with that one.',
      kind: 'choice',
      choices: ['top', 'all', 'none'],
      choiceTitles: { top: 'the broadest communities', all: 'all communities', none: 'none' },
      default: WANTED_REPORTS.which,
    },
    {
      name: 'most',
      title: 'Most reports of the top levels',
      doc: 'Reports of the top levels at most.',
      kind: 'number',
      default: WANTED_REPORTS.most,
      min: 1,
      max: 200,
      step: 1,
    },
    {
      name: 'least_size',
      title: 'Least members of a community',
      doc: 'Members that a community must have for a report by a model.',
      kind: 'number',
      default: WANTED_REPORTS.leastSize,
      min: 2,
      max: 100,
      step: 1,
    },
    {
      name: 'max_words',
      title: 'Words of a report',
      doc: `Words of a report; 0 is ${String(MAX_WORDS.compact)} at compact and ${String(MAX_WORDS.full)} at full depth (GraphRAG: 2000 at most).`,
      kind: 'number',
      default: 0,
      min: 0,
      max: 2000,
      step: 10,
    },
    {
      name: 'max_input_tokens',
      title: 'Tokens shown for a report',
      doc: `Tokens shown to the model at most; 0 is ${String(MAX_INPUT_TOKENS.compact)} at compact and ${String(MAX_INPUT_TOKENS.full)} at full depth. Above it the reports of sub-communities stand in.`,
      kind: 'number',
      default: 0,
      min: 0,
      max: 100_000,
      step: 100,
    },
    {
      name: 'window_share',
      title: 'Share of the context window',
      doc: 'Per cent of the model’s context window that these may take.',
      kind: 'number',
      default: WINDOW_SHARE * 100,
      min: 10,
      max: 80,
      step: 5,
    },
    {
      name: 'on_use',
      title: 'Write reports of what I open or ask about',
      doc: 'A report that the model has not written is written once its page is looked at, or once an answer has used it. Questions go first. A server may cost money, so that it writes none before you say so.',
      kind: 'choice',
      choices: ['tab', 'always', 'asked'],
      choiceTitles: {
        tab: 'by themselves with a model in this tab, with a server only when I say so',
        always: 'by themselves, with a server too',
        asked: 'only when I say so',
      },
      default: 'tab',
    },
    {
      name: 'after_answer',
      title: 'Reports written after an answer',
      doc: 'Reports that an answer used and that are written by themselves after it, at most, those that counted most first. The others wait for a click.',
      kind: 'number',
      default: 3,
      min: 0,
      max: 20,
      step: 1,
    },
  ],
};

export interface ReportChoices {
  readonly wanted: WantedReports;
  readonly form: ReportForm;
  readonly maxWords: number;
  readonly maxInputTokens: number;
  /** 0 to 1. */
  readonly windowShare: number;
}

/** Reads the parameters of reports; sizes that are 0 follow from the form. */
export function reportChoices(parameters: IndexState['parameters'], form: ReportForm): ReportChoices {
  const { number, choice } = reader(valuesOf(modelReportsStep, parameters[modelReportsStep.name]));
  const which = choice('reports');
  return {
    wanted: {
      which: which === 'all' || which === 'none' ? which : 'top',
      most: number('most'),
      leastSize: number('least_size'),
    },
    form,
    maxWords: number('max_words') || MAX_WORDS[form],
    maxInputTokens: number('max_input_tokens') || MAX_INPUT_TOKENS[form],
    windowShare: number('window_share') / 100,
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
  const { number, choice } = reader(valuesOf(modelReportsStep, parameters[modelReportsStep.name]));
  const chosen = choice('on_use');
  const when = chosen === 'always' || chosen === 'asked' ? chosen : 'tab';
  const isUnwanted = when === 'tab' && choice('reports') === 'none';
  return { when: isUnwanted ? 'asked' : when, afterAnswer: number('after_answer') };
}
