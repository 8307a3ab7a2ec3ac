import { headingsOf } from '../tables/document-headings';
import { makeTextUnits, TEXT_UNIT_PARAMETERS, type TextUnitParameters } from '../text/text-units';
import type { DocumentStep } from './step';

/** Cuts a document into text units (GraphRAG A2). */
export const textUnitsStep: DocumentStep = {
  scope: 'document',
  name: 'text units',
  title: 'Text units',
  doc: 'Documents are cut into passages at sentence borders; these are what search finds.',
  parameters: TEXT_UNIT_PARAMETERS,
  run: async (rows, values: TextUnitParameters) => {
    const { document } = rows;
    return { ...rows, text_units: makeTextUnits({ ...document, headings: headingsOf(document) }, values) };
  },
};
