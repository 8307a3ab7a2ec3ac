import { REPORT_PARAMETERS } from '../reports/report-parameters';
import { writeReports } from '../reports/write-reports';
import { reader, type CollectionStep } from './step';

/** Writes community reports by extraction (GraphRAG A10), keeping those whose context has not changed, a model's too. */
export const reportsStep: CollectionStep = {
  scope: 'collection',
  name: 'reports',
  title: 'Community reports',
  unit: 'communities',
  share: 0.1,
  doc: 'Each community gets a report of sentences from its documents, the smaller communities first.',
  parameters: REPORT_PARAMETERS,
  reads: ['documents', 'text_units', 'entities', 'relationships', 'covariates', 'communities', 'community_reports'],
  writes: ['community_reports'],
  *run(tables, values, { today }) {
    const { number, flag } = reader(values);
    const { documents, entities, relationships, covariates, communities } = tables;
    const textUnits = tables.text_units;
    const reports = yield* writeReports(
      {
        documents,
        textUnits,
        entities,
        relationships,
        covariates,
        communities,
        previous: tables.community_reports,
        today,
      },
      {
        max_input_tokens: number('max_input_tokens'),
        max_candidates: number('max_candidates'),
        summary_sentences: number('summary_sentences'),
        max_findings: number('max_findings'),
        use_descriptions: flag('use_descriptions'),
      },
    );
    return { community_reports: reports };
  },
};
