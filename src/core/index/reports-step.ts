import { REPORT_PARAMETERS, type ReportParameters } from '../reports/report-parameters';
import { writeReports } from '../reports/write-reports';
import { collectionStep } from './step';

/** Writes community reports by extraction (GraphRAG A10), keeping those whose context has not changed, a model's too. */
export const reportsStep = collectionStep({
  scope: 'collection',
  name: 'reports',
  title: 'Community reports',
  unit: 'communities',
  share: 0.1,
  doc: 'Each community gets a report of sentences from its documents, the smaller communities first.',
  parameters: REPORT_PARAMETERS,
  reads: ['documents', 'text_units', 'entities', 'relationships', 'covariates', 'communities', 'community_reports'],
  writes: ['community_reports'],
  *run(tables, values: ReportParameters, { today }) {
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
      values,
    );
    return { community_reports: reports };
  },
});
