import { headingsOf } from '../tables/document-headings';
import { makeTextUnits, TEXT_UNIT_PARAMETERS, type TextUnitParameters } from '../text/text-units';
import { documentStep } from './step';

/** Cuts a document into text units (GraphRAG A2). */
export const textUnitsStep = documentStep({
  scope: 'document',
  name: 'text units',
  title: 'Text units',
  doc: 'Documents are cut into passages at sentence borders; these are what search finds.',
  parameters: TEXT_UNIT_PARAMETERS,
  reads: ['documents'],
  writes: ['text_units'],
  run: async ({ documents: [document] }, values: TextUnitParameters) => ({
    text_units: makeTextUnits({ ...document, headings: headingsOf(document) }, values),
  }),
});
