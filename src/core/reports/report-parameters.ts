import type { StepParameter } from '../parameters';

export interface ReportParameters {
  readonly max_input_tokens: number;
  readonly max_candidates: number;
  readonly summary_sentences: number;
  readonly max_findings: number;
  readonly use_descriptions: boolean;
}

/** Defaults of the report step. */
export const REPORT_DEFAULTS: ReportParameters = {
  max_input_tokens: 8000,
  max_candidates: 60,
  summary_sentences: 3,
  max_findings: 5,
  use_descriptions: true,
};

/** What the parameters of the report step mean, as data for the settings. */
export const REPORT_PARAMETERS: readonly StepParameter[] = [
  {
    name: 'max_input_tokens',
    title: 'Tokens of evidence for a report',
    doc: 'Estimated tokens of evidence above which the reports of sub-communities stand in, largest first.',
    kind: 'number',
    min: 200,
    max: 100_000,
    step: 100,
    default: REPORT_DEFAULTS.max_input_tokens,
  },
  {
    name: 'max_candidates',
    title: 'Sentences to choose from',
    doc: 'Sentences at most from which a report is chosen.',
    kind: 'number',
    min: 5,
    max: 500,
    step: 5,
    default: REPORT_DEFAULTS.max_candidates,
  },
  {
    name: 'summary_sentences',
    title: 'Sentences of a summary',
    doc: 'Sentences of a summary at most.',
    kind: 'number',
    min: 1,
    max: 10,
    step: 1,
    default: REPORT_DEFAULTS.summary_sentences,
  },
  {
    name: 'max_findings',
    title: 'Findings of a report',
    doc: 'Findings of a report at most.',
    kind: 'number',
    min: 1,
    max: 10,
    step: 1,
    default: REPORT_DEFAULTS.max_findings,
  },
  {
    name: 'use_descriptions',
    title: 'Descriptions as headings of findings',
    doc: 'Heads findings with the descriptions of curated relationships where there are any.',
    kind: 'switch',
    default: REPORT_DEFAULTS.use_descriptions,
  },
];
