import { headingsOf } from '../tables/document-headings';
import { makeTextUnits, TEXT_UNIT_PARAMETERS } from '../text/text-units';
import { reader, type DocumentStep } from './step';

/** Cuts a document into text units (GraphRAG A2). */
export const textUnitsStep: DocumentStep = {
  scope: 'document',
  name: 'text units',
  title: 'Text units',
  doc: 'Documents are cut into passages at sentence borders; these are what search finds.',
  parameters: TEXT_UNIT_PARAMETERS,
  run: async (rows, values) => {
    const { document } = rows;
    const { choice, number } = reader(values);
    const strategy = choice('strategy') === 'sentences' ? 'sentences' : 'tokens';
    const parameters = { strategy, size: number('size'), overlap: number('overlap') } as const;
    return { ...rows, text_units: makeTextUnits({ ...document, headings: headingsOf(document) }, parameters) };
  },
};
