import type { Gold } from '../../scripts/lib/gold';
import type { IndexTables } from '../../src/core/tables/tables';
import { spanOfPassage, unitsHolding } from './gold-evidence';
import type { MeasuredQuestion } from './recall-report';

/** The sample's questions that its documents answer, with the text units that hold each piece of their evidence. */
export function sampleQuestions(
  { questions }: Pick<Gold, 'questions'>,
  { documents, text_units }: Pick<IndexTables, 'documents' | 'text_units'>,
): readonly (MeasuredQuestion & { readonly question: string })[] {
  const spans = text_units.map(({ id, document_id, start, end }) => ({ id, document_id, start, end }));
  return questions
    .filter(({ kind }) => kind !== 'unanswerable')
    .map(({ question, kind, evidence }) => ({
      question,
      groups: [kind, 'all'],
      holders: evidence.map((passage) => unitsHolding(spans, spanOfPassage(documents, passage)).map(({ id }) => id)),
    }));
}
