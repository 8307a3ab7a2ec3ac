import { flag, number, valuesOf, type ValuesOf } from '../parameters';

/** The parameters of the report step. */
export const REPORT_PARAMETERS = [
  number('max_input_tokens', 'Tokens of evidence for a report', 8000, [200, 100_000, 100], {
    doc: 'Estimated tokens of evidence above which the reports of sub-communities stand in, largest first.',
  }),
  number('max_candidates', 'Sentences to choose from', 60, [5, 500, 5], {
    doc: 'Sentences at most from which a report is chosen.',
  }),
  number('summary_sentences', 'Sentences of a summary', 3, [1, 10], { doc: 'Sentences of a summary at most.' }),
  number('max_findings', 'Findings of a report', 5, [1, 10], { doc: 'Findings of a report at most.' }),
  flag('use_descriptions', 'Descriptions as headings of findings', true, {
    doc: 'Heads findings with the descriptions of curated relationships where there are any.',
  }),
];

export type ReportParameters = ValuesOf<typeof REPORT_PARAMETERS>;

/** Defaults of the report step. */
export const REPORT_DEFAULTS = valuesOf({ parameters: REPORT_PARAMETERS });
